import { sql } from "kysely";
import t, { type Test } from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { inSnapshot, openDatabase } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { migrate } from "../../src/database/migrate.ts";
import { readRows } from "../../src/maintenance/tables/rows.ts";
import { countAndHashTables } from "../../src/maintenance/tables/summaries.ts";
import { listTables } from "../../src/maintenance/tables/tables.ts";
import { openTestDatabase, temporaryDatabaseUrl } from "../support/databases.ts";

/** Tables that the engine, bulk changes, the search index, the response cache and the migrations use. */
const OTHERS = /^(migrations|(item|text)_index.*|items_before|table_versions)$/;

/** Opens a filled database in memory, on SQLite in every case. */
async function openFilledInMemory(t: Test) {
  const database = openDatabase("sqlite::memory:");
  t.teardown(() => database.destroy());
  await migrate(database, "sqlite::memory:");
  await fillEveryTable(database);
  return database;
}

async function summariesByTable(database: Parameters<typeof countAndHashTables>[0]) {
  return new Map((await countAndHashTables(database)).map(({ table, ...summary }) => [table, summary]));
}

t.test("the list has every table of the database", async (t) => {
  const database = await openTestDatabase(t);
  const inDatabase = (await engineOf(database).describeTables(database)).map(({ name }) => name);
  const listed: string[] = (await listTables(database)).map(({ name }) => name);
  t.same(listed.toSorted(), inDatabase.filter((name) => !OTHERS.test(name)).sort());
});

t.test("each table has a primary key and comes after the tables that it refers to", async (t) => {
  const database = await openTestDatabase(t);
  const tables = await listTables(database);
  for (const { name, key } of tables) t.not(key.length, 0, name);
  const names: string[] = tables.map(({ name }) => name);
  const keys = await engineOf(database).listForeignKeys(database);
  t.ok(keys.length > 20);
  for (const { table, parent } of keys.filter((key) => !OTHERS.test(key.table)))
    t.ok(names.indexOf(parent) <= names.indexOf(table), `${table} comes after ${parent}`);
});

t.test("both engines describe the same columns, keys and foreign keys", async (t) => {
  const database = await openTestDatabase(t);
  const memory = await openFilledInMemory(t);
  const shapesIn = async (handle: typeof database) =>
    (await listTables(handle)).map(({ name, columns, key }) => ({ name, key, columns: columns.map((c) => c.name) }));
  t.same(await shapesIn(database), await shapesIn(memory));
  const keysIn = async (handle: typeof database) =>
    (await engineOf(handle).listForeignKeys(handle))
      .filter(({ table }) => !OTHERS.test(table))
      .map((key) => JSON.stringify(key, ["table", "columns", "parent", "parentColumns"]))
      .sort();
  t.same(await keysIn(database), await keysIn(memory));
});

t.test("the filled database has a row in every table", async (t) => {
  const database = await openTestDatabase(t);
  await fillEveryTable(database);
  for (const { table, rows } of await countAndHashTables(database)) t.not(rows, 0, table);
});

t.test("equal databases have equal hashes, on any engine", async (t) => {
  const database = await openTestDatabase(t);
  await fillEveryTable(database);
  // Ids of pictures, secrets and some more are random, so the other database gets a copy of the rows.
  const memory = await openFilledInMemory(t);
  await sql`pragma foreign_keys = off`.execute(memory);
  const [expected, tables] = [await summariesByTable(database), await listTables(memory)];
  const { rows: triggers } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(
    memory,
  );
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(memory);
  for (const table of tables) {
    await sql`delete from ${sql.table(table.name)}`.execute(memory);
    const source = (await listTables(database)).find(({ name }) => name === table.name) ?? table;
    for await (const { rows } of readRows(database, source))
      for (const row of rows)
        await sql`insert into ${sql.table(table.name)} (${sql.join(table.columns.map(({ name }) => sql.ref(name)))})
          values (${sql.join(row)})`.execute(memory);
  }
  t.same(await summariesByTable(memory), expected);
});

t.test("any changed value, missing row or additional row changes the hash of its table alone", async (t) => {
  const database = await openTestDatabase(t);
  await fillEveryTable(database);
  let before = await summariesByTable(database);
  const changes = [
    ["secrets", sql`update secrets set value = ' ' where value = ''`],
    ["pictures", sql`update pictures set color = '#000001' where id = 'loose'`],
    ["sessions", sql`update sessions set last_used_at = 0`],
    ["undo_collections", sql`update undo_collections set sort = sort + 1000000`],
    ["stored_responses", sql`update stored_responses set response = ''`],
    ["known_networks", sql`delete from known_networks`],
    ["leases", sql`insert into leases (name, holder, expires_at) values ('other', 'x', 1)`],
  ] as const;
  for (const [table, change] of changes) {
    await change.execute(database);
    const after = await summariesByTable(database);
    const changed = [...after].filter(([name, { hash }]) => hash !== before.get(name)?.hash);
    t.same(
      changed.map(([name]) => name),
      [table],
    );
    before = after;
  }
});

t.test("rows are read in batches, each row once, also from a key on", async (t) => {
  const database = await openTestDatabase(t);
  const names = Array.from({ length: 5_000 }, (_, number) => `${number % 7} ${number}`);
  for (let first = 0; first < names.length; first += 500) {
    const rows = names.slice(first, first + 500).map((network) => ({ network, count: 1, ends_at: 1 }));
    await database.insertInto("request_counts").values(rows).execute();
  }
  const table = (await listTables(database)).find(({ name }) => name === "request_counts");
  if (table === undefined) throw new Error("There is no table request_counts.");
  const column = table.columns.findIndex(({ name }) => name === "network");
  const read: unknown[] = [];
  let batches = 0;
  let middle: { readonly key: readonly (string | number | Buffer | null)[]; readonly read: number } | undefined;
  for await (const { rows, last } of readRows(database, table)) {
    read.push(...rows.map((row) => row[column]));
    batches += 1;
    if (batches === 2) middle = { key: last, read: read.length };
  }
  t.ok(batches > 2);
  t.same(read.toSorted(), names.toSorted());
  const rest: unknown[] = [];
  for await (const { rows } of readRows(database, table, middle?.key)) rest.push(...rows.map((row) => row[column]));
  t.same(rest, read.slice(middle?.read));
});

t.test("in a snapshot, summaries do not change with what others write meanwhile", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  await database.insertInto("secrets").values({ name: "first", value: "x" }).execute();
  await inSnapshot(database, async (snapshot) => {
    const before = await countAndHashTables(snapshot);
    await database.insertInto("secrets").values({ name: "second", value: "x" }).execute();
    t.same(await countAndHashTables(snapshot), before);
  });
  t.equal((await summariesByTable(database)).get("secrets")?.rows, 2);
});
