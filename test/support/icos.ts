/** A picture in an ICO: a PNG or a bitmap, and its side in pixels. */
export interface IcoEntry {
  readonly side: number;
  readonly bytes: Buffer;
}

export function icoOf(...entries: readonly IcoEntry[]): Buffer {
  const head = Buffer.from([0, 0, 1, 0, entries.length, 0]);
  let start = head.length + entries.length * 16;
  const directory = entries.map(({ side, bytes }) => {
    const entry = Buffer.alloc(16);
    entry[0] = side % 256;
    entry[1] = side % 256;
    entry.writeUInt32LE(bytes.length, 8);
    entry.writeUInt32LE(start, 12);
    start += bytes.length;
    return entry;
  });
  return Buffer.concat([head, ...directory, ...entries.map(({ bytes }) => bytes)]);
}

/** The parts of a bitmap without a file header. Rows are from the bottom up. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Bits of a pixel. */
  readonly depth: number;
  readonly palette?: readonly number[];
  readonly rows: readonly number[];
  readonly mask?: readonly number[];
  readonly compression?: number;
}

export function bitmapOf({ width, height, depth, palette = [], rows, mask = [], compression = 0 }: Bitmap): Buffer {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(width, 4);
  // Twice the height, because of the mask.
  head.writeInt32LE(2 * height, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(depth, 14);
  head.writeUInt32LE(compression, 16);
  head.writeUInt32LE(palette.length / 4, 32);
  return Buffer.concat([head, Buffer.from([...palette, ...rows, ...mask])]);
}

/** A red bitmap of 32 bits per pixel. */
export function redBitmap(side: number): Buffer {
  const rows = Array<number[]>(side * side)
    .fill([0, 0, 255, 255])
    .flat();
  return bitmapOf({ width: side, height: side, depth: 32, rows });
}
