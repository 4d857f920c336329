import t from "tap";
import { isBookmark, readEntries } from "../../src/library/import/reader.ts";
import type { ExpectedEntry, GeneratedFile } from "../support/bookmark-files/file.ts";
import { GENERATED } from "../support/bookmark-files/formats.ts";

const NOW = Date.UTC(2026, 0);

/** Bytes in parts of about so many, most of which end within a character. */
async function* partsOf(bytes: Uint8Array, length: number): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(bytes.length, start + length);
    while (end < bytes.length && end < start + length + 2000 && ((bytes[end] ?? 0) & 0xc0) !== 0x80) end++;
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function read(bytes: Uint8Array, partLength: number): Promise<Omit<GeneratedFile, "bytes">> {
  const [entries, skipped]: [ExpectedEntry[], string[]] = [[], []];
  let datesNotRead = 0;
  const found = readEntries(partsOf(bytes, partLength), {
    maxCount: 10_000,
    now: NOW,
    onSkipped: ({ line, text }) => skipped.push(`${line}: ${text}`),
    onDateNotRead: () => datesNotRead++,
  });
  for await (const entry of found) {
    if (!isBookmark(entry)) entries.push({ path: entry.path });
    else {
      const { path, link, title, excerpt, tags, created } = entry;
      entries.push({ path, link, title, excerpt, tags, created });
    }
  }
  return { entries, skipped, datesNotRead };
}

for (const [name, generate] of Object.entries(GENERATED)) {
  t.test(`readEntries: 5,000 entries with the traits of real files, ${name}`, async (t) => {
    const { bytes, ...expected } = generate({ seed: 2026, count: 5000 });
    for (const length of [64 * 1024, 997, bytes.length]) {
      const found = await read(bytes, length);
      t.equal(found.entries.length, expected.entries.length, `${length}`);
      const different = expected.entries.flatMap((entry, index) => {
        const other = found.entries[index];
        return JSON.stringify(entry) === JSON.stringify(other) ? [] : [{ index, entry, other }];
      });
      t.strictSame(different.slice(0, 3), [], `${length}`);
      t.strictSame(found.skipped, expected.skipped, `${length}`);
      t.equal(found.datesNotRead, expected.datesNotRead, `${length}`);
    }
  });
}
