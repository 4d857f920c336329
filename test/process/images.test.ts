import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import sharp from "sharp";
import t from "tap";
import { failureOf } from "#contract/test/failures";
import { gifOf, HOSTILE, jpegOf, jpegOfScans, jpegWithPosition, pngClaiming, pngOf } from "../../harness/pictures.ts";
import { decodeInChildProcess } from "../../src/library/covers/decoders.ts";
import { toPicture } from "../../src/library/covers/image.ts";

const REJECTED = { kind: "invalid", reason: /^picture-/ };
const MIB = 1024 * 1024;

// Starts the decoder process, so that the tests begin with an idle one.
t.before(async () => {
  await toPicture(await pngOf(8, 8, "#ff0000"));
});

t.test(
  "the decoder process rejects other formats than PNG, JPEG, GIF and WebP, even without the header check",
  async (t) => {
    const other = sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
    for (const file of [await other.avif().toBuffer(), await other.tiff().toBuffer(), Buffer.from("<svg/>")]) {
      await t.rejects(decodeInChildProcess({ file, maxSide: 8 }), { message: /unsupported image format/ });
    }
  },
);

t.test("hostile files are rejected, and use less than 64 MiB in the calling process", async (t) => {
  for (const { name, bytes } of HOSTILE) {
    const file = await bytes();
    const memory = process.memoryUsage().rss;
    t.match(await failureOf(toPicture(file)), REJECTED, name);
    t.ok(process.memoryUsage().rss - memory < 64 * MIB, `${name}: memory`);
  }
});

t.test("parsing stops at the limits of chunks, decompressed text and scans", async (t) => {
  const reasons = {
    "PNG with 10,000 compressed texts": /too many chunks/,
    "PNG with 51 compressed texts": /too many compressed chunks/,
    "PNG with a decompression bomb as text": /Cannot create a Buffer larger than/,
    "JPEG of 800 scans": /too many scans/,
  };
  for (const [name, message] of Object.entries(reasons)) {
    const file = await HOSTILE.find((hostile) => hostile.name === name)?.bytes();
    if (file === undefined) throw new Error(`There is no file named ${name}.`);
    t.match(await failureOf(toPicture(file)), { ...REJECTED, cause: { message } }, name);
  }
});

t.test("decoding runs in a child process and does not block the event loop", async (t) => {
  const large = await pngOf(5000, 5000, "#ff0000");
  const isDecoding = () => process.getActiveResourcesInfo().includes("ProcessWrap");
  t.notOk(isDecoding(), "an idle decoder process is not an active resource");
  let [isDone, turns] = [false, 0];
  const decoded = toPicture(large).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    if (isDecoding()) turns += 1;
  }
  await decoded;
  t.ok(turns > 1, `${turns} turns of the event loop while the file was decoded`);
});

t.test(
  "PNG, JPEG, GIF and WebP are converted to WebP of at most 512 pixels on the longer side, with the same aspect ratio",
  async (t) => {
    const files = {
      png: await pngOf(1000, 500, "#ff000080"),
      jpeg: await jpegOf(500, 1000, "#ff0000"),
      gif: gifOf(20),
      webp: await sharp(await pngOf(1000, 500, "#ff000080"))
        .webp()
        .toBuffer(),
    };
    const sides = { png: [512, 256], jpeg: [256, 512], gif: [512, 256], webp: [512, 256] };
    for (const format of ["png", "jpeg", "gif", "webp"] as const) {
      const { bytes } = await toPicture(files[format]);
      const { format: made, width, height, pages, hasAlpha } = await sharp(bytes).metadata();
      t.equal(made, "webp", format);
      t.same([width, height], sides[format], format);
      t.equal(pages ?? 1, 1, format);
      if (format === "png" || format === "webp") t.equal(hasAlpha, true);
    }
  },
);

t.test("a small picture is not enlarged", async (t) => {
  const { bytes } = await toPicture(await pngOf(31, 7, "#00ff00"));
  t.match(await sharp(bytes).metadata(), { width: 31, height: 7 });
});

t.test("a photograph is turned upright and loses its metadata, including the GPS position", async (t) => {
  const photograph = await jpegWithPosition();
  t.match(await sharp(photograph).metadata(), { orientation: 6, exif: Buffer, xmp: Buffer, icc: Buffer });
  t.ok(photograph.includes("GPSLatitude"));

  const { bytes } = await toPicture(photograph);
  const { width, height, exif, icc, iptc, xmp, orientation, comments } = await sharp(bytes).metadata();
  t.same([width, height], [40, 60]);
  t.same([exif, icc, iptc, xmp, orientation, comments], Array(6).fill(undefined));
  for (const word of ["Exif", "EXIF", "GPS", "XMP", "xmp", "ICCP"]) t.notOk(bytes.includes(word), word);

  const above = await sharp(bytes).extract({ left: 20, top: 5, width: 1, height: 1 }).raw().toBuffer();
  const below = await sharp(bytes).extract({ left: 20, top: 55, width: 1, height: 1 }).raw().toBuffer();
  t.ok((above[0] ?? 0) > 200 && (above[2] ?? 255) < 50, "red above");
  t.ok((below[2] ?? 0) > 200 && (below[0] ?? 255) < 50, "blue below");
});

t.test("data after the end of a JPEG is dropped", async (t) => {
  const { bytes } = await toPicture(Buffer.concat([await jpegOf(20, 20, "#0000ff"), Buffer.from("a small film")]));
  t.notOk(bytes.includes("film"));
});

t.test("the dominant colour of a transparent picture is computed on a white background", async (t) => {
  t.equal((await toPicture(await pngOf(40, 40, "#ff0000"))).color, "#f80808");
  t.equal((await toPicture(await jpegOf(40, 40, "#ff0000"))).color, "#f80808");
  t.equal((await toPicture(gifOf(2))).color, "#f80808");
  t.equal((await toPicture(await pngOf(40, 40, "#00000000"))).color, "#f8f8f8");
});

t.test("pictures at the limits are accepted, and larger ones rejected", async (t) => {
  t.ok(await toPicture(await pngOf(5000, 5000, "#ff0000")));
  t.match(await failureOf(toPicture(pngClaiming(5001, 5000))), { ...REJECTED, message: /25 megapixels/ });
  t.ok(await toPicture(await pngOf(20_000, 1, "#ff0000")));
  t.match(await failureOf(toPicture(await pngOf(20_001, 1, "#ff0000"))), { ...REJECTED, message: /20,000 pixels/ });
  t.ok(await toPicture(gifOf(200)));
  t.match(await failureOf(toPicture(gifOf(201))), { ...REJECTED, message: /200 frames/ });
  t.ok(await toPicture(jpegOfScans(100)));
  t.match(await failureOf(toPicture(jpegOfScans(101))), REJECTED);
  const deep = sharp({ create: { width: 5000, height: 5000, channels: 4, background: "#ff0000" } }).toColourspace(
    "rgb16",
  );
  const interlaced = await deep.png({ progressive: true, compressionLevel: 1 }).toBuffer();
  t.match(await failureOf(toPicture(interlaced)), { ...REJECTED, message: /memory/ });
});

t.test("a killed decoder process is reported as unavailable, not as an invalid file", async (t) => {
  const large = await pngOf(5000, 5000, "#ff0000");
  const decoding = failureOf(toPicture(large));
  while (!process.getActiveResourcesInfo().includes("ProcessWrap")) await setImmediate();
  // The decoders are the only child processes of this test.
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
  for (const pid of children) process.kill(Number(pid), "SIGKILL");
  t.match(await decoding, { kind: "unavailable", retryAfter: 1 });
  t.ok(await toPicture(await pngOf(8, 8, "#ff0000")), "the next file is decoded");
});
