// Reads ICO files, in which a site has its icon in several sizes, each as a PNG or as a bitmap without a file header.

/** Pixels of a side from which an icon is large enough, also for screens with several pixels in one of CSS. */
const WANTED_SIDE = 48;
const MAX_SIDE = 256;
const MAX_ENTRIES = 100;
const ENTRY_BYTES = 16;
const DIRECTORY_BYTES = 6;
const BITMAP_HEADER_BYTES = 40;

/** Pixels as RGBA, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

export function isIco(file: Buffer): boolean {
  return file.length > DIRECTORY_BYTES && file.readUInt32BE(0) === 0x00000100;
}

/** The smallest picture of an ICO that is large enough, else the largest. Throws if it has none. */
export function pictureIn(file: Buffer): Buffer {
  const count = Math.min(file.readUInt16LE(4), MAX_ENTRIES);
  const entries = Array.from({ length: count }, (_, index) => entryAt(file, DIRECTORY_BYTES + index * ENTRY_BYTES));
  const [best] = entries.toSorted((one, other) => misfit(one) - misfit(other) || other.depth - one.depth);
  if (best === undefined || best.start + best.length > file.length) throw new RangeError("has no whole picture");
  return file.subarray(best.start, best.start + best.length);
}

interface Entry {
  readonly side: number;
  readonly depth: number;
  readonly length: number;
  readonly start: number;
}

function entryAt(file: Buffer, at: number): Entry {
  return {
    // A byte cannot hold 256, which is written as 0.
    side: file.readUInt8(at) || 256,
    depth: file.readUInt16LE(at + 6),
    length: file.readUInt32LE(at + 8),
    start: file.readUInt32LE(at + 12),
  };
}

function misfit({ side }: Entry): number {
  return side >= WANTED_SIDE ? side - WANTED_SIDE : 2 * MAX_SIDE - side;
}

/** Whether a picture of an ICO is a bitmap. No other format that is decoded begins like this. */
export function isBitmap(picture: Buffer): boolean {
  return picture.length > BITMAP_HEADER_BYTES && picture.readUInt32LE(0) === BITMAP_HEADER_BYTES;
}

/** Decodes a bitmap without compression: its rows, from the bottom up, and then a mask that says what is transparent. */
export function pixelsOf(bitmap: Buffer): Pixels {
  const [width, height] = [bitmap.readInt32LE(4), bitmap.readInt32LE(8) / 2];
  const depth = bitmap.readUInt16LE(14);
  const isPlain = bitmap.readUInt32LE(16) === 0 && [1, 4, 8, 24, 32].includes(depth) && Number.isInteger(height);
  if (!isPlain || Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE) throw new Error("unknown bitmap");
  const colors = depth > 8 ? 0 : bitmap.readUInt32LE(32) || 2 ** depth;
  const palette = bitmap.subarray(BITMAP_HEADER_BYTES, BITMAP_HEADER_BYTES + colors * 4);
  const rows = { start: BITMAP_HEADER_BYTES + palette.length, bytes: rowBytes(width, depth) };
  const mask = { start: rows.start + rows.bytes * height, bytes: rowBytes(width, 1) };
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    const fromBottom = height - 1 - y;
    for (let x = 0; x < width; x++) {
      const color = colorAt(bitmap, { row: rows.start + rows.bytes * fromBottom, x, depth, palette });
      data.writeUInt32BE(color, (y * width + x) * 4);
    }
  }
  const hasAlpha = depth === 32 && data.some((byte, index) => index % 4 === 3 && byte > 0);
  if (!hasAlpha) applyMask(data, bitmap, { ...mask, width, height });
  return { width, height, data };
}

/** Rows begin at multiples of four bytes. */
function rowBytes(width: number, depth: number): number {
  return Math.ceil((width * depth) / 32) * 4;
}

interface Place {
  /** The offset of the row. */
  readonly row: number;
  readonly x: number;
  /** Bits of a pixel. */
  readonly depth: number;
  readonly palette: Buffer;
}

/** A pixel as RGBA. Bitmaps have their colours as BGR. */
function colorAt(bitmap: Buffer, { row, x, depth, palette }: Place): number {
  const [from, at] = depth > 8 ? [bitmap, row + (x * depth) / 8] : [palette, 4 * indexAt(bitmap, row, x, depth)];
  const color = from.readUIntLE(at, 3) * 256;
  return color + (depth === 32 ? bitmap.readUInt8(at + 3) : 0);
}

/** The index in the palette, of which several may share a byte, the first in the highest bits. */
function indexAt(bitmap: Buffer, row: number, x: number, depth: number): number {
  const bits = x * depth;
  return (bitmap.readUInt8(row + (bits >> 3)) >> (8 - depth - (bits & 7))) & (2 ** depth - 1);
}

interface Mask {
  readonly start: number;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Makes all pixels opaque but those that the mask has. A mask that is missing has none. */
function applyMask(data: Buffer, bitmap: Buffer, { start, bytes, width, height }: Mask): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const byte = bitmap[start + bytes * (height - 1 - y) + (x >> 3)] ?? 0;
      data[(y * width + x) * 4 + 3] = (byte >> (7 - (x & 7))) & 1 ? 0 : 255;
    }
}
