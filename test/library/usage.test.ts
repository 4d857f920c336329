import { env } from "node:process";
import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import t from "tap";
import { Failure } from "#contract/failure";
import { inBatches } from "../../harness/import-batches.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import * as access from "../../src/library/access.ts";
import { cleanUp } from "../../src/library/cleanup/cleanup.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as covers from "../../src/library/collections/covers.ts";
import * as removal from "../../src/library/collections/removal.ts";
import { toBookmark } from "../../src/library/import/bookmark/bookmark.ts";
import * as importing from "../../src/library/import/store.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import { upload } from "../../src/library/items/file.ts";
import * as items from "../../src/library/items/items.ts";
import * as tags from "../../src/library/items/tags.ts";
import * as library from "../../src/library/library.ts";
import * as sharing from "../../src/library/sharing/sharing.ts";
import * as undoListing from "../../src/library/undo/listing.ts";
import { revert } from "../../src/library/undo/revert.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { productIds } from "../../src/products/product-id.ts";
import * as products from "../../src/products/products.ts";
import { erase } from "../../src/retention/erasure.ts";
import { insertAccount } from "../support/accounts.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { computeIndexes, readIndexes } from "../support/facets.ts";
import { countRows, readCounters } from "../support/usage.ts";
import { addOwner, addPage, COLLECTION, ITEM } from "./library.ts";

const RUNS = Number(env.PROPERTY_RUNS) || 20;
const SEED = Number(env.PROPERTY_SEED) || 2026;
const clock = () => 0;
const newProductId = productIds(Date.now);

/** What an operation changes: a recent item and a recent collection of any account, and new content. */
interface Target {
  readonly item: number;
  readonly collection: number;
  readonly text: string;
}

type Operation = (database: Database, owner: number, target: Target) => Promise<unknown>;

const inUnsorted = { placeId: -1, nested: false, ids: undefined };
/** A search, so that each item is changed: all items of a place move with their shelves. */
const foundInUnsorted = { ...inUnsorted, searches: ["example"] };

const OPERATIONS: Readonly<Record<string, Operation>> = {
  addCollection: (database, owner, { text: title }) =>
    collections.create(database, clock, owner, { ...COLLECTION, title }),
  nestCollection: (database, owner, { collection: parentId }) =>
    collections.create(database, clock, owner, { ...COLLECTION, parentId }),
  changeCollection: (database, owner, { collection, text: description }) =>
    collections.update(database, clock, owner, collection, { description, title: "x" }),
  setCover: (database, owner, { collection, text }) =>
    covers.setPicture(database, clock, owner, collection, { bytes: Buffer.from(text), color: "#000000" }),
  deleteCollection: (database, owner, { collection }) => removal.deleteTree(database, clock, owner, collection),
  mergeCollections: (database, owner, { collection }) =>
    removal.merge(database, clock, owner, { to: collection, ids: [collection - 1, collection + 1, collection + 2] }),
  share: (database, owner, { collection }) =>
    library.change(database, owner, async (transaction) => {
      await access.getOwned(transaction, owner, collection);
      const others = await transaction.selectFrom("accounts").select("id").where("id", "<>", owner).execute();
      const invited = { collectionId: collection, role: "member", ownerId: owner } as const;
      for (const { id } of others) await sharing.add(transaction, clock, id, invited);
    }),
  unshare: (database, owner, { collection }) => sharing.end(database, owner, collection),
  addItem: (database, owner, { text }) =>
    library.change(database, owner, async (transaction) => {
      const content = { ...ITEM, excerpt: text, tags: [text, "other"] };
      await addPage(transaction, await items.create(transaction, clock, owner, content), text);
    }),
  addItemTo: (database, owner, { collection: placeId, text }) =>
    items.create(database, clock, owner, { ...ITEM, placeId, tags: [text] }),
  addItems: (database, owner, { text: note }) =>
    items.createMany(database, clock, owner, Array(3).fill({ ...ITEM, note })),
  addManyItems: (database, owner, { item, text }) => {
    const tagged = Array.from({ length: 9 }, (_, index) => ({
      tags: [text, `tag ${index % 3}`],
      note: index % 2 ? "" : text,
    }));
    const inputs = tagged.map((content) => ({ ...ITEM, ...content, important: item % 2 === 0 }));
    return items.createMany(database, clock, owner, inputs);
  },
  addFile: (database, owner, { collection: placeId, text }) => {
    const content = Readable.from([Buffer.from(`%PDF-1.7 ${text}`)]);
    const options = { itemAddress: "https://example.com/", maxBytes: 1_000_000 };
    return upload(database, clock, owner, { content, name: "x.pdf", placeId }, options);
  },
  importItems: (database, owner, { item, text }) => {
    const link = `https://example.com/${item}?${encodeURIComponent(text)}`;
    const bookmark = toBookmark({ kind: "bookmark", link, path: [text], tags: [text] });
    return importing.store(database, clock, owner, inBatches(bookmark === undefined ? [] : [bookmark]));
  },
  importManyItems: (database, owner, { item, text }) => {
    const bookmarks = Array.from({ length: 9 }, (_, index) => {
      const link = `https://example.com/${item}/${index % 7}?${encodeURIComponent(text)}`;
      return toBookmark({ kind: "bookmark", link, path: index % 2 ? [] : [text], tags: [text, `tag ${index}`] }) ?? [];
    });
    return importing.store(database, clock, owner, inBatches(bookmarks.flat()));
  },
  changeItem: (database, owner, { item, text }) =>
    items.update(database, clock, owner, item, { title: text, important: true, link: `https://example.com/${text}` }),
  highlightItem: (database, owner, { item, text }) =>
    items.update(database, clock, owner, item, { highlights: [{ text }], reminderAt: item, broken: item % 2 === 0 }),
  moveItem: (database, owner, { item, collection: placeId }) => items.update(database, clock, owner, item, { placeId }),
  removeItem: (database, owner, { item }) => items.remove(database, clock, owner, item),
  changeItems: (database, owner, { item, text }) => {
    const change = { tags: item % 3 === 0 ? [] : [text], media: [{ link: text }], cover: text };
    return bulk.update(database, clock, owner, inUnsorted, change);
  },
  starItems: (database, owner, { item }) =>
    bulk.update(database, clock, owner, inUnsorted, { important: item % 2 === 0 }),
  moveFoundItems: (database, owner, { item, collection: placeId, text }) =>
    bulk.update(database, clock, owner, foundInUnsorted, {
      placeId,
      ...(item % 3 === 0 && { tags: [text] }),
      ...(item % 2 === 0 && { important: true }),
    }),
  removeFoundItems: (database, owner, { item }) =>
    bulk.remove(database, clock, owner, { ...foundInUnsorted, placeId: item % 2 === 0 ? -1 : -99 }),
  moveItems: (database, owner, { collection: placeId }) => bulk.update(database, clock, owner, inUnsorted, { placeId }),
  removeItems: (database, owner, { collection: placeId }) =>
    bulk.remove(database, clock, owner, { placeId, nested: true, ids: undefined }),
  emptyTrash: (database, owner) => bulk.emptyTrash(database, clock, owner),
  renameTag: (database, owner, { text: by }) => tags.replace(database, clock, owner, 0, { tags: ["renamed"], by }),
  mergeTags: (database, owner, { text }) =>
    tags.replace(database, clock, owner, 0, { tags: [text, "other"], by: "renamed" }),
  removeTag: (database, owner, { text }) => tags.remove(database, clock, owner, 0, ["renamed", text]),
  addProduct: (database, owner, { text: name }) =>
    products.create(database, owner, newProductId, { name, description: "", price: 1, inStock: true }),
  removeProduct: async (database) => products.remove(database, (await products.findLastId(database)) ?? ""),
  eraseAccount: async (database, _, { collection, text }) => {
    const guest = await insertAccount(database);
    await items.createMany(database, clock, guest, [{ ...ITEM, tags: [text] }]);
    await attempt(items.create(database, clock, guest, { ...ITEM, placeId: collection, tags: [text] }));
    await accounts.remove(database, clock, guest);
    await erase(database, clock, guest, { pause: async () => true });
  },
  undo: async (database, owner) => {
    const [step] = await undoListing.list(database, clock, owner);
    if (step !== undefined) await revert(database, clock, owner, step.id);
  },
  rollBack: (database, owner, { text: note }) =>
    library.change(database, owner, async (transaction) => {
      await items.createMany(transaction, clock, owner, [{ ...ITEM, note }]);
      await collections.create(transaction, clock, owner, COLLECTION);
      throw new Failure("conflict", "This transaction is rolled back.");
    }),
  rollBackChange: (database, owner, { text }) =>
    library.change(database, owner, async (transaction) => {
      await bulk.update(transaction, clock, owner, inUnsorted, { tags: [text], important: true });
      throw new Failure("conflict", "This transaction is rolled back.");
    }),
  cleanUp: (database) => cleanUp(database, clock, 2),
};

const call = fc.record({
  name: fc.constantFrom(...Object.keys(OPERATIONS)),
  owner: fc.nat(1),
  /** How many newer items and collections there are, about. */
  age: fc.nat(5),
  text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
});

/** Waits for an operation, which may reject with a `Failure`. */
async function attempt(operation: Promise<unknown> | undefined): Promise<void> {
  await operation?.catch((error) => {
    if (!(error instanceof Failure)) throw error;
  });
}

/** The newest rows, the last one first. */
async function newestIn(database: Database, table: "items" | "collections"): Promise<number[]> {
  const rows = await database.selectFrom(table).select("id").orderBy("id", "desc").limit(6).execute();
  return rows.map(({ id }) => id);
}

t.test("after any concurrent operations, all derived data equals what is computed from the rows", async (t) => {
  const url = await migratedDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  const owners = [await addOwner(database, "ann"), await addOwner(database, "bob")];
  const property = fc.asyncProperty(
    fc.array(fc.array(call, { maxLength: 4 }), { minLength: 10, maxLength: 20 }),
    async (batches) => {
      for (const batch of batches) {
        const found = {
          items: await newestIn(database, "items"),
          collections: await newestIn(database, "collections"),
        };
        const choose = (ids: readonly number[], age: number) => ids[age % ids.length] ?? 1;
        const performed = batch.map(({ name, owner, age, text }) => {
          const target = { item: choose(found.items, age), collection: choose(found.collections, age), text };
          return attempt(OPERATIONS[name]?.(database, owners[owner] ?? 0, target));
        });
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
      const problems = await verify(database);
      if (problems.length > 0) throw new Error(JSON.stringify(problems));
    },
  );
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
  const left = await countRows(database, owners[0] ?? 0);
  t.ok(
    left.item_count > 0 && left.collection_count > 0 && left.stored_bytes > 0,
    "the operations create more rows than they delete",
  );
});
