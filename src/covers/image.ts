import { promisify } from "node:util";
import { inflate } from "node:zlib";
import pLimit from "p-limit";
import sharp, { type Sharp } from "sharp";
import { Failure } from "../errors.ts";
import { type Header, headerOf } from "./header.ts";

/** A picture as it is kept: a WebP without metadata, and its dominant colour as `#rrggbb`, in steps of 16. */
export interface Cover {
  readonly bytes: Buffer;
  readonly color: string;
}

/** Pixels on the longer side of a cover. */
const LONGER_SIDE = 512;
const MOST_PIXELS = 25_000_000;
/** Pixels on a side, as many as JPEG and GIF can say: a PNG that is longer takes libvips ten times the memory. */
const MOST_ON_A_SIDE = 65_535;
const MOST_FRAMES = 200;
/** For what comes after decoding: libvips does not look at the clock while a progressive JPEG is read. */
const MOST_SECONDS = 10;

/** Profiles and texts of a PNG: how many may be compressed, and what all of them may unpack to, in bytes. */
const MOST_PACKED = 50;
const MOST_UNPACKED = 8 * 1024 * 1024;

/** How many pictures are worked on at a time, and how many wait for their turn. */
const AT_ONCE = 2;
const WAITING = 20;

const limit = pLimit(AT_ONCE);
const unpack = promisify(inflate);

sharp.cache(false);
sharp.concurrency(1);
// Process-wide: libvips reaches no other decoder, whatever the bytes make it believe.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadNsgifBuffer"] });

/**
 * Makes a cover of a PNG, GIF or JPEG file: its first frame, upright, in sRGB, at most 512 pixels on the longer side.
 * The bytes alone tell the format. Decodes off the event loop. Throws `invalid` with the reason `file_invalid` for a file
 * that can't be read or has more than 25 megapixels, 65,535 pixels on a side or 200 frames, and `unavailable` when 20
 * files wait already.
 */
export async function toCover(file: Buffer): Promise<Cover> {
  const header = await readable(() => headerOf(file));
  if (header.width * header.height > MOST_PIXELS) throw refusal("The picture has more than 25 megapixels.");
  if (Math.max(header.width, header.height) > MOST_ON_A_SIDE) throw refusal("The picture is too long or too wide.");
  if (header.frames > MOST_FRAMES) throw refusal("The picture has more than 200 frames.");
  if (limit.pendingCount < WAITING) return limit(() => convert(file, header));
  throw new Failure("unavailable", "The server has too much to do. Try again in a moment.", { retryAfter: 1 });
}

async function convert(file: Buffer, { packed }: Header): Promise<Cover> {
  const { data, info } = await readable(async () => {
    await refuseBomb(packed);
    return decode(file);
  });
  const small = { raw: { width: info.width, height: info.height, channels: info.channels } };
  return { bytes: await sharp(data, small).webp().toBuffer(), color: await colorOf(sharp(data, small)) };
}

/** Raw pixels, which take no metadata along. */
function decode(file: Buffer) {
  return sharp(file, { failOn: "warning", limitInputPixels: MOST_PIXELS })
    .timeout({ seconds: MOST_SECONDS })
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

async function readable<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw refusal("The file is not a picture in PNG, GIF or JPEG that can be read.", cause);
  }
}

function refusal(sentence: string, cause?: unknown): Failure {
  return new Failure("invalid", sentence, { reason: "file_invalid", cause });
}

/** Throws where the data unpacks to too much, or not at all. */
async function refuseBomb(packed: readonly Buffer[]): Promise<void> {
  if (packed.length > MOST_PACKED) throw new Error("too many compressed chunks");
  let left = MOST_UNPACKED;
  for (const data of packed) left -= (await unpack(data, { maxOutputLength: Math.max(1, left) })).length;
}
