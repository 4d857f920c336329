import { isWebp, webpHeader } from "./webp-header.ts";

// Reads the headers of PNG, JPEG, GIF and WebP files without decoding them.

/** What the headers of a file claim about its picture. */
export interface Header {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Bytes that the decoder holds in memory at once; 0 if it decodes row by row. */
  readonly heldBytes: number;
  /** Compressed texts and colour profiles of a PNG, which decoders also decompress. */
  readonly compressed: readonly Buffer[];
}

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Markers of a JPEG: the start of a scan, and the end of the picture. */
const JPEG_SCAN = 0xda;
const JPEG_END = 0xd9;

/** First bytes of the blocks of a GIF. */
const GIF_FRAME = 0x2c;
const GIF_EXTENSION = 0x21;
const GIF_END = 0x3b;

/** Maximum pixels of a picture. */
export const MAX_PIXELS = 25_000_000;

/** Maximum scans (passes over all pixels) of a progressive JPEG; encoders make about 10. */
const MAX_SCANS = 100;
/** Maximum chunks of a PNG: more would block the event loop. Encoders write fewer in 5 MiB, the upload limit. */
const MAX_CHUNKS = 10_000;

/**
 * Reads the headers of a file. Throws an Error for other formats and malformed files, a RangeError
 * for truncated files.
 */
export function headerOf(file: Buffer): Header {
  if (file.subarray(0, PNG.length).equals(PNG)) return pngHeader(file);
  if (file.subarray(0, JPEG.length).equals(JPEG)) return jpegHeader(file);
  if (/^GIF8[79]a$/.test(file.toString("latin1", 0, 6))) return gifHeader(file);
  if (isWebp(file)) return webpHeader(file);
  throw new Error("neither PNG nor JPEG nor GIF nor WebP");
}

/** Reads chunk by chunk: length, type, data, checksum. */
function pngHeader(file: Buffer): Header {
  if (file.toString("latin1", 12, 16) !== "IHDR") throw new Error("does not start with IHDR");
  const compressed: Buffer[] = [];
  let at = PNG.length;
  let chunks = 0;
  for (let type = ""; type !== "IEND"; chunks++) {
    if (chunks > MAX_CHUNKS) throw new Error("too many chunks");
    const length = file.readUInt32BE(at);
    type = file.toString("latin1", at + 4, at + 8);
    if (mayBeCompressed(type)) compressed.push(...compressedIn(type, file.subarray(at + 8, at + 8 + length)));
    at += length + 12;
  }
  if (at !== file.length) throw new Error("does not end with IEND");
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const isInterlaced = file[28] !== 0;
  const heldBytes = isInterlaced ? width * height * bytesPerPixel(file.readUInt8(24), file.readUInt8(25)) : 0;
  return { width, height, frames: 1, heldBytes, compressed };
}

/** Bytes of a decoded pixel. `depth`: bits per sample. Pictures with a palette decode to RGBA. */
function bytesPerPixel(depth: number, colorType: number): number {
  const channels = { 0: 1, 2: 3, 3: 4, 4: 2 }[colorType] ?? 4;
  return channels * Math.max(1, depth / 8);
}

function mayBeCompressed(type: string): boolean {
  return type === "zTXt" || type === "iCCP" || type === "iTXt";
}

/** The compressed data of a chunk, after its NUL-terminated name; none for an uncompressed iTXt. */
function compressedIn(type: string, data: Buffer): Buffer[] {
  const name = data.indexOf(0);
  if (type !== "iTXt") return [data.subarray(name + 2)];
  if (data[name + 1] === 0) return [];
  const language = data.indexOf(0, name + 3);
  return [data.subarray(data.indexOf(0, language + 1) + 1)];
}

/** Reads marker by marker up to the end marker. Ignores data after it, which cameras append. */
function jpegHeader(file: Buffer): Header {
  let size = { width: 0, height: 0, heldBytes: 0 };
  let scans = 0;
  let at = nextMarker(file, 2);
  for (let marker = file.readUInt8(at + 1); marker !== JPEG_END; marker = file.readUInt8(at + 1)) {
    if (marker < 0xc0 || marker === 0xd8) throw new Error("a marker that does not start a segment");
    if (isFrameHeader(marker)) size = jpegSize(file, at, marker);
    if (marker === JPEG_SCAN) scans += 1;
    at = nextMarker(file, at + 2 + file.readUInt16BE(at + 2));
  }
  if (scans > MAX_SCANS) throw new Error("too many scans");
  return { ...size, frames: 1, compressed: [] };
}

/**
 * Reads a frame header. Decoding a progressive picture needs all coefficients of all components in
 * memory, two bytes per coefficient.
 */
function jpegSize(file: Buffer, at: number, marker: number) {
  const [height, width, components] = [file.readUInt16BE(at + 5), file.readUInt16BE(at + 7), file.readUInt8(at + 9)];
  // One byte per component holds its horizontal and vertical sampling factor. Their product is
  // proportional to the component's number of samples.
  const factors = Array.from({ length: components }, (_, index) => file.readUInt8(at + 11 + 3 * index));
  const areas = factors.map((both) => (both >> 4) * (both & 15));
  const samplesPerPixel = areas.reduce((sum, area) => sum + area, 0) / Math.max(1, ...areas);
  const isBaseline = marker === 0xc0 || marker === 0xc1;
  return { width, height, heldBytes: isBaseline ? 0 : Math.ceil(width * height * samplesPerPixel * 2) };
}

/** The offset of the next marker. Skips scan data, restart markers and fill bytes, like libjpeg. */
function nextMarker(file: Buffer, start: number): number {
  let at = start;
  while (at < file.length && !(file[at] === 0xff && isMarker(file[at + 1]))) at += 1;
  return at;
}

function isMarker(byte = 0): boolean {
  return byte !== 0 && byte !== 0xff && !(byte >= 0xd0 && byte <= 0xd7);
}

/** Whether a marker is one of SOF0 to SOF15. DHT, JPG and DAC have codes in the same range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Reads block by block. The size includes frames that extend beyond the logical screen. */
function gifHeader(file: Buffer): Header {
  let width = file.readUInt16LE(6);
  let height = file.readUInt16LE(8);
  let frames = 0;
  let at = 13 + colorTableSize(file.readUInt8(10));
  for (let block = file.readUInt8(at); block !== GIF_END; block = file.readUInt8(at)) {
    if (block === GIF_FRAME) {
      width = Math.max(width, file.readUInt16LE(at + 1) + file.readUInt16LE(at + 5));
      height = Math.max(height, file.readUInt16LE(at + 3) + file.readUInt16LE(at + 7));
      frames += 1;
      at = afterSubBlocks(file, at + 11 + colorTableSize(file.readUInt8(at + 9)));
    } else if (block === GIF_EXTENSION) at = afterSubBlocks(file, at + 2);
    else throw new Error("an unknown block");
  }
  if (at + 1 !== file.length) throw new Error("does not end with the end marker");
  return { width, height, frames, heldBytes: width * height * 4, compressed: [] };
}

/** The size in bytes of the colour table that these flags declare; 0 if they declare none. */
function colorTableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The offset after a series of sub-blocks. Each starts with its length; a length of 0 ends it. */
function afterSubBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let length = file.readUInt8(at); length > 0; length = file.readUInt8(at)) at += length + 1;
  return at + 1;
}
