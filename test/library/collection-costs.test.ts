import { sql } from "kysely";
import t, { type Test } from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import { cleanUpShelves } from "../../src/library/cleanup/cleanup.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as order from "../../src/library/collections/order.ts";
import * as removal from "../../src/library/collections/removal.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import { idsAt } from "../../src/library/items/item-order.ts";
import * as scopes from "../../src/library/items/scope.ts";
import * as placement from "../../src/library/placement.ts";
import { joinedWithin, sharedWithin } from "../../src/library/sharing/shared-subtree.ts";
import { analyse, engine, openTestDatabase } from "../support/databases.ts";
import { planOf, queriesOf } from "../support/queries.ts";
import { expireUndo } from "../support/undo.ts";
import { addOwner } from "./library.ts";

const SIZE = { collections: 3_000, items: 6_000, depth: 20 };
const clock = () => 0;

/** Creates 3,000 collections with two items each, half of them below one collection. */
async function openLarge(t: Test) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const { halfRootId, ids } = await fillLibrary(database, owner, SIZE);
  if (engine === "postgres") await analyse(database);
  return { database, owner, halfRootId, ids };
}

let shared: ReturnType<typeof openLarge> | undefined;

/** The same database for all tests that change nothing in it. */
function openShared() {
  shared ??= openLarge(t);
  return shared;
}

t.test("collections.list reads no items and needs at most 6 queries", async (t) => {
  const { database, owner } = await openShared();
  for (const level of ["root", "nested"] as const) {
    const queries = await queriesOf(database, (watched) => collections.list(watched, owner, level));
    for (const { sql: text } of queries) t.notMatch(text, /"items"/);
    t.ok(queries.length <= 6, `${queries.length} queries`);
  }
  const listed = await collections.list(database, owner, "nested");
  t.ok(listed.length > 2_000);
  t.ok(listed.every(({ count }) => count === 2));
});

t.test("placement.countItems reads no items", async (t) => {
  const { database, owner } = await openShared();
  const queries = await queriesOf(database, (watched) => placement.countItems(watched, owner));
  for (const { sql: text } of queries) t.notMatch(text, /items/);
  t.equal((await placement.countItems(database, owner)).size, SIZE.collections + 2);
});

t.test("placement.getShelfId and placement.shelvesAt find the shelves of a place by an index", async (t) => {
  const { database, owner, ids } = await openShared();
  for (const placeId of [placement.TRASH, placement.UNSORTED, ids[0] ?? 0]) {
    const queries = await queriesOf(database, async (watched) => {
      await placement.getShelfId(watched, owner, placeId, "collection");
      await placement.shelvesAt(watched, owner, [placeId]);
    });
    t.equal(queries.length, 2);
    for (const query of queries) {
      const plan = await planOf(database, { compile: () => query });
      t.match(plan, placeId < 0 ? /shelves_outside|shelves_own_place/ : /shelves_of_collection|shelves_own_collection/);
    }
  }
});

t.test("the shared collections of a subtree are found without reading the others", async (t) => {
  const { database, owner, halfRootId, ids } = await openLarge(t);
  const [friend, deep = 0] = [await addOwner(database, "friend"), ids[SIZE.depth - 1]];
  const ofFriend = { account_id: friend, role: "member", created_at: 0, owner_id: owner } as const;
  for (const collection_id of [halfRootId, deep])
    await database
      .insertInto("collaborators")
      .values({ ...ofFriend, collection_id })
      .execute();
  const queries = await queriesOf(database, async (watched) => {
    t.same(await joinedWithin(watched, owner, halfRootId), [halfRootId, deep]);
    t.same(await sharedWithin(watched, owner, deep), [deep]);
  });
  t.equal(queries.length, 2);
  // PostgreSQL scans small tables.
  for (const query of engine === "sqlite" ? queries : []) {
    t.notMatch(await planOf(database, { compile: () => query }), /SCAN (collections|collaborators|invitations)\b/);
  }
});

t.test("items that the cleanup moves to another shelf during a count are counted once", async (t) => {
  const { database, owner, ids } = await openLarge(t);
  const places = [ids[0], ids.at(-1)];
  for (const [from = 0, to = 0] of [places, [...places].reverse()]) {
    const selection = { placeId: from, nested: false, ids: undefined };
    await bulk.update(database, clock, owner, selection, { placeId: to });
    const cleaned = cleanUpShelves(database, 10).then(() => cleanUpShelves(database, 10));
    const counted = await Promise.all([1, 2, 3].map(() => placement.countItems(database, owner)));
    await cleaned;
    for (const counts of counted) t.equal(counts.get(to)?.count, 4);
  }
});

t.test("sorting all collections writes 1,000 of them with one parameter, in the order of their ids", async (t) => {
  const { database, owner, ids } = await openLarge(t);
  await database.updateTable("collections").set({ title: sql<string>`id * 7919 % 3001` }).execute();
  const queries = await queriesOf(database, (watched) => order.updateAll(watched, clock, owner, { sort: "title" }));
  const updates = queries.filter((query) => query.sql.startsWith("update collections set sort"));
  t.same([updates.length, new Set(updates.map((query) => query.sql)).size], [Math.ceil(ids.length / 1_000), 1]);
  const written = updates.flatMap(({ parameters }) => {
    const rows: [id: number, sort: number][] = JSON.parse(
      String(parameters.find((value) => typeof value === "string")),
    );
    return rows.map(([id]) => id);
  });
  t.ok(written.length > ids.length / 2);
  t.same(
    written,
    written.toSorted((one, other) => one - other),
  );
});

t.test("merging collections, deleting collections and emptying the Trash write no items", async (t) => {
  const { database, owner, halfRootId, ids } = await openLarge(t);
  const [to = 0, ...others] = ids.slice(SIZE.collections / 2, SIZE.collections / 2 + 101);
  const changes: (() => Promise<unknown>)[] = [
    () => removal.merge(database, clock, owner, { to, ids: others }),
    () => removal.deleteTree(database, clock, owner, halfRootId),
    () => bulk.emptyTrash(database, clock, owner),
  ];
  const lastUpdateOf = () =>
    database.selectFrom("items").select(sql<string>`max(updated_at)`.as("at")).executeTakeFirst();
  const shelvesOf = () => database.selectFrom("items").select(["id", "shelf_id"]).orderBy("id").execute();
  const before = [await lastUpdateOf(), await shelvesOf()];
  for (const change of changes) await change();
  t.same([await lastUpdateOf(), await shelvesOf()], before);
  t.equal((await placement.countItems(database, owner)).get(placement.TRASH)?.count, 0);

  await expireUndo(database);
  const left = await shelvesOf();
  t.equal(left.length, SIZE.items / 2, "the cleanup deletes the items");
  t.equal((await database.selectFrom("shelves").select("id").where("moved", "=", 1).execute()).length, 0);
});

t.test("a page of one collection is read in the order of an index, without sorting", async (t) => {
  const { database, owner, ids } = await openLarge(t);
  await removal.merge(database, clock, owner, { to: ids.at(-1) ?? 0, ids: ids.slice(-900, -1) });
  await expireUndo(database);
  if (engine === "postgres") await analyse(database);
  const scope = await scopes.getWritable(database, owner, { placeId: ids.at(-1) ?? 0, nested: false });
  t.ok(scope.count >= 1_800);
  for (const order of ["-created", "sort"] as const) {
    const queries = await queriesOf(database, (watched) => idsAt(watched, scope, order, { first: 100, limit: 50 }));
    for (const query of queries) {
      const plan = await planOf(database, { compile: () => query });
      t.match(plan, order === "sort" ? /items_of_shelf_sort/ : /items_of_shelf_created_at/);
      t.notMatch(plan, /TEMP B-TREE|\bSort\b|Seq Scan/);
    }
  }
});
