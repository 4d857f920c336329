import { env } from "node:process";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { sql } from "kysely";
import t from "tap";
import { Failure } from "#contract/failure";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { cleanUp } from "../../src/library/cleanup/cleanup.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as covers from "../../src/library/collections/covers.ts";
import * as removal from "../../src/library/collections/removal.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import * as library from "../../src/library/library.ts";
import * as undoListing from "../../src/library/undo/listing.ts";
import { revert } from "../../src/library/undo/revert.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { computeIndexes, readIndexes } from "../support/facets.ts";
import { countRows, readCounters } from "../support/usage.ts";
import { addOwner, COLLECTION, ITEM } from "./library.ts";

const RUNS = Number(env.PROPERTY_RUNS) || 20;
const SEED = Number(env.PROPERTY_SEED) || 2026;
const clock = () => 0;

/** Changes a library. `id` is a recent collection or item, or unknown; `text` is new content. */
type Operation = (database: Database, owner: number, id: number, text: string) => Promise<unknown>;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  addCollection: (database, owner, _, title) => collections.create(database, clock, owner, { ...COLLECTION, title }),
  changeCollection: (database, owner, id, description) =>
    collections.update(database, clock, owner, id, { description, title: "x" }),
  setCover: (database, owner, id, text) =>
    covers.setPicture(database, clock, owner, id, { bytes: Buffer.from(text), color: "#000000" }),
  deleteCollection: (database, owner, id) => removal.deleteTree(database, clock, owner, id),
  mergeCollections: (database, owner, id) => removal.merge(database, clock, owner, { to: id, ids: [id, id + 1] }),
  addItem: (database, owner, id, text) => {
    const placeId = id % 2 === 0 ? id : -1;
    return items.create(database, clock, owner, { ...ITEM, placeId, excerpt: text, tags: [text] });
  },
  addItems: (database, owner, _, note) => items.createMany(database, clock, owner, Array(3).fill({ ...ITEM, note })),
  changeItem: (database, owner, id, title) => items.update(database, clock, owner, id, { title, important: true }),
  moveItem: (database, owner, id) => items.update(database, clock, owner, id, { placeId: id }),
  removeItem: (database, owner, id) => items.remove(database, clock, owner, id),
  changeItems: (database, owner, id, text) => {
    const change = { tags: id % 3 === 0 ? [] : [text], media: [{ link: text }], cover: text };
    return bulk.update(database, clock, owner, { placeId: -1, nested: false, ids: undefined }, change);
  },
  removeItems: (database, owner, id) =>
    bulk.remove(database, clock, owner, { placeId: id, nested: true, ids: undefined }),
  emptyTrash: (database, owner) => bulk.emptyTrash(database, clock, owner),
  undo: async (database, owner) => {
    const [step] = await undoListing.list(database, clock, owner);
    if (step !== undefined) await revert(database, clock, owner, step.id);
  },
  rollBack: (database, owner, _, note) =>
    library.change(database, owner, async (transaction) => {
      await items.createMany(transaction, clock, owner, [{ ...ITEM, note }]);
      await collections.create(transaction, clock, owner, COLLECTION);
      throw new Failure("conflict", "This transaction is rolled back.");
    }),
  cleanUp: (database) => cleanUp(database, clock, 2),
};

const call = fc.record({
  name: fc.constantFrom(...Object.keys(OPERATIONS)),
  owner: fc.nat(1),
  /** How far the id is below the highest id. */
  age: fc.nat(12),
  text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
});

/** Waits for an operation, which may reject with a `Failure`. */
async function attempt(operation: Promise<unknown> | undefined): Promise<void> {
  await operation?.catch((error) => {
    if (!(error instanceof Failure)) throw error;
  });
}

/** The highest id of the items and collections, or 1 if there are none. */
async function highestId(database: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from items union all select id from collections
    order by id desc limit 1`.execute(database);
  return rows[0]?.id ?? 1;
}

t.test("after any concurrent operations, the counters equal a count of all rows", async (t) => {
  const url = await migratedDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  const owners = [await addOwner(database, "ann"), await addOwner(database, "bob")];
  const property = fc.asyncProperty(
    fc.array(fc.array(call, { maxLength: 4 }), { minLength: 10, maxLength: 20 }),
    async (batches) => {
      for (const batch of batches) {
        const highest = await highestId(database);
        const performed = batch.map(({ name, owner, age, text }) =>
          attempt(OPERATIONS[name]?.(database, owners[owner] ?? 0, Math.max(1, highest - age), text)),
        );
        await Promise.all(performed);
        for (const owner of owners) {
          const [counters, rows] = [await readCounters(database, owner), await countRows(database, owner)];
          if (isDeepStrictEqual(counters, rows)) continue;
          throw new Error(`The counters are ${JSON.stringify(counters)}, the rows ${JSON.stringify(rows)}.`);
        }
        const [stored, computed] = [await readIndexes(database), await computeIndexes(database)];
        if (isDeepStrictEqual(stored, computed)) continue;
        throw new Error(
          `The indexes are ${JSON.stringify(stored)}, computed from the items ${JSON.stringify(computed)}.`,
        );
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
  const left = await countRows(database, owners[0] ?? 0);
  t.ok(
    left.item_count > 0 && left.collection_count > 0 && left.stored_bytes > 0,
    "the operations create more rows than they delete",
  );
});
