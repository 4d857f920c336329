import type { KyselyPlugin } from "kysely";
import t, { type Test } from "tap";
import { cleanUpShelves } from "../../src/library/cleanup/cleanup.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import * as listing from "../../src/library/items/listing.ts";
import * as scopes from "../../src/library/items/scope.ts";
import { EVERYTHING } from "../../src/library/placement.ts";
import { openTestDatabase } from "../support/databases.ts";
import { addOwner, COLLECTION, ITEM } from "./library.ts";

const clock = () => 0;
const FIRST_PAGE: listing.ListQuery = { order: "-created", page: 0, limit: 50, text: "" };

/** Opens a database with an account that has two collections, the first of them public. */
async function openLibrary(t: Test) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const [one, other] = [
    await collections.create(database, clock, owner, { ...COLLECTION, public: true }),
    await collections.create(database, clock, owner, COLLECTION),
  ];
  return { database, owner, one: one.id, other: other.id };
}

t.test("page: items that were moved out of the scope after the scope was read are not listed", async (t) => {
  const { database, owner, one, other } = await openLibrary(t);
  const { id: movedBack } = await items.create(database, clock, owner, { ...ITEM, placeId: one });
  for (const text of ["", "example"]) {
    await items.create(database, clock, owner, { ...ITEM, placeId: one });
    const scope = await scopes.getReadable(database, undefined, { placeId: one, nested: false });
    // Moves the shelf with both items to `other`, and then one item back to `one`, which has a new shelf by then.
    await bulk.update(database, clock, owner, { placeId: one, nested: false, ids: undefined }, { placeId: other });
    await items.update(database, clock, owner, movedBack, { placeId: one });
    const page = await listing.page(database, scope, { ...FIRST_PAGE, text });
    t.ok(page.items.every(({ collection_id }) => collection_id === one));
  }
});

t.test("page: items that the cleanup moved to another shelf after the scope was read are listed", async (t) => {
  const { database, owner, one, other } = await openLibrary(t);
  await items.create(database, clock, owner, { ...ITEM, placeId: one });
  for (const text of ["", "example"]) {
    for (const placeId of [other, one]) {
      const from = { placeId: placeId === one ? other : one, nested: false, ids: undefined };
      await bulk.update(database, clock, owner, from, { placeId });
      const scope = await scopes.getWritable(database, owner, { placeId, nested: false });
      while (await cleanUpShelves(database, 100)) t.pass("one step of the cleanup");
      t.equal((await listing.page(database, scope, { ...FIRST_PAGE, text })).items.length, 1);
    }
  }
});

t.test("getWritable: leaves out empty shelves to which no items are being moved", async (t) => {
  const { database, owner, one } = await openLibrary(t);
  t.same((await scopes.getWritable(database, owner, { placeId: EVERYTHING, nested: false })).shelfIds, []);
  await items.create(database, clock, owner, { ...ITEM, placeId: one });
  const scope = await scopes.getWritable(database, owner, { placeId: EVERYTHING, nested: false });
  t.equal(scope.shelfIds.length, 1);
  t.equal((await listing.page(database, scope, FIRST_PAGE)).items.length, 1);
});

t.test("page: the pages of items on several shelves neither overlap nor leave items out", async (t) => {
  const { database, owner, one, other } = await openLibrary(t);
  // Items outside of the scope, so that pages and the batches in which rows are read end at different items.
  await items.createMany(database, clock, owner, Array(60).fill(ITEM));
  for (let batch = 0; batch < 12; batch++) {
    const placeId = batch % 2 === 0 ? one : other;
    const many = Array.from({ length: 100 }, (_, number) => ({ ...ITEM, placeId, title: `${batch * 100 + number}` }));
    await items.createMany(database, clock, owner, many);
  }
  await bulk.update(database, clock, owner, { placeId: other, nested: false, ids: undefined }, { placeId: one });
  for (const order of ["-created", "created", "title", "sort", "-domain"] as const) {
    const scope = await scopes.getWritable(database, owner, { placeId: one, nested: false });
    t.equal(scope.shelfIds.length, 2, "the cleanup has not merged the shelves");
    const ids: number[] = [];
    for (let page = 0; page < 24; page++) {
      const { items } = await listing.page(database, scope, { ...FIRST_PAGE, order, page });
      ids.push(...items.map(({ id }) => id));
    }
    t.same([ids.length, new Set(ids).size], [1_200, 1_200], order);
    t.equal((await listing.page(database, scope, { ...FIRST_PAGE, order, text: "117" })).count, 11, order);
    t.same((await listing.page(database, scope, { ...FIRST_PAGE, order, page: 24 })).items, []);
  }
});

t.test("list: throws when the collection becomes private during a search", async (t) => {
  const { database, owner, one } = await openLibrary(t);
  await items.create(database, clock, owner, { ...ITEM, placeId: one });
  const search = { ...FIRST_PAGE, text: "example" };
  const place = { placeId: one, nested: false };
  t.equal((await listing.list(database, undefined, place, search)).count, 1);
  const hide = () => collections.update(database, clock, owner, one, { public: false });
  await t.rejects(listing.list(database.withPlugin(afterFirst("total", hide)), undefined, place, search), {
    name: "Failure",
    reason: "credential-missing",
  });
});

/** A plugin that waits for `work` after the first statement whose rows have a column with this name. */
function afterFirst(column: string, work: () => Promise<unknown>): KyselyPlugin {
  let isDone = false;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDone && column in (result.rows[0] ?? {})) {
        isDone = true;
        await work();
      }
      return result;
    },
  };
}
