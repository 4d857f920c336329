import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, createDeflate, deflateSync, gzipSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A file that is rejected as a cover, created on demand. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: () => Promise<Buffer> | Buffer;
}

/** A PNG of one colour: `#ff0000`, or `#ff000080` for half transparent. */
export function pngOf(width: number, height: number, colour: string): Promise<Buffer> {
  return plain(width, height, colour).png().toBuffer();
}

export function jpegOf(width: number, height: number, colour: string): Promise<Buffer> {
  return plain(width, height, colour).flatten().jpeg().toBuffer();
}

export function webpOf(width: number, height: number, colour: string): Promise<Buffer> {
  return plain(width, height, colour).webp().toBuffer();
}

/**
 * A photograph of 60 x 40 pixels with the orientation 6: upright it is 40 x 60, red above and blue
 * below. It has a GPS position in EXIF and XMP, and a colour profile.
 */
export function jpegWithPosition(): Promise<Buffer> {
  const [red, blue] = [Buffer.from([255, 0, 0]), Buffer.from([0, 0, 255])];
  const row = Buffer.concat([Buffer.alloc(90, red), Buffer.alloc(90, blue)]);
  return sharp(Buffer.alloc(180 * 40, row), { raw: { width: 60, height: 40, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .withIccProfile("p3")
    .withExifMerge({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 26/1", GPSLongitude: "0/1 7/1 39/1" } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>51,30.4N</exif:GPSLatitude></x:xmpmeta>')
    .jpeg()
    .toBuffer();
}

/** An animated GIF of 600 x 300 pixels. The first frame is red and has the full size; the others are 4 x 4. */
export function gifOf(frames: number): Buffer {
  const loop = Buffer.from("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00", "latin1");
  const rest = Array.from({ length: frames - 1 }, (_, index) => gifFrame(4, 4, 1 + (index % 3)));
  return gif(600, 300, [loop, gifFrame(600, 300, 0), ...rest]);
}

/** A PNG whose header claims this size, with the data of a smaller picture. */
export function pngClaiming(width: number, height: number): Buffer {
  return png(width, height, [chunk("IDAT", deflateSync(Buffer.alloc(64)))]);
}

/** A grey progressive JPEG of 32 x 32 pixels. Each scan after the first is preceded by the bytes of `fill`. */
export function jpegOfScans(scans: number, fill: Buffer = Buffer.alloc(0)): Buffer {
  const head = [
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, 0, 32, 0, 32, 1, 1, 0x11, 0]),
    segment(0xc4, [0, 1, ...Array<number>(15).fill(0), 0]),
    // A Huffman table with one code, "0": an end-of-band run over all 16 blocks, followed by four more bits.
    segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0x40]),
  ];
  const first = [segment(0xda, [1, 1, 0, 0, 0, 0]), Buffer.from([0, 0])];
  // Each scan has one bit of one coefficient of every block, from bit 13 down to bit 0.
  const more = Array.from({ length: scans - 1 }, (_, index) => {
    const [coefficient, bit] = [1 + Math.floor(index / 14), 13 - (index % 14)];
    const refined = bit === 13 ? 0 : bit + 1;
    return [fill, segment(0xda, [1, 1, 0, coefficient, coefficient, (refined << 4) | bit]), Buffer.from([0x07])];
  });
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...head, ...first, ...more.flat(), Buffer.from([0xff, 0xd9])]);
}

/** Files that are rejected with the failure `invalid` and a reason about pictures. */
export const HOSTILE: readonly HostileFile[] = [
  ...cuts("PNG", () => pngOf(64, 64, "#00ff00"), [8, 20, 33, 60, -13, -12, -4, -1]),
  ...cuts("JPEG", () => jpegOf(64, 64, "#00ff00"), [3, 20, 200, -40, -2, -1]),
  ...cuts("GIF", () => gifOf(3), [6, 10, 13, 40, 400, -20, -2, -1]),
  ...cuts("WebP", () => webpOf(64, 64, "#00ff00"), [8, 12, 20, 33, -20, -2, -1]),

  { name: "an empty file", bytes: () => Buffer.alloc(0) },
  { name: "one byte", bytes: () => Buffer.from([0x89]) },
  { name: "a text file", bytes: () => Buffer.from("Not a picture.\n") },
  { name: "5 MiB of noise", bytes: () => noise(5 * 1024 * 1024) },
  { name: "JPEG magic and noise", bytes: () => prefixed("\xff\xd8\xff\xe0", noise(100_000)) },
  { name: "PNG magic and noise", bytes: () => prefixed("\x89PNG\r\n\x1a\n", noise(100_000)) },
  { name: "GIF magic and noise", bytes: () => prefixed("GIF89a", noise(100_000)) },
  { name: "5 MiB of fill bytes as a JPEG", bytes: () => prefixed("\xff\xd8", Buffer.alloc(5 * 1024 * 1024, 0xff)) },

  { name: "HTML", bytes: () => Buffer.from(HTML) },
  { name: "SVG", bytes: () => Buffer.from(SVG) },
  { name: "SVG with an XML declaration", bytes: () => Buffer.from(`<?xml version="1.0"?>${SVG}`) },
  { name: "SVG, compressed", bytes: () => gzipSync(SVG) },
  { name: "zip", bytes: () => ZIP },
  { name: "gzip bomb", bytes: () => gzipSync(Buffer.alloc(64 * 1024 * 1024)) },
  {
    name: "PDF",
    bytes: () => Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
  },
  { name: "TIFF", bytes: () => plain(64, 64, "#00ff00").tiff().toBuffer() },
  { name: "AVIF", bytes: () => plain(64, 64, "#00ff00").avif().toBuffer() },
  { name: "HEIC", bytes: () => prefixed("\0\0\0\x18ftypheic\0\0\0\0mif1heic", noise(1000)) },
  { name: "MP4", bytes: () => prefixed("\0\0\0\x18ftypisom\0\0\x02\0isomavc1", noise(1000)) },
  {
    name: "BMP",
    bytes: () => prefixed("BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0", noise(40)),
  },
  { name: "ICO", bytes: () => prefixed("\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0", noise(100)) },

  { name: "PNG followed by a zip", bytes: async () => Buffer.concat([await pngOf(8, 8, "#00ff00"), ZIP]) },
  {
    name: "PNG followed by a zip and another IEND",
    bytes: async () => Buffer.concat([await pngOf(8, 8, "#00ff00"), ZIP, chunk("IEND")]),
  },
  { name: "GIF followed by HTML", bytes: () => Buffer.concat([gifOf(1), Buffer.from(HTML)]) },
  { name: "GIF followed by HTML and an end marker", bytes: () => Buffer.concat([gifOf(1), Buffer.from(`${HTML};`)]) },
  { name: "GIF that is also a script", bytes: () => Buffer.from("GIF89a/*\0\0\0\0\0*/=1;alert(1);") },
  { name: "GIF that is also a script, and a whole picture", bytes: gifAndScript },

  { name: "PNG of 20,000 x 20,000 with all its data", bytes: pngBomb },
  { name: "PNG claiming 2,147,483,647 x 2,147,483,647", bytes: () => pngClaiming(2 ** 31 - 1, 2 ** 31 - 1) },
  { name: "PNG claiming 4,294,967,295 x 1", bytes: () => pngClaiming(2 ** 32 - 1, 1) },
  { name: "PNG of width 0", bytes: () => pngClaiming(0, 10) },
  { name: "PNG of height 0", bytes: () => pngClaiming(10, 0) },
  { name: "PNG with too little data", bytes: () => pngClaiming(1000, 1000) },
  { name: "PNG without data", bytes: () => png(8, 8, []) },
  { name: "PNG whose IHDR has a wrong checksum", bytes: async () => patched(await pngOf(8, 8, "#00ff00"), 29, [1, 2]) },
  { name: "PNG with a chunk claiming 4 GiB", bytes: async () => patched(await pngOf(8, 8, "#00ff00"), 33, [255, 255]) },
  { name: "PNG with a decompression bomb as text", bytes: () => pngWithBomb("zTXt", "a\0\0") },
  { name: "PNG with an international text that is a bomb", bytes: () => pngWithBomb("iTXt", "a\0\x01\0\0\0") },
  { name: "PNG with a profile that is a bomb", bytes: () => pngWithBomb("iCCP", "a\0\0") },
  { name: "PNG with 51 compressed texts", bytes: () => png(8, 8, Array(51).fill(SMALL_TEXT)) },
  { name: "PNG with 10,000 compressed texts", bytes: () => png(8, 8, Array(10_000).fill(SMALL_TEXT)) },

  { name: "JPEG claiming 65,500 x 65,500", bytes: () => jpegClaiming(65_500, 65_500) },
  { name: "JPEG of height 0", bytes: () => jpegClaiming(64, 0) },
  { name: "JPEG without a picture", bytes: () => Buffer.from([0xff, 0xd8, 0xff, 0xd9]) },
  { name: "JPEG with half of its data and an end marker", bytes: jpegOfHalf },
  { name: "JPEG of 800 scans", bytes: () => jpegOfScans(800) },
  { name: "JPEG of 800 scans with fill bytes", bytes: () => jpegOfScans(800, Buffer.from([0xff, 0xff])) },

  { name: "WebP claiming 16,383 x 16,383", bytes: () => webpClaiming(16_383, 16_383) },
  { name: "WebP whose canvas claims 16,777,216 x 16,777,216", bytes: webpOfHugeCanvas },
  { name: "WebP cut off, with a header that says so", bytes: webpOfHalf },
  {
    name: "WebP followed by HTML",
    bytes: async () => Buffer.concat([await webpOf(8, 8, "#00ff00"), Buffer.from(HTML)]),
  },
  { name: "WebP without a picture", bytes: () => webp(Buffer.alloc(0)) },

  { name: "GIF of 1,000 frames", bytes: () => gifOf(1000) },
  { name: "GIF without frames", bytes: () => gif(8, 8, []) },
  { name: "GIF with a screen of 65,535 x 65,535", bytes: () => gif(65_535, 65_535, [gifFrame(1, 1, 0)]) },
  { name: "GIF with a frame of 65,535 x 65,535", bytes: () => gif(1, 1, [patched(gifFrame(1, 1, 0), 5, FULL)]) },
];

const FULL = [255, 255, 255, 255];
const HTML = "<!doctype html><script>alert(1)</script>";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const ZIP = Buffer.from(`PK\x05\x06${"\0".repeat(18)}`, "latin1");
const SMALL_TEXT = chunk("zTXt", prefixed("a\0\0", deflateSync("b")));

function plain(width: number, height: number, colour: string): Sharp {
  return sharp({ create: { width, height, channels: 4, background: colour } });
}

/** Copies of a file, each truncated at another offset. Negative offsets count from the end. */
function cuts(format: string, whole: () => Promise<Buffer> | Buffer, places: readonly number[]): HostileFile[] {
  return places.map((place) => ({
    name: `${format} cut off at ${place}`,
    bytes: async () => (await whole()).subarray(0, place),
  }));
}

/** Pseudo-random bytes, the same each time (xorshift). */
function noise(length: number): Buffer {
  let state = 2_463_534_242;
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  });
  return Buffer.from(words.buffer, 0, length);
}

function prefixed(start: string, rest: Buffer): Buffer {
  return Buffer.concat([Buffer.from(start, "latin1"), rest]);
}

function patched(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = prefixed(type, data);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A grey PNG, 8 bits per pixel, with these chunks between the header and the end. */
function png(width: number, height: number, chunks: readonly Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return prefixed("\x89PNG\r\n\x1a\n", Buffer.concat([chunk("IHDR", header), ...chunks, chunk("IEND")]));
}

/**
 * A complete PNG of 400 million pixels in less than 400 KiB. Compressed as a stream, since its
 * pixels take 400 MB.
 */
async function pngBomb(): Promise<Buffer> {
  const rows = Buffer.alloc(100 * 20_001);
  const all = Readable.from(Array<Buffer>(200).fill(rows)).pipe(createDeflate());
  return png(20_000, 20_000, [chunk("IDAT", await buffer(all))]);
}

/** A valid PNG with a chunk that decompresses to 64 MiB. */
function pngWithBomb(type: string, start: string): Buffer {
  const bomb = chunk(type, prefixed(start, deflateSync(Buffer.alloc(64 * 1024 * 1024))));
  return png(8, 8, [bomb, chunk("IDAT", deflateSync(Buffer.alloc(9 * 8)))]);
}

function segment(marker: number, data: readonly number[]): Buffer {
  return Buffer.from([0xff, marker, 0, data.length + 2, ...data]);
}

async function jpegClaiming(width: number, height: number): Promise<Buffer> {
  const file = await jpegOf(64, 64, "#00ff00");
  const sides = [height >> 8, height & 255, width >> 8, width & 255];
  return patched(file, file.indexOf(Buffer.from([0xff, 0xc0])) + 5, sides);
}

async function jpegOfHalf(): Promise<Buffer> {
  const file = await jpegOf(640, 640, "#00ff00");
  const data = file.indexOf(Buffer.from([0xff, 0xda])) + 14;
  return Buffer.concat([file.subarray(0, (data + file.length) / 2), Buffer.from([0xff, 0xd9])]);
}

/** A lossy WebP whose header claims this size, with the data of a smaller picture. */
async function webpClaiming(width: number, height: number): Promise<Buffer> {
  const file = await webpOf(64, 64, "#00ff00");
  const sides = [width & 255, width >> 8, height & 255, height >> 8];
  return patched(file, file.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3, sides);
}

async function webpOfHugeCanvas(): Promise<Buffer> {
  const file = await webpOf(64, 64, "#00ff0080");
  return patched(file, file.indexOf("VP8X") + 12, [255, 255, 255, 255, 255, 255]);
}

/** The first half of a WebP, whose sizes are those of the half. */
async function webpOfHalf(): Promise<Buffer> {
  const file = (await webpOf(64, 64, "#00ff00")).subarray(20);
  const half = Buffer.from(file.subarray(0, (file.length >> 2) << 1));
  const head = Buffer.from("VP8 \0\0\0\0");
  head.writeUInt32LE(half.length, 4);
  return webp(Buffer.concat([head, half]));
}

function webp(chunks: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(chunks.length + 4);
  return Buffer.concat([Buffer.from("RIFF"), size, Buffer.from("WEBP"), chunks]);
}

/** A GIF with four colours: red, green, blue, white. */
function gif(width: number, height: number, blocks: readonly Buffer[]): Buffer {
  const screen = [width & 255, width >> 8, height & 255, height >> 8, 0x81, 0, 0];
  const colours = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
  return prefixed("GIF89a", Buffer.concat([Buffer.from([...screen, ...colours]), ...blocks, Buffer.from(";")]));
}

/** A frame of one of the four colours, with an even number of pixels. */
function gifFrame(width: number, height: number, colour: number): Buffer {
  const place = [0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 0];
  return Buffer.concat([
    Buffer.from([...place, 2]),
    ...subBlocksOf(packed(codesOf(width * height, colour))),
    Buffer.from([0]),
  ]);
}

/** LZW codes of pixels. A clear code before every two pixels keeps the codes at 3 bits. */
function codesOf(pixels: number, colour: number): number[] {
  return [...Array.from({ length: pixels / 2 }, () => [4, colour, colour]).flat(), 5];
}

/** Packs codes of 3 bits each, the lowest bit first. */
function packed(codes: readonly number[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil((codes.length * 3) / 8) + 1);
  for (const [index, code] of codes.entries()) {
    const at = (index * 3) >> 3;
    bytes.writeUInt16LE(bytes.readUInt16LE(at) | (code << ((index * 3) & 7)), at);
  }
  return bytes;
}

/** Splits data into sub-blocks: a length of at most 255, and that many bytes. */
function subBlocksOf(bytes: Buffer): Buffer[] {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, index) => index * 255);
  return pieces.map((at) => bytes.subarray(at, at + 255)).map((piece) => Buffer.from([piece.length, ...piece]));
}

/** A GIF that is also valid JavaScript: its width is `/*`, which starts a comment that ends after the picture. */
function gifAndScript(): Buffer {
  const script = Buffer.from("*/=1;alert(1);");
  return Buffer.concat([gif(0x2a2f, 1, [gifFrame(2, 1, 0)]), script]);
}
