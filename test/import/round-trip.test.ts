import { env } from "node:process";
import fc from "fast-check";
import t, { type Test } from "tap";
import type { Database } from "../../src/database/database.ts";
import * as exports from "../../src/export/exports.ts";
import { type Bookmark, toBookmark } from "../../src/import/bookmark.ts";
import { readBookmarks } from "../../src/import/reader.ts";
import { store } from "../../src/import/store.ts";
import { addOwner } from "../collections/library.ts";
import { engine, openTestDatabase } from "../support/databases.ts";

// Environment variables: PROPERTY_RUNS sets the number of generated cases, PROPERTY_SEED the seed that generates them.
const RUNS = Number(env.PROPERTY_RUNS) || (engine === "sqlite" ? 40 : 15);
const SEED = Number(env.PROPERTY_SEED) || 2026;

const clock = () => Date.UTC(2026, 0, 1);

/** Any text, often with characters that mean something in HTML or CSV. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc
    .array(fc.constantFrom('"', "'", ",", "\r\n", "\n", "<", ">", "&", "&amp;", "</A>", "=", " ", "é", "😀"), {
      maxLength: 8,
    })
    .map((parts) => parts.join("")),
);

/** Both formats separate tags by commas. */
const tag = text.map((value) => value.replaceAll(",", ";"));

/** CSV separates the titles of a path by a slash between spaces; `Unsorted` would mean no collection. */
const title = text.map((value) => value.replaceAll("/", "|")).filter((value) => value.trim() !== "Unsorted");

const found = fc.record({
  link: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  title: text,
  excerpt: text,
  note: text,
  tags: fc.array(tag, { maxLength: 4 }),
  path: fc.array(title, { maxLength: 3 }),
  cover: fc.option(fc.webUrl(), { nil: undefined }),
  important: fc.boolean(),
  // From 1973, so that a number of milliseconds is not taken for seconds.
  created: fc.integer({ min: 100_000_001, max: 4_000_000_000 }).map(String),
});

const file = fc
  .uniqueArray(found, { maxLength: 12, selector: ({ link }) => link })
  .map((all) => all.flatMap((one) => toBookmark(one) ?? []));

/** How many accounts were created. */
let accounts = 0;

/** Stores bookmarks for a new account, and returns its export of everything. */
async function exportOf(database: Database, bookmarks: readonly Bookmark[], format: exports.Format): Promise<Buffer> {
  accounts++;
  const owner = await addOwner(database, `owner ${accounts}`);
  await store(database, clock, owner, bookmarks);
  const place = { placeId: 0, nested: false };
  let exported = "";
  for await (const line of await exports.start(database, owner, place, { format, order: "-sort", search: "" }))
    exported += line;
  return Buffer.from(exported);
}

/** Everything that an export keeps, in an order that does not depend on folders. */
function comparable(bookmarks: readonly Bookmark[]): string[] {
  return bookmarks
    .map(({ updated: _updated, path, ...rest }) =>
      JSON.stringify({ ...rest, path: path.length === 0 ? ["Unsorted"] : path }),
    )
    .sort();
}

async function check(t: Test, format: exports.Format): Promise<void> {
  const database = await openTestDatabase(t);
  await fc.assert(
    fc.asyncProperty(file, async (bookmarks) => {
      if (bookmarks.length === 0) return;
      const read: Bookmark[] = [];
      for await (const one of readBookmarks(await exportOf(database, bookmarks, format), 100)) read.push(one);
      t.strictSame(comparable(read), comparable(bookmarks));
    }),
    { numRuns: RUNS, seed: SEED },
  );
}

for (const format of ["csv", "html"] as const) {
  t.test(`an import of an exported ${format} file has the same links, texts, tags, folders and times`, (t) =>
    check(t, format),
  );
}
