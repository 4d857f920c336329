import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import t from "tap";
import { keeping, toEntries } from "../../src/library/import/batches.ts";
import type { Entry } from "../../src/library/import/reader.ts";
import { Spool } from "../../src/library/import/spool.ts";

/** Entries with long titles. Calls `onRead` before each. */
async function* entriesOf(lengths: readonly number[], onRead: (index: number) => void = () => {}) {
  for (const [index, length] of lengths.entries()) {
    onRead(index);
    yield { path: ["ä".repeat(length)] };
  }
}

async function pathsOf(entries: AsyncIterable<Entry>): Promise<readonly (readonly string[])[]> {
  const paths: (readonly string[])[] = [];
  for await (const { path } of entries) paths.push(path);
  return paths;
}

t.test("keeping: passes entries on, and has at most one batch of them in memory", async (t) => {
  const lengths = [...Array(600).fill(10), 70_000, 70_000, 70_000, 200_000, 1];
  const batches: (readonly Entry[])[] = [];
  let [kept, most] = [0, 0];
  const read = entriesOf(lengths, (index) => {
    most = Math.max(most, index - kept);
  });
  const passed = await pathsOf(
    keeping(read, async (batch) => {
      const entries = toEntries(batch);
      kept += entries.length;
      batches.push(entries);
    }),
  );
  t.same(
    batches.map(({ length }) => length),
    [250, 250, 102, 1, 1, 1],
  );
  t.ok(most <= 250, `${most} entries`);
  t.same(
    batches.flat().map(({ path }) => path),
    passed,
  );
  t.same(
    passed.map(([title = ""]) => title.length),
    lengths,
  );
});

t.test("Spool: returns batches in any order, and leaves no file behind", async (t) => {
  const foldersOf = () => readdirSync(tmpdir()).filter((name) => name.startsWith("triptych-import-"));
  const before = foldersOf();
  const lengths = Array.from({ length: 1_400 }, (_, index) => index % 100);
  {
    await using spool = await Spool.open();
    await pathsOf(spool.keep(entriesOf(lengths)));
    t.equal(spool.count, 3);
    const read = [];
    for (const number of [2, 0, 1]) read.push(await spool.read(number));
    t.same(
      read.flat().map(({ path: [title = ""] }) => title.length),
      [...lengths.slice(1_200), ...lengths.slice(0, 1_200)],
    );
    t.equal(foldersOf().length, before.length + 1);
  }
  t.same(foldersOf(), before);
});
