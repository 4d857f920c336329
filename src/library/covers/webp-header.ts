// WebP is a RIFF file: https://developers.google.com/speed/webp/docs/riff_container

/** Bytes before the first chunk, before the data of a chunk, and before the chunks of a frame of an animation. */
const FILE_HEADER = 12;
const CHUNK_HEADER = 8;
const FRAME_HEADER = 16;

/** Maximum chunks of a file; encoders write one or two for each frame. */
const MAX_CHUNKS = 10_000;

/** Bytes per pixel in memory: the decoded picture; with transparency or frames also what it is decoded from. */
const BYTES_PER_PIXEL = { simple: 4, other: 12 };

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Whether a file claims to be a WebP. */
export function isWebp(file: Buffer): boolean {
  return file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP";
}

/** Reads the headers of a WebP, as `headerOf` does. Its size is that of its largest part, whichever of them the decoder believes. */
export function webpHeader(file: Buffer) {
  if (file.readUInt32LE(4) + CHUNK_HEADER !== file.length) throw new Error("does not end where its header says");
  const outer = chunksIn(file.subarray(FILE_HEADER));
  const frames = outer.filter(({ type }) => type === "ANMF");
  const all = [...outer, ...frames.flatMap(({ data }) => chunksIn(data.subarray(FRAME_HEADER)))];
  if (all.length > MAX_CHUNKS) throw new Error("too many chunks");
  const sizes = all.map(sizeOf);
  const width = Math.max(0, ...sizes.map((size) => size.width));
  const height = Math.max(0, ...sizes.map((size) => size.height));
  const isSimple = outer[0]?.type === "VP8 ";
  const heldBytes = width * height * (isSimple ? BYTES_PER_PIXEL.simple : BYTES_PER_PIXEL.other);
  return { width, height, frames: Math.max(1, frames.length), heldBytes, compressed: [] };
}

/** The chunks in the data of a file or a frame. Throws for one that is cut off. */
function chunksIn(data: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < data.length; ) {
    if (chunks.length === MAX_CHUNKS) throw new Error("too many chunks");
    const length = data.readUInt32LE(at + 4);
    const start = at + CHUNK_HEADER;
    if (start + length > data.length) throw new RangeError("a chunk is cut off");
    chunks.push({ type: data.toString("latin1", at, at + 4), data: data.subarray(start, start + length) });
    // Chunks begin at even offsets.
    at = start + length + (length % 2);
  }
  return chunks;
}

/** The size that a chunk claims; 0 for one without a picture. */
function sizeOf({ type, data }: Chunk): Size {
  switch (type) {
    case "VP8X":
      return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    case "ANMF":
      return { width: data.readUIntLE(6, 3) + 1, height: data.readUIntLE(9, 3) + 1 };
    case "VP8 ":
      return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
    case "VP8L":
      return losslessSize(data.readUInt32LE(1));
    default:
      return { width: 0, height: 0 };
  }
}

/** 14 bits each for the width and the height, less 1. */
function losslessSize(bits: number): Size {
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
