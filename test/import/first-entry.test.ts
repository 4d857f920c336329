import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import t from "tap";
import { Failure } from "#contract/failure";
import { type Entry, toZip } from "../../src/library/export/archive.ts";
import { beginsWithBookmarks, MAX_ARCHIVE } from "../../src/library/import/packed/first-entry.ts";
import { unpack } from "../../src/library/import/reader.ts";

const MIB = 1024 * 1024;
const TABLE = `url,title\n${Array.from({ length: 2000 }, (_, index) => `https://a.example/${index},Title ${index}\n`).join("")}`;

/** Where the content of the first entry begins: after its header and name. */
const CONTENT = 30 + "bookmarks.csv".length;

type File = readonly [path: string, content: string | Buffer, isText?: boolean];

/** An archive as this server exports it. */
async function archiveOf(...files: readonly File[]): Promise<Buffer> {
  async function* entries(): AsyncIterable<Entry> {
    for (const [path, content, isText = true] of files)
      yield { path, changedAt: 0, content: Readable.from([content]), isText };
  }
  return buffer(toZip(entries()));
}

async function* inParts(bytes: Uint8Array, size = 64 * 1024): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function textOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  return String(await buffer(parts));
}

/** The message of the failure with which reading rejects. */
async function messageOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.catch((error) => error);
  if (error instanceof Failure && error.kind === "invalid") return error.message;
  throw new Error("The archive was read, or reading failed for another reason.", { cause: error });
}

const whole = await archiveOf(["bookmarks.csv", TABLE], ["bookmarks.html", "<DL></DL>"], ["files/a.pdf", "a", false]);

t.test("the table with which an archive begins is unpacked, in parts of any size", async (t) => {
  for (const size of [1, 7, 22, 1000, CONTENT, whole.length])
    t.equal(await textOf(unpack(inParts(whole, size), MIB)), TABLE, `${size} bytes at a time`);
  const empty = await archiveOf(["bookmarks.csv", ""], ["files/a.pdf", "a", false]);
  t.equal(await textOf(unpack(inParts(empty), MIB)), "");
  const two = await archiveOf(["bookmarks.csv", TABLE], ["bookmarks.csv", "another table"]);
  t.equal(await textOf(unpack(inParts(two), MIB)), TABLE, "the first of two");
  const complete = await archiveOf(["bookmarks.json", "{}"], ["bookmarks.csv", TABLE], ["bookmarks.html", "<DL></DL>"]);
  t.equal(await textOf(unpack(inParts(complete, 7), MIB)), "{}", "the most complete");
  const commented = Buffer.concat([whole, Buffer.from("comment")]);
  commented.writeUInt16LE(7, whole.length - 2);
  t.equal(await textOf(unpack(inParts(commented), MIB)), TABLE, "with a comment");
});

t.test("the rest of such an archive may be larger than other files, and is not kept", async (t) => {
  const large = await archiveOf(["bookmarks.csv", TABLE], ["files/a.pdf", Buffer.alloc(3 * MIB), false]);
  t.equal(await textOf(unpack(inParts(large), MIB)), TABLE);
  t.equal(await textOf(unpack(inParts(large), MIB)), TABLE);
  const other = await archiveOf(["files/a.pdf", Buffer.alloc(3 * MIB), false], ["bookmarks.csv", TABLE]);
  t.equal(await messageOf(textOf(unpack(inParts(other), MIB))), "The file is larger than 1 MiB.");
});

t.test("other files do not begin with a table", async (t) => {
  const others = [
    Buffer.from(TABLE),
    Buffer.alloc(0),
    Buffer.from("PK\u0003\u0004"),
    await archiveOf(["a/bookmarks.csv", TABLE]),
    await archiveOf(["__MACOSX/.a.csv", TABLE]),
    await archiveOf(["bookmarks.csv", TABLE, false]),
    await archiveOf(["bookmarks.html", TABLE]),
  ];
  for (const bytes of others) t.equal(beginsWithBookmarks(bytes), false);
});

t.test("an archive without an end is refused above 1 GiB", async (t) => {
  let sent = 0;
  async function* endless(): AsyncIterable<Uint8Array> {
    yield whole;
    for (const part = Buffer.alloc(4 * MIB); ; sent += part.length) yield part;
  }
  t.equal(await messageOf(textOf(unpack(endless(), MIB))), "The file is larger than 1024 MiB.");
  t.ok(sent <= MAX_ARCHIVE);
});

t.test("a table that is too large when it is unpacked is refused before the rest is read", async (t) => {
  const bomb = await archiveOf(
    ["bookmarks.csv", Buffer.alloc(64 * MIB, "x")],
    ["files/a.pdf", Buffer.alloc(MIB), false],
  );
  t.ok(bomb.length < 2 * MIB);
  let [read, isClosed] = [0, false];
  async function* counted(): AsyncIterable<Uint8Array> {
    try {
      for await (const part of inParts(bomb, 4096)) {
        read += part.length;
        yield part;
      }
    } finally {
      isClosed = true;
    }
  }
  t.equal(await messageOf(textOf(unpack(counted(), MIB))), "The file is larger than 1 MiB.");
  t.ok(read < 64 * 1024, `${read} bytes`);
  t.ok(isClosed);
});

t.test("damaged archives are refused: truncated ones, and ones with a wrong checksum or sizes", async (t) => {
  const damaged = "The file is damaged: it could not be unpacked.";
  const messageFor = (bytes: Uint8Array) => messageOf(textOf(unpack(inParts(bytes, 500), MIB)));
  for (const length of [CONTENT, CONTENT + 1, 5000, whole.length - 1, whole.length - 21, whole.length - 23])
    t.equal(await messageFor(whole.subarray(0, length)), damaged, `${length} bytes`);
  const descriptor = whole.indexOf("PK\x07\x08");
  const changes: readonly (readonly [name: string, change: (bytes: Buffer) => unknown])[] = [
    ["a wrong checksum", (bytes) => bytes.writeUInt32LE(1, descriptor + 4)],
    ["no descriptor", (bytes) => bytes.writeUInt16LE(0, 6)],
    ["a long name", (bytes) => bytes.writeUInt16LE(400, 28)],
    ["content that is not compressed", (bytes) => bytes.fill(0xff, CONTENT, CONTENT + 20)],
  ];
  for (const [name, change] of changes) {
    const bytes = Buffer.from(whole);
    change(bytes);
    t.equal(await messageFor(bytes), damaged, name);
  }
});

t.test("what the source throws is thrown, also between two parts of the table", async (t) => {
  async function* broken(): AsyncIterable<Uint8Array> {
    yield* inParts(whole.subarray(0, 5000), 1000);
    throw new Failure("timeout", "The client disconnected.");
  }
  await t.rejects(textOf(unpack(broken(), MIB)), { message: "The client disconnected." });
});

t.test("archives with changed bytes are read as they were, or refused", async (t) => {
  const change = fc.record({ at: fc.nat({ max: whole.length - 1 }), byte: fc.nat({ max: 255 }) });
  let read = 0;
  const property = fc.asyncProperty(change, fc.integer({ min: 1, max: 20_000 }), async ({ at, byte }, size) => {
    const bytes = Buffer.from(whole);
    bytes[at] = byte;
    const text = await textOf(unpack(inParts(bytes, size), MIB)).catch((error: unknown) => {
      if (error instanceof Failure && error.kind === "invalid") return undefined;
      throw error;
    });
    if (text === TABLE) read++;
    // An archive that no longer looks like one is passed on.
    return text === undefined || text === TABLE || text === bytes.toString();
  });
  await fc.assert(property, { numRuns: 500, seed: 2026 });
  t.ok(read > 5, `${read} were read`);
});
