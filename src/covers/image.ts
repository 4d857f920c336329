import { promisify } from "node:util";
import { inflate } from "node:zlib";
import pLimit from "p-limit";
import { Failure } from "../errors.ts";
import { decodeInChildProcess } from "./decoders.ts";
import { type Header, headerOf, MAX_PIXELS } from "./header.ts";
import type { Picture } from "./pictures.ts";

/** Pixels on a side: for longer ones libvips needs many times the memory. */
const MAX_SIDE = 20_000;
/** Bytes that decoding may hold at once, where a picture isn't decoded row by row (interlaced, progressive). */
const MAX_HELD_BYTES = 110_000_000;
const MAX_FRAMES = 200;

/** Compressed profiles and texts of a PNG, and the bytes that all of them together may unpack to. */
const MAX_PACKED_CHUNKS = 50;
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024;

/** Pictures with more pixels are decoded one at a time. */
const LARGE_PIXELS = 5_000_000;

const largeQueue = pLimit(1);
const unpack = promisify(inflate);

/**
 * Converts a PNG, GIF or JPEG file to a cover: its first frame, upright, in sRGB, at most 512
 * pixels on the longer side. Only the bytes decide the format. Decodes in a child process. Throws
 * `invalid` with the reason `file_invalid` for a file that can't be decoded, has more than 25
 * megapixels, 20,000 pixels on a side or 200 frames, or needs too much memory.
 */
export async function toPicture(file: Buffer): Promise<Picture> {
  const header = await decoding(() => headerOf(file));
  if (header.width * header.height > MAX_PIXELS) throw unacceptable("The picture has more than 25 megapixels.");
  if (Math.max(header.width, header.height) > MAX_SIDE)
    throw unacceptable("The picture has more than 20,000 pixels on a side.");
  if (header.heldBytes > MAX_HELD_BYTES) throw unacceptable("The picture needs too much memory to decode.");
  if (header.frames > MAX_FRAMES) throw unacceptable("The picture has more than 200 frames.");
  const isLarge = header.width * header.height > LARGE_PIXELS;
  return isLarge ? largeQueue(() => convert(file, header, isLarge)) : convert(file, header, isLarge);
}

async function convert(file: Buffer, { packed }: Header, isLarge: boolean): Promise<Picture> {
  return decoding(async () => {
    await assertNoBomb(packed);
    return decodeInChildProcess(file, { isLarge });
  });
}

/** Turns every error of `work` into the same message, with the error as its private cause. */
async function decoding<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw unacceptable("The file is not a readable PNG, GIF or JPEG picture.", cause);
  }
}

function unacceptable(message: string, cause?: unknown): Failure {
  return new Failure("invalid", message, { reason: "file_invalid", cause });
}

/** Throws where the data unpacks to more than allowed, or can't be unpacked. */
async function assertNoBomb(packed: readonly Buffer[]): Promise<void> {
  if (packed.length > MAX_PACKED_CHUNKS) throw new Error("too many compressed chunks");
  let left = MAX_UNPACKED_BYTES;
  for (const data of packed) left -= (await unpack(data, { maxOutputLength: Math.max(1, left) })).length;
}
