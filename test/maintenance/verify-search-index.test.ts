import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, inSnapshot } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import * as items from "../../src/library/items/items.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import { loadFixtures } from "../../src/testing/load-fixtures.ts";
import { execute } from "../support/broken-database.ts";
import { engine, openTestDatabase } from "../support/databases.ts";

const { administrator } = FIXTURES.accounts;
const { archive } = FIXTURES.collections;

/** More than one statement of the check reads. */
const ITEMS = 2_500;

async function openWithItems(t: Test): Promise<{ database: Database; ids: number[] }> {
  const database = await openTestDatabase(t);
  await loadFixtures(database);
  for (let first = 0; first < ITEMS; first += 100)
    await items.createMany(
      database,
      Date.now,
      administrator.id,
      Array.from({ length: 100 }, (_, index) => itemOf(first + index)),
    );
  const rows = await database.selectFrom("items").select("id").orderBy("id").execute();
  return { database, ids: rows.map(({ id }) => id) };
}

function itemOf(number: number): items.NewItem {
  return {
    link: `https://example.com/${number}`,
    title: `Example ${number}`,
    excerpt: "",
    note: "",
    cover: "",
    placeId: archive.id,
    type: "link",
    media: [],
    tags: [],
    highlights: [],
    important: false,
    broken: false,
  };
}

async function toArray<T>(values: AsyncIterable<T>): Promise<T[]> {
  const array: T[] = [];
  for await (const value of values) array.push(value);
  return array;
}

async function listWrong(database: Database): Promise<number[]> {
  return inSnapshot(database, (snapshot) => toArray(engineOf(snapshot).listWronglyIndexed(snapshot, "item_index")));
}

t.test("all items are compared with the index, in order, and those are listed that it lacks", async (t) => {
  const { database, ids } = await openWithItems(t);
  t.ok(ids.length > ITEMS);
  t.same(await listWrong(database), []);
  const id = sql.ref(engine === "sqlite" ? "rowid" : "item_id");
  await execute(database, sql`delete from item_index where ${id} in (select id from items where id % 3 = 0)`);
  t.same(
    await listWrong(database),
    ids.filter((id) => id % 3 === 0),
  );
});

t.test("entries without an item are listed in order", async (t) => {
  const database = await openTestDatabase(t);
  const surplus = Array.from({ length: ITEMS }, (_, index) => index + 1);
  const list = JSON.stringify(surplus);
  await execute(
    database,
    engine === "sqlite"
      ? sql`insert into item_index (rowid, title) select value, '1xother' from json_each(${list})`
      : sql`insert into item_index (item_id, terms) select value::bigint, '''1xother'':1A'
          from json_array_elements_text(cast(${list} as json)) as value`,
  );
  t.same(await toArray(engineOf(database).listSurplusIndexed(database, "item_index")), surplus);
});

if (engine === "sqlite")
  t.test("the comparison yields to the event loop", async (t) => {
    const { database, ids } = await openWithItems(t);
    let turns = 0;
    let isDone = false;
    const counting = (async () => {
      for (; !isDone; turns++) await setImmediate();
    })();
    await listWrong(database);
    isDone = true;
    await counting;
    t.ok(turns > ids.length / 100, `${turns} turns`);
  });
