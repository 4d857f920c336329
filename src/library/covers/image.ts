import { promisify } from "node:util";
import { inflate } from "node:zlib";
import pLimit from "p-limit";
import { Failure } from "#contract/failure";
import type { Decoding } from "./decoder.ts";
import { decodeInChildProcess } from "./decoders.ts";
import { type Header, headerOf, MAX_PIXELS } from "./header.ts";
import { isBitmap, isIco, pictureIn } from "./ico.ts";
import type { Picture } from "./pictures.ts";

/** Maximum pixels on the longer side of a cover, and of an icon, which is smaller if it would need too many bytes. */
const COVER_SIDE = 512;
const ICON_SIDES = [64, 32];

/** Maximum bytes of an icon. */
export const MAX_ICON_BYTES = 6_500;

/** Maximum pixels on a side; for longer sides libvips needs many times the memory. */
const MAX_SIDE = 20_000;
/** Maximum `heldBytes` of pictures that aren't decoded row by row: GIF, WebP, interlaced PNG, progressive JPEG. */
const MAX_HELD_BYTES = 110_000_000;
const MAX_FRAMES = 200;

/** Maximum number of compressed chunks of a PNG (profiles, texts), and their total decompressed size. */
const MAX_COMPRESSED_CHUNKS = 50;
const MAX_DECOMPRESSED_BYTES = 8 * 1024 * 1024;

/** Pictures with more pixels are decoded one at a time. */
const LARGE_PIXELS = 5_000_000;

const largeQueue = pLimit(1);
const decompress = promisify(inflate);

/**
 * Converts a PNG, GIF, JPEG or WebP file to a cover: its first frame, upright, in sRGB, at most 512
 * pixels on the longer side. Detects the format from the bytes. Decodes in a child process. Throws
 * `invalid` for a file that can't be decoded, has more than 25
 * megapixels, 20,000 pixels on a side or 200 frames, or needs too much memory; `unavailable` if the
 * child process was killed.
 */
export function toPicture(file: Buffer): Promise<Picture> {
  return toPictureWithin(file, COVER_SIDE);
}

/**
 * Converts the icon of a site to WebP of at most 64 pixels on the longer side. Accepts and rejects the same files as
 * `toPicture`, and ICO too.
 */
export async function toIcon(file: Buffer): Promise<Buffer> {
  const picture = await withPublicError(() => (isIco(file) ? pictureIn(file) : file));
  for (const side of ICON_SIDES) {
    const { bytes } = isBitmap(picture)
      ? await withPublicError(() => decodeInChildProcess({ file: picture, maxSide: side }))
      : await toPictureWithin(picture, side);
    if (bytes.length <= MAX_ICON_BYTES) return bytes;
  }
  throw new Failure("invalid", "The icon is too large.", { reason: "picture-too-large" });
}

async function toPictureWithin(file: Buffer, maxSide: number): Promise<Picture> {
  const header = await withPublicError(() => headerOf(file));
  if (header.width * header.height > MAX_PIXELS) {
    const message = "The picture has more than 25 megapixels.";
    throw new Failure("invalid", message, { reason: "picture-too-many-pixels" });
  }
  if (Math.max(header.width, header.height) > MAX_SIDE)
    throw new Failure("invalid", "The picture has more than 20,000 pixels on a side.", { reason: "picture-too-wide" });
  if (header.heldBytes > MAX_HELD_BYTES) {
    const message = "The picture needs too much memory to decode.";
    throw new Failure("invalid", message, { reason: "picture-too-large" });
  }
  if (header.frames > MAX_FRAMES) {
    throw new Failure("invalid", "The picture has more than 200 frames.", { reason: "picture-too-many-frames" });
  }
  const isLarge = header.width * header.height > LARGE_PIXELS;
  const convert = () => decodeSafely({ file, maxSide }, header, isLarge);
  return isLarge ? largeQueue(convert) : convert();
}

async function decodeSafely(decoding: Decoding, { compressed }: Header, isLarge: boolean): Promise<Picture> {
  return withPublicError(async () => {
    await assertNoBomb(compressed);
    return decodeInChildProcess(decoding, { isLarge });
  });
}

/**
 * Replaces errors of `work` by a `Failure` with a public message; the original is its `cause`, which
 * is not sent. A `Failure`, such as `unavailable`, is thrown unchanged.
 */
async function withPublicError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const message = "The file is not a readable PNG, GIF, JPEG or WebP picture.";
    throw new Failure("invalid", message, { reason: "picture-not-readable", cause });
  }
}

/** Rejects decompression bombs: too many chunks, malformed chunks, or too many decompressed bytes. */
async function assertNoBomb(compressed: readonly Buffer[]): Promise<void> {
  if (compressed.length > MAX_COMPRESSED_CHUNKS) throw new Error("too many compressed chunks");
  let left = MAX_DECOMPRESSED_BYTES;
  for (const data of compressed) left -= (await decompress(data, { maxOutputLength: Math.max(1, left) })).length;
}
