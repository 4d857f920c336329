import { deepStrictEqual } from "node:assert/strict";
import { env } from "node:process";
import fc from "fast-check";
import t, { type Test } from "tap";
import { inBatches } from "../../harness/import-batches.ts";
import type { Database } from "../../src/database/database.ts";
import * as collections from "../../src/library/collections/collections.ts";
import type { Bookmark } from "../../src/library/import/bookmark/bookmark.ts";
import { readBookmarks } from "../../src/library/import/reader.ts";
import { store } from "../../src/library/import/store.ts";
import type { Highlight } from "../../src/library/items/highlight.ts";
import * as items from "../../src/library/items/items.ts";
import { UNSORTED } from "../../src/library/placement.ts";
import { addOwner, COLLECTION, ITEM } from "../library/library.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { engine } from "../support/databases.ts";
import { createKey } from "../support/people.ts";

// Environment variables: PROPERTY_RUNS sets the number of generated cases, PROPERTY_SEED the seed that generates them.
const RUNS = Number(env.PROPERTY_RUNS) || (engine === "sqlite" ? 30 : 10);
const SEED = Number(env.PROPERTY_SEED) || 2026;

const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;

/** Any text, often with characters that mean something in HTML or CSV, or to the cells of our tables. */
const PARTS = ['"', "'", ",", "\r\n", "\n", "\t", "<", ">", "&", "&amp;", "</A>", "<DD>", "<p>", "=", " ", "é", "😀"];
const CELL_PARTS = ["/", " / ", "\\", "[", "]", '["a"]', "Note:", "\nNote:", "\n\nHighlight:", "\n\nColor:red"];
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }).map((value) => value.replaceAll("\0", "")),
  fc.array(fc.constantFrom(...PARTS, ...CELL_PARTS), { maxLength: 8 }).map((parts) => parts.join("")),
);
const shortText = text.map((value) => value.trim());

/** Both formats call Unsorted a folder, so that a root collection with this title cannot be told from it. */
const title = shortText.map((value) => (value === "" || value === "Unsorted" ? "/" : value));

/** A collection, and the place of its parent among the collections before it; the root if there is none. */
const folder = fc.record({ title, parent: fc.nat({ max: 8 }) });

const color = fc.constantFrom("yellow", "red", "teal", undefined);
const highlight = fc.record({
  text: fc.tuple(text, fc.constant(".")).map((parts) => parts.join("")),
  note: text,
  color,
});

/** When an item was created, last changed, and last marked: the clock at that time allows no later times. */
const times = fc
  .array(fc.integer({ min: 1000, max: NOW }), { minLength: 3, maxLength: 3 })
  .map((all) => all.toSorted((one, other) => one - other))
  .map(([createdAt, updatedAt, markedAt = NOW]) => ({ createdAt, updatedAt, markedAt }));

const entry = fc.record({
  link: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  title: shortText,
  excerpt: text,
  note: text,
  tags: fc.uniqueArray(shortText, { maxLength: 4 }).map((tags) => tags.filter((tag) => tag !== "")),
  cover: fc.oneof(fc.webUrl(), fc.constant("")),
  important: fc.boolean(),
  highlights: fc.array(highlight, { maxLength: 3 }),
  times,
  /** The place of its collection among all; Unsorted beyond them. */
  folder: fc.nat({ max: 8 }),
});

const library = fc.record({
  folders: fc.array(folder, { maxLength: 6 }),
  entries: fc.uniqueArray(entry, { minLength: 1, maxLength: 10, selector: ({ link }) => link }),
});

type Library = typeof library extends fc.Arbitrary<infer Value> ? Value : never;

/** Stores a library for an account, as requests would. */
async function fill(database: Database, owner: number, { folders, entries }: Library): Promise<void> {
  const ids: number[] = [];
  for (const { title, parent } of folders) {
    const input = { ...COLLECTION, title, parentId: ids[parent] ?? null };
    ids.push((await collections.create(database, clock, owner, input)).id);
  }
  for (const { folder, times, ...content } of entries) {
    const { markedAt, ...itemTimes } = times;
    const title = content.title === "" ? content.link : content.title;
    const item = { ...ITEM, ...content, ...itemTimes, title, placeId: ids[folder] ?? UNSORTED };
    await items.create(database, () => markedAt, owner, item);
  }
}

/** What is stored of an item, apart from ids and what no format carries. */
interface Stored {
  readonly path: readonly string[];
  readonly link: string;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly cover: string;
  readonly tags: string;
  readonly important: number;
  readonly created: number;
  readonly updated: number;
  readonly highlights: readonly Omit<Highlight, "id" | "position" | "updated">[];
}

/** The items of an account by folder, in the manual order within each. */
async function storedItems(database: Database, owner: number): Promise<Stored[]> {
  const folders = await database
    .selectFrom("collections")
    .select(["id", "parent_id", "title"])
    .where("account_id", "=", owner)
    .execute();
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const pathOf = (id: number | null): string[] => {
    const folder = byId.get(id ?? 0);
    return folder === undefined ? [] : [...pathOf(folder.parent_id), folder.title];
  };
  const rows = await database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "items.shelf_id")
    .select([
      "link",
      "title",
      "excerpt",
      "note",
      "cover",
      "tags",
      "important",
      "created_at",
      "updated_at",
      "highlights",
    ])
    .select("collection_id")
    .where("items.account_id", "=", owner)
    .orderBy("sort", "desc")
    .orderBy("items.id", "desc")
    .execute();
  const stored = rows.map(({ collection_id, created_at: created, updated_at: updated, highlights, ...row }) => ({
    ...row,
    path: pathOf(collection_id),
    created,
    updated,
    highlights: JSON.parse(highlights).map(({ text, note, color, created }: Highlight) => ({
      text,
      note,
      color,
      created,
    })),
  }));
  return [...Map.groupBy(stored, ({ path }) => JSON.stringify(path))].toSorted(byKey).flatMap(([, ofPath]) => ofPath);
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** What an import keeps of an item in a format: all, except for what the contract says about it. */
const KEPT: Readonly<Record<"csv" | "html", (item: Stored) => Stored>> = {
  csv: (item) => ({ ...item, updated: NOW }),
  html: ({ path, title, excerpt, note, created, updated, highlights, ...item }) => ({
    ...item,
    path: path.map(onOneLine),
    title: onOneLine(title),
    excerpt: excerpt.trim(),
    note: note.trim(),
    created: toSeconds(created),
    updated: toSeconds(updated),
    highlights: highlights.map(({ text, note, color, created }) => ({
      text: text.trim(),
      note: note.trim(),
      color,
      created: toSeconds(created),
    })),
  }),
};

function onOneLine(text: string): string {
  return text.replace(/\r\n?|\n/g, " ");
}

function toSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

/** How many accounts were created. */
let accounts = 0;

async function exportOf(app: TestApp, owner: number, format: "csv" | "html"): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await createKey(app, owner)}` };
  const { status, body } = await app.send("GET", `/rest/v1/raindrops/0/export.${format}?sort=sort`, { headers });
  if (status !== 200) throw new Error(`The export returned ${status}.`);
  return Buffer.from(String(body));
}

async function check(t: Test, format: "csv" | "html"): Promise<void> {
  const app = await openApp(t);
  const { database } = app.context;
  await fc.assert(
    fc.asyncProperty(library, async (generated) => {
      const source = await addOwner(database, `source ${++accounts}`);
      const target = await addOwner(database, `target ${accounts}`);
      await fill(database, source, generated);
      const bookmarks: Bookmark[] = [];
      for await (const one of readBookmarks(await exportOf(app, source, format), 100)) bookmarks.push(one);
      await store(database, clock, target, inBatches(bookmarks));
      const expected = (await storedItems(database, source)).map(KEPT[format]);
      const actual = await storedItems(database, target);
      // Not an assertion of tap: fast-check needs an exception to look for a smaller example.
      deepStrictEqual(actual, expected);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  t.pass();
}

for (const format of ["csv", "html"] as const) {
  t.test(`an import of an exported ${format} file stores the same items, folders, times and highlights`, (t) =>
    check(t, format),
  );
}
