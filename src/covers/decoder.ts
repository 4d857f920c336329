import sharp, { type Sharp } from "sharp";
import { MOST_PIXELS } from "./header.ts";

// A program of its own, started by `decoders.ts`: what a file makes of it in memory and time ends with it.

/** Pixels on the longer side of a cover. */
const LONGER_SIDE = 512;

sharp.cache(false);
sharp.concurrency(1);
// libvips reaches no other decoder, whatever the bytes make it believe.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadNsgifBuffer"] });

process.on("message", (file: Buffer) => {
  convert(file).then(
    (cover) => process.send?.(cover),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});

async function convert(file: Buffer): Promise<{ bytes: Buffer; color: string }> {
  const { data, info } = await decode(file);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { bytes: await sharp(data, { raw }).webp().toBuffer(), color: await colorOf(sharp(data, { raw })) };
}

/** Raw pixels, which take no metadata along. */
function decode(file: Buffer) {
  return sharp(file, { failOn: "warning", limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize(LONGER_SIDE, LONGER_SIDE, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** The dominant colour as it looks on white. */
async function colorOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture.flatten({ background: "#fff" }).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const { dominant } = await sharp(data, { raw }).stats();
  return `#${Buffer.from([dominant.r, dominant.g, dominant.b]).toString("hex")}`;
}
