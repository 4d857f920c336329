import { Readable } from "node:stream";
import { queryObjects } from "node:v8";
import t from "tap";
import { type Entry, toZip } from "../../src/library/export/archive.ts";
import { ArchivePaths } from "../../src/library/export/zip.ts";

const MIB = 1024 * 1024;

/** Entries of 1 MiB each, and the number of MiB that were read of all. */
function countedEntries(count: number) {
  const read = { entries: 0, isClosed: false };
  async function* contentOf(): AsyncIterable<Buffer> {
    try {
      for (let part = 0; part < 16; part++) yield Buffer.alloc(MIB / 16, part);
      read.entries++;
    } finally {
      read.isClosed = true;
    }
  }
  async function* entries(): AsyncIterable<Entry> {
    for (let number = 0; number < count; number++) {
      yield { path: `${number}`, changedAt: 0, content: contentOf(), isText: false };
    }
  }
  return { read, entries: entries() };
}

t.test("toZip reads no further than the archive is read", async (t) => {
  const { read, entries } = countedEntries(100);
  let bytes = 0;
  for await (const part of toZip(entries)) {
    bytes += part.length;
    t.ok(read.entries * MIB <= bytes + MIB);
    if (bytes > 5 * MIB) break;
  }
});

t.test("toZip lets other requests run before each file", async (t) => {
  async function* entries(): AsyncIterable<Entry> {
    for (let number = 0; number < 200; number++) {
      yield { path: `${number}`, changedAt: 0, content: Readable.from([Buffer.from("a")]), isText: false };
    }
  }
  let [turns, isOver] = [0, false];
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  for await (const _ of toZip(entries()));
  isOver = true;
  t.ok(turns >= 100, `${turns} turns of the event loop`);
});

t.test("toZip keeps nothing of the files that it has read", async (t) => {
  class Content {
    async *[Symbol.asyncIterator](): AsyncIterator<Buffer> {
      yield Buffer.from("a");
    }
  }
  let kept: number | undefined;
  async function* entries(): AsyncIterable<Entry> {
    for (let number = 0; number < 100; number++)
      yield { path: `${number}`, changedAt: 0, content: new Content(), isText: number % 2 === 0 };
    kept = queryObjects(Content, { format: "count" });
  }
  for await (const _ of toZip(entries()));
  t.ok(kept !== undefined && kept < 10, `${kept} of 100 files`);
});

t.test("toZip closes the entry that it reads when the archive is no longer read", async (t) => {
  const { read, entries } = countedEntries(1);
  const archive = toZip(entries)[Symbol.asyncIterator]();
  await archive.next();
  await archive.return?.();
  while (!read.isClosed) await new Promise(setImmediate);
  t.equal(read.entries, 0);
});

t.test("toZip throws what reading an entry throws", async (t) => {
  async function* broken(): AsyncIterable<Buffer> {
    yield Buffer.from("begun");
    throw new Error("deleted");
  }
  async function* entries(): AsyncIterable<Entry> {
    yield { path: "a", changedAt: 0, content: broken(), isText: true };
  }
  const readAll = async () => {
    for await (const _ of toZip(entries()));
  };
  await t.rejects(readAll(), { message: "deleted" });
});

t.test("ArchivePaths: no path leads out of its folder, repeats, or has a name that a system rejects", async (t) => {
  const paths = new ArchivePaths();
  const names: readonly (readonly [titles: readonly string[], name: string, path: string])[] = [
    [["Books"], "a.pdf", "Books/a.pdf"],
    [["books"], "A.PDF", "books/A (2).PDF"],
    [["Books"], "a.pdf", "Books/a (3).pdf"],
    [["..", "."], "../../etc/passwd", "_/_/.._.._etc_passwd"],
    [["C:\\Windows"], "..", "C__Windows/_"],
    [[""], "a\u0000\n\u202eb .. ", "_/a___b"],
    [["nul"], "con.txt", "_nul/_con.txt"],
    [["nul.d"], "con.tar.gz", "_nul.d/_con.tar.gz"],
    [["Books"], "a (3).pdf", "Books/a (3) (2).pdf"],
    [["Books"], "a.pdf", "Books/a (4).pdf"],
    [["x".repeat(1_000)], `${"y".repeat(1_000)}.pdf`, `${"x".repeat(60)}/${"y".repeat(60)}.pdf`],
    [["😀".repeat(100)], "ä.md", `${"😀".repeat(60)}/ä.md`],
  ];
  for (const [titles, name, path] of names) t.equal(paths.add(titles, name), path);
});
