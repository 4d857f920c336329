import { type SqlBool, sql } from "kysely";
import t, { type Test } from "tap";
import { searchTextOf } from "../../src/database/core/item-words.ts";
import type { Database } from "../../src/database/database.ts";
import { cleanUp, hasWork } from "../../src/library/cleanup/cleanup.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as itemOrder from "../../src/library/items/item-order.ts";
import * as items from "../../src/library/items/items.ts";
import * as scopes from "../../src/library/items/scope.ts";
import { type Order, SORTINGS } from "../../src/library/items/sorted-rows.ts";
import { EVERYTHING, TRASH, UNSORTED } from "../../src/library/placement.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { engine, openTestDatabase } from "../support/databases.ts";
import { addOwner, COLLECTION, ITEM } from "./library.ts";

const clock = () => 0;
const SEARCH_TEXT = searchTextOf({ title: "Title", excerpt: "", note: "", link: "https://example.com/" });
const ORDERS = Object.keys(SORTINGS) as Order[];

/** Opens a database with an account that has three collections, one nested in another. */
async function openLibrary(t: Test) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const one = await collections.create(database, clock, owner, COLLECTION);
  const nested = await collections.create(database, clock, owner, { ...COLLECTION, parentId: one.id });
  const other = await collections.create(database, clock, owner, COLLECTION);
  const places = [one.id, nested.id, other.id, UNSORTED, TRASH];
  return { database, owner, one: one.id, places };
}

/** SQL: a number below `max` that looks random, different for each salt and number `n`. */
const scattered = (salt: number, max: number) =>
  sql`(((n + ${sql.lit(salt)}) * 7919 + n * cast(n as bigint) * 31) % ${sql.lit(max)})`;

/** Adds items to all shelves of the account, many of them with equal keys. */
async function addItems(database: Database, owner: number, count: number, salt = 0): Promise<void> {
  await sql`insert into items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type,
      domain, title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)}),
      places as (select id, row_number() over (order by id) - 1 as place, count(*) over () as places from shelves
        where account_id = ${owner})
    select ${owner}, id, ${scattered(salt, 5_000)}, ${scattered(salt + 1, 90)}, ${scattered(salt + 2, 9_000)} / 8.0, 0,
      0, 0, 'link', 'd' || ${scattered(salt + 3, 7)} || '.example', 't' || ${scattered(salt + 4, 3_000)}, '' || n,
      'https://example.com/', 'Title', '', '[]', '[]', '', '', ${SEARCH_TEXT}
    from numbers inner join places on place = ${scattered(salt + 5, 1_000_003)} % places`.execute(database);
}

/** Runs the cleanup until nothing is left to do. Returns the number of steps. */
async function settle(database: Database): Promise<number> {
  let steps = 0;
  for (; await hasWork(database, clock); steps++) await cleanUp(database, clock, 500);
  return steps;
}

function reverseOf(order: Order): Order {
  const reversed = order.startsWith("-") ? order.slice(1) : `-${order}`;
  const found = ORDERS.find((other) => other === reversed);
  if (found === undefined) throw new Error(`${order} has no reverse.`);
  return found;
}

/** Compares ids at some positions of a place, in all orders, with those of a plain query. */
async function assertPages(t: Test, database: Database, owner: number, place: scopes.Place): Promise<void> {
  const scope = await scopes.ofAccount(database, owner, place);
  for (const order of ORDERS.filter((name) => SORTINGS[name].direction === "asc")) {
    const { column } = SORTINGS[order];
    const rows = await database
      .selectFrom("items")
      .select("id")
      .where("shelf_id", "in", [0, ...scope.shelfIds])
      .orderBy(column)
      .orderBy("id")
      .execute();
    const ids = rows.map(({ id }) => id);
    const firsts = [0.3, 0.7, 1].map((share) => Math.max(0, Math.floor(ids.length * share) - 30));
    const at = (name: Order, first: number) => itemOrder.idsAt(database, scope, name, { first, limit: 50 });
    const ascending = await Promise.all(firsts.map((first) => at(order, first)));
    const expected = firsts.map((first) => ids.slice(first, first + 50));
    t.same(ascending, expected, `${order} in ${place.placeId}`);
    ids.reverse();
    const descending = await Promise.all(firsts.map((first) => at(reverseOf(order), first)));
    const reversed = firsts.map((first) => ids.slice(first, first + 50));
    t.same(descending, reversed, `-${order} in ${place.placeId}`);
  }
}

/** `assertPages` of all items, and of each of the places. */
async function assertAllPages(t: Test, database: Database, owner: number, places: readonly number[]): Promise<void> {
  for (const placeId of [EVERYTHING, ...places]) await assertPages(t, database, owner, { placeId, nested: false });
}

/** Segments that begin with a text that no item has any more. */
async function oldTexts(database: Database): Promise<unknown[]> {
  const { rows } = await sql`select sorting, text, item_id from item_segments
    where sorting in ('title_key', 'domain') and item_id > 0 and not exists (
      select 1 from items where items.id = item_id and text = case sorting when 'domain' then domain else title_key end)`.execute(
    database,
  );
  return rows;
}

/** Like `settle`, also where the account has too few items for segments. */
async function settleWithSegments(database: Database): Promise<number> {
  const isWithout = sql<SqlBool>`not exists (select 1 from item_segments)`;
  await database
    .updateTable("libraries")
    .set({ segments_due: 1 })
    .where("item_count", ">", 2_000)
    .where(isWithout)
    .execute();
  return settle(database);
}

async function countSegments(database: Database): Promise<number> {
  const rows = await database.selectFrom("item_segments").select("item_id").where("shelf_id", "=", 0).execute();
  return rows.length;
}

t.test("an account with up to 10,000 items has no segments, one with more has some of about 1,000 items", async (t) => {
  const { database, owner } = await openLibrary(t);
  await addItems(database, owner, 10_000);
  t.equal(await settle(database), 0);
  await addItems(database, owner, 1, 1);
  t.ok((await settle(database)) > 0);
  t.ok((await countSegments(database)) >= 5 * 5);
  const counts = await database.selectFrom("item_segments").select("count").where("shelf_id", "=", 0).execute();
  t.ok(counts.every(({ count }) => count >= 500 && count <= 2_000));
  t.equal(await settle(database), 0);
});

t.test("a bulk change of a quarter of the items removes the segments, and the cleanup makes them again", async (t) => {
  const { database, owner, one, places } = await openLibrary(t);
  await addItems(database, owner, 6_000);
  await settleWithSegments(database);
  const made = await countSegments(database);
  const rows = await database.selectFrom("items").select("id").orderBy("id").execute();
  const change = (count: number) =>
    bulk.update(
      database,
      clock,
      owner,
      { placeId: 0, nested: false, ids: rows.slice(0, count).map(({ id }) => id) },
      { important: true, placeId: one },
    );
  await change(1_000);
  t.equal(await countSegments(database), made, "fewer items are counted one by one");
  await change(6_000);
  t.equal(await countSegments(database), 0);
  await assertAllPages(t, database, owner, places);
  t.ok((await settle(database)) > 0);
  t.ok((await countSegments(database)) > 0);
  await assertAllPages(t, database, owner, places);
  t.same(await verify(database), []);
});

t.test("pages are those of a plain query after thousands of random changes", async (t) => {
  const { database, owner, one, places } = await openLibrary(t);
  await addItems(database, owner, 6_000);
  await assertAllPages(t, database, owner, places);
  await settleWithSegments(database);
  await assertAllPages(t, database, owner, places);
  const some = (salt: number, share: number) => sql`account_id = ${owner} and (id * 7919 + ${salt}) % 100 < ${share}`;
  for (let round = 0; round < 4; round++) {
    await addItems(database, owner, 900, round * 10);
    await sql`update items set sort = sort + 3.5, title_key = 't' || (id * 31 % 3000) where ${some(round, 9)}`.execute(
      database,
    );
    await sql`update items set updated_at = updated_at + 7, domain = 'new.example' where ${some(round + 20, 5)}`.execute(
      database,
    );
    await sql`update items set created_at = created_at - 900 where ${some(round + 40, 4)}`.execute(database);
    // To another shelf of the account, by the parity of the id.
    await sql`update items set shelf_id = (select case when items.id % 2 = 0 then min(id) else max(id) end from shelves
      where account_id = ${owner}) where ${some(round + 60, 6)}`.execute(database);
    await sql`delete from items where ${some(round + 80, 12)}`.execute(database);
    // Some segments have no item in the Trash.
    await sql`update items set shelf_id = (select min(id) from shelves where account_id = ${owner})
      where account_id = ${owner} and created_at < 2500`.execute(database);
    if (round % 2 === 1) await settleWithSegments(database);
    t.same(await oldTexts(database), []);
    await assertAllPages(t, database, owner, [one, TRASH]);
    await assertPages(t, database, owner, { placeId: one, nested: true });
  }
  await sql`update items set shelf_id = (select max(id) from shelves where account_id = ${owner})`.execute(database);
  await assertAllPages(t, database, owner, places);
  t.same(await verify(database), []);
});

t.test("pages are right in a list with emptied segments", async (t) => {
  const { database, owner, places } = await openLibrary(t);
  await addItems(database, owner, 5_000);
  await settleWithSegments(database);
  const before = await countSegments(database);
  await sql`delete from items where created_at between 1000 and 4000`.execute(database);
  t.ok((await countSegments(database)) < before);
  await addItems(database, owner, 3_000, 5);
  await settleWithSegments(database);
  await assertAllPages(t, database, owner, places);
  await sql`delete from items`.execute(database);
  t.equal(await countSegments(database), 5, "the first segment of each order");
  t.same(await verify(database), []);
});

t.test("a segment does not keep the title of an item that is deleted or changed", async (t) => {
  const { database, owner, places } = await openLibrary(t);
  await addItems(database, owner, 5_000);
  await settleWithSegments(database);
  const first = () =>
    database
      .selectFrom("item_segments")
      .select("item_id")
      .where("shelf_id", "=", 0)
      .where("item_id", ">", 0)
      .where("sorting", "in", ["title_key", "domain"])
      .execute();
  const ids = (await first()).map(({ item_id }) => item_id);
  t.ok(ids.length > 4);
  await database.deleteFrom("items").where("id", "in", ids.slice(0, 3)).execute();
  await database.updateTable("items").set({ title_key: "a", domain: "a" }).where("id", "in", ids.slice(3)).execute();
  t.same(await oldTexts(database), []);
  t.equal((await first()).length, ids.length);
  await assertAllPages(t, database, owner, places);
  t.same(await verify(database), []);
});

t.test("setting positions of items far down a long list", async (t) => {
  const { database, owner, one } = await openLibrary(t);
  await addItems(database, owner, 12_000);
  await settleWithSegments(database);
  const { id } = await items.create(database, clock, owner, { ...ITEM, placeId: one });
  for (const position of [2_300, 0, 1_000, 2_390]) {
    await items.update(database, clock, owner, id, { position });
    const scope = await scopes.ofAccount(database, owner, { placeId: one, nested: false });
    t.same(await itemOrder.idsAt(database, scope, "sort", { first: position, limit: 1 }), [id]);
  }
  await assertPages(t, database, owner, { placeId: one, nested: false });
});

t.test("wrong segment counts are found and rebuilt", async (t) => {
  const { database, owner, places } = await openLibrary(t);
  await addItems(database, owner, 5_000);
  await settleWithSegments(database);
  await sql`update item_segments set count = count + 1 where sorting = 'domain' and shelf_id > 0
    and item_id = 0`.execute(database);
  t.match(await verify(database), [{ message: /items of account \d+ in the order of domain/, state: "repairable" }]);
  t.same(await verify(database, { repair: true }), []);
  t.equal(await countSegments(database), 0);
  await settleWithSegments(database);
  t.ok((await countSegments(database)) > 0);
  await assertAllPages(t, database, owner, places);
  t.same(await verify(database), []);
});

t.test("counts that would end in an endless division are removed", async (t) => {
  const { database, owner, places } = await openLibrary(t);
  await addItems(database, owner, 3_000);
  await settleWithSegments(database);
  await sql`update item_segments set count = count + 9000 where shelf_id = 0`.execute(database);
  await settleWithSegments(database);
  t.equal(await countSegments(database), 0);
  await assertAllPages(t, database, owner, places);
});

t.test("two accounts change at once", { skip: engine === "sqlite" && "it has one writer" }, async (t) => {
  const { database, owner } = await openLibrary(t);
  const other = await addOwner(database, "other");
  await collections.create(database, clock, other, COLLECTION);
  for (const id of [owner, other]) await addItems(database, id, 3_000);
  await settleWithSegments(database);
  const create = (id: number) => items.create(database, clock, id, ITEM);
  await Promise.all(Array.from({ length: 40 }, (_, index) => create(index % 2 === 0 ? owner : other)));
  t.same(await verify(database), []);
});
