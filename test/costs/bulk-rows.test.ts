import { sql } from "kysely";
import t from "tap";
import { inBatches } from "../../harness/import-batches.ts";
import { type Database, inTransaction, type Transaction } from "../../src/database/database.ts";
import * as collections from "../../src/library/collections/collections.ts";
import type { Bookmark } from "../../src/library/import/bookmark/bookmark.ts";
import * as importing from "../../src/library/import/store.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import * as tags from "../../src/library/items/tags.ts";
import * as revert from "../../src/library/undo/revert.ts";
import { addOwner, COLLECTION, ITEM } from "../library/library.ts";
import { engine, openSeparateDatabase } from "../support/databases.ts";

const clock = () => 0;
const COUNT = 1_000;

/** Rows that a change of 1,000 items may write in all tables, with indexes of words and records for undo. */
const BOUNDS: Readonly<Record<string, Readonly<Record<typeof engine, number>>>> = {
  "add a tag": { sqlite: 7_700, postgres: 8_500 },
  "rename a tag": { sqlite: 8_800, postgres: 9_500 },
  "undo of a renamed tag": { sqlite: 8_800, postgres: 9_500 },
  star: { sqlite: 4_200, postgres: 2_200 },
  "undo of star": { sqlite: 4_200, postgres: 2_200 },
  move: { sqlite: 12_000, postgres: 8_800 },
  "undo of a move": { sqlite: 12_000, postgres: 8_800 },
  delete: { sqlite: 12_000, postgres: 8_800 },
  import: { sqlite: 7_000, postgres: 5_500 },
};

/** The rows that this transaction has inserted, updated and deleted so far, triggers included. */
async function writtenBy(transaction: Transaction): Promise<number> {
  const count =
    engine === "sqlite"
      ? sql<{ rows: number }>`select total_changes() as rows`
      : sql<{ rows: number }>`select cast(sum(n_tup_ins + n_tup_upd + n_tup_del) as bigint) as rows
          from pg_stat_xact_user_tables where schemaname = current_schema()`;
  const { rows } = await count.execute(transaction);
  return Number(rows[0]?.rows ?? 0);
}

async function rowsWrittenBy(database: Database, change: (transaction: Transaction) => Promise<unknown>) {
  return inTransaction(database, async (transaction) => {
    const before = await writtenBy(transaction);
    await change(transaction);
    return (await writtenBy(transaction)) - before;
  });
}

t.test("a change of 1,000 items writes few rows for each", async (t) => {
  const database = await openSeparateDatabase(t);
  const owner = await addOwner(database, "owner");
  const { id: from } = await collections.create(database, clock, owner, COLLECTION);
  const { id: to } = await collections.create(database, clock, owner, COLLECTION);
  const inputs = Array.from({ length: COUNT }, (_, index) => ({
    ...ITEM,
    placeId: from,
    title: `Article ${index}`,
    tags: ["reading", `tag${index % 20}`],
  }));
  await items.createMany(database, clock, owner, inputs);
  const bookmarks = Array.from({ length: COUNT }, (_, index): Bookmark => {
    const texts = { title: `Imported ${index}`, excerpt: "", note: "", cover: "" };
    const found = { link: `https://example.com/${index}`, tags: ["reading", `tag${index % 20}`], path: ["Imported"] };
    return { ...texts, ...found, important: false, highlights: [], created: undefined, updated: undefined };
  });
  // A search, so that each item is changed: all items of a place move with their shelves.
  const selection = { placeId: from, nested: false, ids: undefined, searches: ["article"] };
  const undo = async (transaction: Transaction) => {
    const steps = transaction.selectFrom("undo_steps").select("id").where("expires_at", ">", 0).orderBy("id", "desc");
    return revert.revert(transaction, clock, owner, (await steps.executeTakeFirstOrThrow()).id);
  };
  const changes: Readonly<Record<keyof typeof BOUNDS, (transaction: Transaction) => Promise<unknown>>> = {
    "add a tag": (transaction) => bulk.update(transaction, clock, owner, selection, { tags: ["new"] }),
    "rename a tag": (transaction) => tags.replace(transaction, clock, owner, 0, { tags: ["new"], by: "other" }),
    "undo of a renamed tag": undo,
    star: (transaction) => bulk.update(transaction, clock, owner, selection, { important: true }),
    "undo of star": undo,
    move: (transaction) => bulk.update(transaction, clock, owner, selection, { placeId: to }),
    "undo of a move": undo,
    delete: (transaction) => bulk.remove(transaction, clock, owner, selection),
    import: (transaction) => importing.store(transaction, clock, owner, inBatches(bookmarks)),
  };
  for (const [name, change] of Object.entries(changes)) {
    const rows = await rowsWrittenBy(database, change);
    const bound = BOUNDS[name]?.[engine] ?? 0;
    t.ok(rows <= bound && rows > bound / 2, `${name}: ${rows} rows, at most ${bound}`);
  }
});
