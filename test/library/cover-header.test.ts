import t from "tap";
import { headerOf } from "../../src/library/covers/header.ts";

// Builds files byte by byte. Checksums are left empty, because only the decoder checks them.

const PNG_START = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

interface PngOptions {
  readonly depth?: number;
  readonly colorType?: number;
  readonly interlace?: number;
  readonly chunks?: readonly Buffer[];
}

/** A PNG of 300 x 200 pixels. */
function png({ depth = 8, colorType = 2, interlace = 0, chunks = [] }: PngOptions = {}): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(300, 0);
  size.writeUInt32BE(200, 4);
  const head = chunk("IHDR", Buffer.concat([size, Buffer.from([depth, colorType, 0, 0, interlace])]));
  return Buffer.concat([PNG_START, head, ...chunks, chunk("IEND")]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
}

/** A JPEG of 300 x 200 pixels. `factors`: the sampling factors of each component, two digits in hexadecimal. */
function jpeg(marker: number, factors: readonly number[], scans = 1): Buffer {
  const components = factors.flatMap((both, index) => [index + 1, both, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xc4, [1, 2, 3]),
    segment(marker, [8, 0, 200, 1, 44, factors.length, ...components]),
    // A scan whose data holds a restart marker, and 0xff followed by 0.
    ...Array.from({ length: scans }, () =>
      Buffer.concat([segment(0xda, [0]), Buffer.from([1, 0xff, 0, 0xff, 0xd3, 2])]),
    ),
    Buffer.from([0xff, 0xff, 0xd9]),
  ]);
}

function segment(marker: number, data: readonly number[]): Buffer {
  return Buffer.from([0xff, marker, 0, data.length + 2, ...data]);
}

/** A GIF whose screen has 300 x 200 pixels, with these blocks. */
function gif(flags: number, ...blocks: readonly (readonly number[])[]): Buffer {
  const screen = [44, 1, 200, 0, flags, 0, 0];
  return Buffer.concat([Buffer.from("GIF89a"), Buffer.from([...screen, ...blocks.flat()])]);
}

/** A WebP with these chunks. */
function webp(...chunks: readonly Buffer[]): Buffer {
  const size = Buffer.alloc(4);
  const rest = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  size.writeUInt32LE(rest.length);
  return Buffer.concat([Buffer.from("RIFF"), size, rest]);
}

function webpChunk(type: string, data: readonly number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(data), Buffer.alloc(data.length % 2)]);
}

/** 300 x 200 pixels, in the two kinds of WebP. The highest two bits say how to scale them. */
const LOSSY = webpChunk("VP8 ", [1, 2, 3, 0x9d, 1, 0x2a, 44, 0x41, 200, 0x80]);
const LOSSLESS = webpChunk("VP8L", [0x2f, ...littleEndian(299 | (199 << 14), 4), 7]);

/** A canvas of 310 x 210 pixels. */
const CANVAS = webpChunk("VP8X", [2, 0, 0, 0, ...littleEndian(309, 3), ...littleEndian(209, 3)]);

/** A frame that claims 320 x 10 pixels around a picture. */
function webpFrame(picture: Buffer): Buffer {
  const place = [0, 0, 0, 0, 0, 0, ...littleEndian(319, 3), ...littleEndian(9, 3), 0, 0, 0, 0];
  return webpChunk("ANMF", [...place, ...picture]);
}

function littleEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 255);
}

const END = [0x3b];

/** A frame of 10 x 20 pixels at 295, 190, with two colours of its own. */
const FRAME = [0x2c, 39, 1, 190, 0, 10, 0, 20, 0, 0x80, 1, 1, 1, 2, 2, 2, 7, 3, 1, 2, 3, 1, 9, 0];

const COMMENT = [0x21, 0xfe, 2, 65, 66, 0];

t.test("the header of a PNG has its size; an interlaced one is held in memory whole", async (t) => {
  const common = { width: 300, height: 200, frames: 1, compressed: [] };
  t.same(headerOf(png()), { ...common, heldBytes: 0 });
  const pixels = 300 * 200;
  for (const [depth, colorType, bytes] of [
    [8, 0, 1],
    [16, 0, 2],
    [1, 0, 1],
    [8, 2, 3],
    [16, 2, 6],
    [4, 3, 4],
    [8, 4, 2],
    [8, 6, 4],
    [16, 6, 8],
  ] as const)
    t.same(headerOf(png({ depth, colorType, interlace: 1 })), { ...common, heldBytes: pixels * bytes }, `${colorType}`);
});

t.test("the header of a PNG has its compressed texts and colour profiles, without their names", async (t) => {
  const [text, profile, plain, international] = [
    chunk("zTXt", Buffer.from("name\0\0text")),
    chunk("iCCP", Buffer.from("name\0\0profile")),
    chunk("iTXt", Buffer.from("name\0\0\0en\0Name\0plain")),
    chunk("iTXt", Buffer.from("name\0\x01\0en\0Name\0international")),
  ];
  const { compressed } = headerOf(png({ chunks: [text, profile, plain, international, chunk("tEXt")] }));
  t.same(compressed.map(String), ["text", "profile", "international"]);
});

t.test("the header of a JPEG has its size; a progressive one is held in memory whole", async (t) => {
  const common = { width: 300, height: 200, frames: 1, compressed: [] };
  for (const marker of [0xc0, 0xc1])
    t.same(headerOf(jpeg(marker, [0x22, 0x11, 0x11])), { ...common, heldBytes: 0 }, `${marker}`);
  t.same(headerOf(jpeg(0xc2, [0x11])), { ...common, heldBytes: 300 * 200 * 2 });
  t.same(headerOf(jpeg(0xc2, [0x22, 0x11, 0x11])), { ...common, heldBytes: 300 * 200 * 1.5 * 2 });
  t.same(headerOf(jpeg(0xce, [0x21, 0x11], 100)), { ...common, heldBytes: 300 * 200 * 1.5 * 2 });
});

t.test("the header of a GIF has its frames, and a size that holds those beyond its screen", async (t) => {
  const common = { frames: 1, compressed: [] };
  const size = { width: 305, height: 210, heldBytes: 305 * 210 * 4 };
  t.same(headerOf(gif(0, COMMENT, FRAME, END)), { ...common, ...size });
  t.same(headerOf(gif(0x81, Array(12).fill(7), FRAME, COMMENT, FRAME, END)), { ...common, ...size, frames: 2 });
  t.same(headerOf(gif(0, END)), { ...common, frames: 0, width: 300, height: 200, heldBytes: 300 * 200 * 4 });
  t.equal(headerOf(Buffer.concat([Buffer.from("GIF87a"), gif(0, FRAME, END).subarray(6)])).frames, 1);
});

t.test("the header of a WebP has its frames, and the size of its largest part", async (t) => {
  const common = { width: 300, height: 200, frames: 1, compressed: [] };
  t.same(headerOf(webp(LOSSY)), { ...common, heldBytes: 300 * 200 * 4 });
  t.same(headerOf(webp(LOSSLESS)), { ...common, heldBytes: 300 * 200 * 12 });
  const canvas = { ...common, width: 310, height: 210, heldBytes: 310 * 210 * 12 };
  t.same(headerOf(webp(CANVAS, webpChunk("ICCP", [1, 2, 3]), LOSSY)), canvas);
  const size = { width: 320, height: 200, heldBytes: 320 * 200 * 12 };
  t.same(headerOf(webp(webpFrame(LOSSY), webpFrame(LOSSLESS))), { ...common, ...size, frames: 2 });
});

t.test("what is wrong with a file is said in the error", async (t) => {
  const many = Array<Buffer>(10_000).fill(chunk("tEXt"));
  for (const [file, message] of [
    [Buffer.from("GIF88a"), "neither PNG nor JPEG nor GIF nor WebP"],
    [Buffer.from("\x89PNG\r\n\x1a\r", "latin1"), "neither PNG nor JPEG nor GIF nor WebP"],
    [Buffer.concat([PNG_START, chunk("IEND"), png()]), "does not start with IHDR"],
    [png({ chunks: many }), "too many chunks"],
    [Buffer.concat([png(), Buffer.from([0])]), "does not end with IEND"],
    [jpeg(0xc0, [0x11], 101), "too many scans"],
    [Buffer.from([0xff, 0xd8, 0xff, 0xbf]), "a marker that does not start a segment"],
    [Buffer.from([0xff, 0xd8, 0xff, 0xd8]), "a marker that does not start a segment"],
    [gif(0, [0x22]), "an unknown block"],
    [gif(0, END, [0]), "does not end with the end marker"],
    [Buffer.concat([webp(LOSSY), Buffer.from([0])]), "does not end where its header says"],
    [webp(...Array<Buffer>(10_001).fill(webpChunk("XMP ", []))), "too many chunks"],
    [webp(LOSSY.subarray(0, -2)), "a chunk is cut off"],
  ] as const)
    t.throws(() => headerOf(file), { message });
  t.doesNotThrow(() => headerOf(png({ chunks: many.slice(1) })));
});

t.test("a file that ends too early is a RangeError", async (t) => {
  for (const file of [png(), jpeg(0xc0, [0x11]), gif(0, FRAME, END)])
    for (const length of [20, 35]) t.throws(() => headerOf(file.subarray(0, length)), RangeError);
  for (const type of ["VP8 ", "VP8L", "VP8X", "ANMF"])
    t.throws(() => headerOf(webp(webpChunk(type, [1, 2]))), RangeError, type);
});
