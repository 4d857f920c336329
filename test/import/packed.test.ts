import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import t from "tap";
import { ZipFile } from "yazl";
import { Failure } from "#contract/failure";
import { readBookmarks, unpack } from "../../src/library/import/reader.ts";

const MIB = 1024 * 1024;
const TABLE = "url,title\nhttps://a.example/,A\n";
const HTML = '<DL><DT><A HREF="https://b.example/">B</A></DL>';
const JSON_LIST = '[{"href":"https://c.example/","description":"C"}]';

async function titlesOf(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<string[]> {
  const titles: string[] = [];
  for await (const { title } of readBookmarks(source, 100_000)) titles.push(title);
  return titles;
}

/** The number of bytes that a packed file has when it is unpacked. */
async function sizeOf(source: Uint8Array, maxBytes: number): Promise<number> {
  let size = 0;
  for await (const { length } of unpack(inParts(source, source.length), maxBytes)) size += length;
  return size;
}

async function failureOf(reading: Promise<unknown>): Promise<Failure> {
  const error: unknown = await reading.catch((error) => error);
  if (error instanceof Failure) return error;
  throw new Error("The file was read.", { cause: error });
}

/** An archive as this server writes it, with sizes after the content, unless `isStored`. */
async function zipOf(files: Readonly<Record<string, string | Buffer>>, isStored = false): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) {
    if (isStored) zip.addBuffer(Buffer.from(content), path, { compress: false });
    else zip.addReadStream(Readable.from([Buffer.from(content)]), path);
  }
  zip.end();
  return buffer(zip.outputStream);
}

async function* inParts(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

t.test("readBookmarks: the table or bookmark file of an archive", async (t) => {
  const files = { "files/a.csv": "url\nhttps://no.example/", "bookmarks.html": HTML, "bookmarks.csv": TABLE };
  t.strictSame(await titlesOf(await zipOf(files)), ["A"]);
  t.strictSame(await titlesOf(inParts(await zipOf(files), 7)), ["A"]);
  t.strictSame(await titlesOf(await zipOf(files, true)), ["A"]);
  t.strictSame(await titlesOf(await zipOf({ ...files, "bookmarks.json": JSON_LIST })), ["C"], "the most complete");
  t.strictSame(await titlesOf(await zipOf({ "a.png": "x", "backup/Export.HTML": HTML })), ["B"]);
  t.strictSame(await titlesOf(await zipOf({ "__MACOSX/x.csv": TABLE, ".x.csv": TABLE, "a/b/x.json": JSON_LIST })), [
    "C",
  ]);
});

t.test("readBookmarks: all parts of the table of an archive", async (t) => {
  const partOf = (...titles: string[]) =>
    `url,title\r\n${titles.map((title) => `https://${title}.example/,${title}`).join("\r\n")}`;
  for (const folder of ["", "pocket/"]) {
    const files = {
      [`${folder}part_000010.csv`]: partOf("e"),
      [`${folder}part_000000.csv`]: partOf("a", "b"),
      [`${folder}part_000009.csv`]: partOf("d"),
      [`${folder}part_000001.csv`]: partOf("c"),
      [`${folder}other_1.csv`]: partOf("x"),
      [`${folder}annotations/part_000000.csv`]: partOf("y"),
    };
    for (const isStored of [false, true])
      t.strictSame(await titlesOf(await zipOf(files, isStored)), ["a", "b", "c", "d", "e"], folder);
  }
  const many = Array.from({ length: 3000 }, (_, index) => `t${index}`);
  const large = { "t_1.csv": partOf(...many), "t_2.csv": partOf(...many.map((title) => `u${title}`)) };
  t.equal((await titlesOf(await zipOf(large))).length, 6000);
  t.strictSame(await titlesOf(await zipOf({ "a_1.html": HTML, "a_2.html": HTML })), ["B"]);
  t.equal(
    (await failureOf(titlesOf(await zipOf({ "a_1.csv": "url\n", "a_2.csv": "url\n" })))).reason,
    "file-without-bookmarks",
  );
});

t.test("readBookmarks: rejects archives that are damaged, without bookmarks, or too large when unpacked", async (t) => {
  t.match(await failureOf(titlesOf(await zipOf({ "a.png": "x" }))), {
    reason: "file-without-bookmarks",
    message: /has no bookmarks/,
  });
  const archive = await zipOf({ "bookmarks.csv": TABLE.repeat(1000) });
  t.match(await failureOf(titlesOf(archive.subarray(0, -10))), { reason: "file-damaged", message: /damaged/ });
  const changed = Buffer.from(archive);
  changed.fill(0xff, 60, 80);
  t.match(await failureOf(titlesOf(changed)), { reason: "file-damaged", message: /damaged/ });
  const bomb = await zipOf({ "bookmarks.csv": Buffer.alloc(4 * MIB, "x") });
  t.ok(bomb.length < MIB);
  t.equal(await sizeOf(bomb, 4 * MIB), 4 * MIB);
  t.match(await failureOf(sizeOf(bomb, 3 * MIB)), {
    reason: "file-too-large",
    message: "The file is larger than 3 MiB.",
  });
});

/** An LZ4 block as the format describes it: literals, then optionally a copy. */
function sequence(literals: string, copy?: { readonly distance: number; readonly length: number }): Buffer {
  const bytes = Buffer.from(literals);
  const long = (length: number) => {
    if (length < 15) return [];
    return [...Array.from({ length: Math.floor((length - 15) / 255) }, () => 255), (length - 15) % 255];
  };
  const copied = copy === undefined ? 0 : copy.length - 4;
  const token = (Math.min(15, bytes.length) << 4) | Math.min(15, copied);
  const end = copy === undefined ? [] : [copy.distance & 255, copy.distance >> 8, ...long(copied)];
  return Buffer.from([token, ...long(bytes.length), ...bytes, ...end]);
}

const HEADER = Buffer.from("mozLz40\0\0\0\0\0", "latin1");

t.test("readBookmarks: a backup that Firefox has compressed", async (t) => {
  const entry = '{"typeCode":1,"title":"A","uri":"https://a.example/"}';
  const [plain, start] = [`[${entry}]`, `[${entry},`];
  t.strictSame(await titlesOf(Buffer.concat([HEADER, sequence(plain)])), ["A"]);
  const many = 5000;
  const copy = { distance: entry.length + 1, length: (entry.length + 1) * (many - 1) };
  const repeated = Buffer.concat([HEADER, sequence(start, copy), sequence(`${entry}]`)]);
  t.equal((await titlesOf(repeated)).length, many + 1);
  t.equal((await titlesOf(inParts(repeated, 3))).length, many + 1);
  const long = `[${entry.replace("A", "x".repeat(200_000))}]`;
  t.equal((await titlesOf(Buffer.concat([HEADER, sequence(long)])))[0]?.length, 1000);
});

t.test("readBookmarks: rejects compressed backups that are damaged, or too large when unpacked", async (t) => {
  const [whole, before] = [sequence("[{}]"), sequence("[", { distance: 2, length: 4 })];
  for (const block of [whole.subarray(0, 3), before, sequence("[", { distance: 0, length: 4 }), Buffer.from([0xf0])])
    t.match(await failureOf(titlesOf(Buffer.concat([HEADER, block]))), { reason: "file-damaged" });
  t.match(await failureOf(titlesOf(HEADER.subarray(0, 9))), { reason: "file-damaged" });
  const bomb = Buffer.concat([HEADER, sequence("[ ", { distance: 1, length: 4 * MIB - 2 })]);
  t.equal(await sizeOf(bomb, 4 * MIB), 4 * MIB);
  t.match(await failureOf(sizeOf(bomb, 3 * MIB)), { reason: "file-too-large" });
});
