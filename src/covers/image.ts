import { promisify } from "node:util";
import { inflate } from "node:zlib";
import pLimit from "p-limit";
import { Failure } from "../errors.ts";
import { decodeInChildProcess } from "./decoders.ts";
import { type Header, headerOf, MOST_PIXELS } from "./header.ts";
import type { Picture } from "./pictures.ts";

/** Pixels on a side: what is longer takes libvips many times the memory. */
const MOST_ON_A_SIDE = 20_000;
/** What decoding may hold at once, in bytes: of pictures that do not come row by row, as interlaced and progressive ones. */
const MOST_HELD = 110_000_000;
const MOST_FRAMES = 200;

/** Profiles and texts of a PNG: how many may be compressed, and what all of them may unpack to, in bytes. */
const MOST_PACKED = 50;
const MOST_UNPACKED = 8 * 1024 * 1024;

/** Pictures of more pixels than this are read one after the other. */
const LARGE = 5_000_000;

const oneByOne = pLimit(1);
const unpack = promisify(inflate);

/**
 * Makes a cover of a PNG, GIF or JPEG file: its first frame, upright, in sRGB, at most 512 pixels on the longer side.
 * The bytes alone tell the format. Decodes in another process. Throws `invalid` with the reason `file_invalid` for a file
 * that can't be read, has more than 25 megapixels, 20,000 pixels on a side or 200 frames, or takes too much memory to read.
 */
export async function toCover(file: Buffer): Promise<Picture> {
  const header = await readable(() => headerOf(file));
  if (header.width * header.height > MOST_PIXELS) throw refusal("The picture has more than 25 megapixels.");
  if (Math.max(header.width, header.height) > MOST_ON_A_SIDE) throw refusal("The picture is too long or too wide.");
  if (header.held > MOST_HELD) throw refusal("The picture takes too much memory to read.");
  if (header.frames > MOST_FRAMES) throw refusal("The picture has more than 200 frames.");
  const isLarge = header.width * header.height > LARGE;
  return isLarge ? oneByOne(() => convert(file, header, isLarge)) : convert(file, header, isLarge);
}

async function convert(file: Buffer, { packed }: Header, isLarge: boolean): Promise<Picture> {
  return readable(async () => {
    await refuseBomb(packed);
    return decodeInChildProcess(file, { isLarge });
  });
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
