import t from "tap";
import { isBitmap, isIco, pictureIn, pixelsOf } from "../../src/library/covers/ico.ts";
import { bitmapOf, icoOf } from "../support/icos.ts";

const entry = (side: number, text: string) => ({ side, bytes: Buffer.from(text) });

t.test("the smallest picture of an ICO that is large enough is chosen, else the largest", async (t) => {
  const chosen = (...sides: readonly number[]) =>
    String(pictureIn(icoOf(...sides.map((side) => entry(side, `${side}`)))));
  t.equal(chosen(16, 48, 256, 64), "48");
  t.equal(chosen(16, 256), "256");
  t.equal(chosen(16, 32, 24), "32");
  t.ok(isIco(icoOf(entry(16, "16"))));
  t.notOk(isIco(Buffer.from("GIF89a and more")));
});

t.test("an ICO without a whole picture is rejected", async (t) => {
  const ico = icoOf(entry(16, "sixteen"));
  for (const file of [ico.subarray(0, -1), ico.subarray(0, 12), icoOf()]) t.throws(() => pictureIn(file), RangeError);
});

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const CLEAR = [0, 0, 0, 0];
const pixelsIn = (bitmap: Buffer) => [...pixelsOf(bitmap).data];

t.test("bitmaps of all depths are decoded, from the bottom up", async (t) => {
  const palette = [0, 0, 255, 0, 255, 0, 0, 0];
  const mask = [0b01000000, 0, 0, 0];
  const size = { width: 2, height: 1 };
  // Red, and a blue pixel that the mask makes transparent.
  const masked = [...RED, 0, 0, 255, 0];
  t.same(pixelsIn(bitmapOf({ ...size, depth: 1, palette, rows: [0b01000000, 0, 0, 0], mask })), masked);
  t.same(pixelsIn(bitmapOf({ ...size, depth: 4, palette, rows: [0x01, 0, 0, 0], mask })), masked);
  t.same(pixelsIn(bitmapOf({ ...size, depth: 8, palette, rows: [0, 1, 0, 0], mask })), masked);
  t.same(pixelsIn(bitmapOf({ ...size, depth: 24, rows: [0, 0, 255, 255, 0, 0, 0, 0], mask })), masked);
  t.same(pixelsIn(bitmapOf({ ...size, depth: 32, rows: [0, 0, 255, 0, 255, 0, 0, 0], mask })), masked);
  const alpha = bitmapOf({ ...size, depth: 32, rows: [0, 0, 255, 255, 0, 0, 0, 0], mask });
  t.same(pixelsIn(alpha), [...RED, ...CLEAR], "the mask is not used where pixels say how transparent they are");
  const tall = bitmapOf({ width: 1, height: 2, depth: 24, rows: [255, 0, 0, 0, 0, 0, 255, 0] });
  t.same(pixelsIn(tall), [...RED, ...BLUE], "a missing mask makes nothing transparent");
  t.ok(isBitmap(tall));
});

t.test("other bitmaps are rejected", async (t) => {
  const good = { width: 1, height: 1, depth: 24, rows: [1, 2, 3, 0] };
  t.doesNotThrow(() => pixelsOf(bitmapOf(good)));
  for (const change of [
    { depth: 16 },
    { compression: 1 },
    { width: 0 },
    { height: -1 },
    { width: 257 },
    { height: 257 },
  ])
    t.throws(() => pixelsOf(bitmapOf({ ...good, ...change })), { message: "unknown bitmap" });
  t.throws(() => pixelsOf(bitmapOf({ ...good, width: 2, height: 200 })), RangeError, "with too little data");
  t.throws(() => pixelsOf(bitmapOf({ ...good, depth: 8, rows: [9, 0, 0, 0] })), RangeError, "without its palette");
});
