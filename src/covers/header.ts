// What PNG, JPEG and GIF say of themselves, read without decoding anything.

/** What a file says about its picture before anything is decoded. */
export interface Header {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** What a decoder holds of it at once, in bytes; 0 where it goes row by row. */
  readonly held: number;
  /** Compressed data beside the pixels, which decoders unpack too. */
  readonly packed: readonly Buffer[];
}

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const GIF_END = 0x3b;

/** The most pixels that anybody decodes. */
export const MOST_PIXELS = 25_000_000;

/** Passes of a progressive JPEG over all its pixels; cameras and encoders make 10 or so. */
const MOST_SCANS = 100;
/** More chunks than any encoder makes of 5 MiB; a walk over more would hold others up. */
const MOST_CHUNKS = 10_000;

/** Throws for other formats, for files without an end, and a RangeError for those that end too early. */
export function headerOf(file: Buffer): Header {
  if (file.subarray(0, PNG.length).equals(PNG)) return pngHeader(file);
  if (file.subarray(0, JPEG.length).equals(JPEG)) return jpegHeader(file);
  if (/^GIF8[79]a$/.test(file.toString("latin1", 0, 6))) return gifHeader(file);
  throw new Error("neither PNG nor JPEG nor GIF");
}

/** Goes from chunk to chunk: length, type, data, checksum. */
function pngHeader(file: Buffer): Header {
  if (file.toString("latin1", 12, 16) !== "IHDR") throw new Error("no IHDR first");
  const packed: Buffer[] = [];
  let at = PNG.length;
  let chunks = 0;
  for (let type = ""; type !== "IEND"; chunks++) {
    if (chunks > MOST_CHUNKS) throw new Error("too many chunks");
    const length = file.readUInt32BE(at);
    type = file.toString("latin1", at + 4, at + 8);
    if (mayBePacked(type)) packed.push(...packedIn(type, file.subarray(at + 8, at + 8 + length)));
    at += length + 12;
  }
  if (at !== file.length) throw new Error("does not end with IEND");
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const isInterlaced = file[28] !== 0;
  const held = isInterlaced ? width * height * bytesPerPixel(file.readUInt8(24), file.readUInt8(25)) : 0;
  return { width, height, frames: 1, held, packed };
}

/** By the bits of a sample and the type of colour: a palette counts as what it becomes. */
function bytesPerPixel(depth: number, colorType: number): number {
  const channels = { 0: 1, 2: 3, 3: 4, 4: 2 }[colorType] ?? 4;
  return channels * Math.max(1, depth / 8);
}

function mayBePacked(type: string): boolean {
  return type === "zTXt" || type === "iCCP" || type === "iTXt";
}

/** The compressed part of a chunk, behind a name that ends in NUL; none where an iTXt says that it has none. */
function packedIn(type: string, data: Buffer): Buffer[] {
  const name = data.indexOf(0);
  if (type !== "iTXt") return [data.subarray(name + 2)];
  if (data[name + 1] === 0) return [];
  const language = data.indexOf(0, name + 3);
  return [data.subarray(data.indexOf(0, language + 1) + 1)];
}

/** Goes from marker to marker, up to the end mark. Cameras append to it, so that anything may follow. */
function jpegHeader(file: Buffer): Header {
  let size = { width: 0, height: 0, held: 0 };
  let scans = 0;
  let at = nextMarker(file, 2);
  for (let marker = file.readUInt8(at + 1); marker !== 0xd9; marker = file.readUInt8(at + 1)) {
    if (marker < 0xc0 || marker === 0xd8) throw new Error("a marker that begins no segment");
    if (isFrameHeader(marker)) size = jpegSize(file, at, marker);
    if (marker === 0xda) scans += 1;
    at = nextMarker(file, at + 2 + file.readUInt16BE(at + 2));
  }
  if (scans > MOST_SCANS) throw new Error("too many scans");
  return { ...size, frames: 1, packed: [] };
}

/** What a frame header says; of a progressive picture every coefficient of every component is held, two bytes each. */
function jpegSize(file: Buffer, at: number, marker: number) {
  const [height, width, components] = [file.readUInt16BE(at + 5), file.readUInt16BE(at + 7), file.readUInt8(at + 9)];
  // Each component has a byte with how often it is sampled across and down, which says how large it is beside the largest.
  const samples = Array.from({ length: components }, (_, index) => file.readUInt8(at + 11 + 3 * index));
  const areas = samples.map((sampling) => (sampling >> 4) * (sampling & 15));
  const share = areas.reduce((sum, area) => sum + area, 0) / Math.max(1, ...areas);
  return { width, height, held: marker === 0xc0 || marker === 0xc1 ? 0 : Math.ceil(width * height * share * 2) };
}

/** Skips what libjpeg skips: the data of a scan and its restart marks, and fill bytes. */
function nextMarker(file: Buffer, start: number): number {
  let at = start;
  while (at < file.length && !(file[at] === 0xff && isMarker(file[at + 1]))) at += 1;
  return at;
}

function isMarker(byte = 0): boolean {
  return byte !== 0 && byte !== 0xff && !(byte >= 0xd0 && byte <= 0xd7);
}

/** SOF0 to SOF15; DHT, JPG and DAC have numbers among them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Goes from block to block. Frames may be larger than the screen that they belong to. */
function gifHeader(file: Buffer): Header {
  let width = file.readUInt16LE(6);
  let height = file.readUInt16LE(8);
  let frames = 0;
  let at = 13 + colorTable(file.readUInt8(10));
  for (let block = file.readUInt8(at); block !== GIF_END; block = file.readUInt8(at)) {
    if (block === 0x2c) {
      width = Math.max(width, file.readUInt16LE(at + 1) + file.readUInt16LE(at + 5));
      height = Math.max(height, file.readUInt16LE(at + 3) + file.readUInt16LE(at + 7));
      frames += 1;
      at = afterData(file, at + 11 + colorTable(file.readUInt8(at + 9)));
    } else if (block === 0x21) at = afterData(file, at + 2);
    else throw new Error("no block");
  }
  if (at + 1 !== file.length) throw new Error("does not end with its end mark");
  return { width, height, frames, held: width * height * 4, packed: [] };
}

/** Bytes of the colour table that flags announce. */
function colorTable(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Where a row of data ends, whose pieces each begin with their length, the last one with 0. */
function afterData(file: Buffer, start: number): number {
  let at = start;
  for (let length = file.readUInt8(at); length > 0; length = file.readUInt8(at)) at += length + 1;
  return at + 1;
}
