import { sql } from "kysely";
import t from "tap";
import type { Database } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { VERSIONED_TABLES } from "../../src/database/migrations/parts/versioned-tables.ts";
import { WRITTEN_ONCE } from "../../src/database/migrations/parts/written-once.ts";
import { TABLE_GROUPS } from "../../src/database/schema/table-groups.ts";
import { engine, openTestDatabase } from "../support/databases.ts";

const skip = engine === "sqlite" ? false : "PostgreSQL has sequences instead of a table of versions";

function isWrittenOnce(table: string): boolean {
  return WRITTEN_ONCE.some((name) => name === table);
}

/** Tables with triggers of later migrations, by group. */
const LATER_TABLES: Readonly<Record<string, readonly string[]>> = { library: ["item_pages", "link_aliases", "copies"] };

interface Trigger {
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

async function listTriggers(database: Database): Promise<readonly Trigger[]> {
  const { rows } = await sql<Trigger>`select name, tbl_name as "table", sql from sqlite_schema
    where type = 'trigger'`.execute(database);
  return rows;
}

async function versionsIn(database: Database) {
  const { rows } = await sql<{ name: string; version: string }>`
    select name, cast(version as text) as version from table_versions order by name`.execute(database);
  return rows;
}

t.test("every group of tables has a version", { skip }, async (t) => {
  const versions = await versionsIn(await openTestDatabase(t));
  t.same(
    versions.map(({ name }) => name),
    Object.keys(TABLE_GROUPS).sort(),
  );
  t.equal(new Set(versions.map(({ version }) => version)).size, versions.length);
});

/** Whether each such change of a table renews the version of a group, by itself or because it changes `libraries`. */
function renews(triggers: readonly Trigger[], group: string, table: string, event: string): boolean {
  // Changes of many items suspend theirs, and renew it by a statement.
  const suspended = table === "items" ? "(when not exists \\(select 1 from items_before\\)\\s+)?" : "";
  const head = new RegExp(`after ${event} on ${table}\\s+${suspended}begin`, "i");
  const found = triggers.filter((trigger) => trigger.table === table && head.test(trigger.sql));
  const countsIn = (text: string) => text.includes("update libraries set");
  return found.some(
    ({ sql: text }) =>
      text.includes(`where name = '${group}'`) || (countsIn(text) && renews(triggers, group, "libraries", "update")),
  );
}

t.test("triggers renew the version of a group with each write to its tables", { skip }, async (t) => {
  const triggers = await listTriggers(await openTestDatabase(t));
  for (const [group, tables] of Object.entries(TABLE_GROUPS)) {
    const sources: readonly string[] = [...(VERSIONED_TABLES[group] ?? []), ...(LATER_TABLES[group] ?? [])];
    for (const table of sources)
      for (const event of ["insert", "update", "delete"])
        if (event !== "update" || !isWrittenOnce(table))
          t.ok(renews(triggers, group, table, event), `${event} ${table}`);
    // Other tables have no triggers of their own: triggers on tables of the group write them.
    for (const table of tables.filter((name) => !sources.includes(name))) {
      const writes = new RegExp(`(insert into|update|delete from) ${table}\\b`, "i");
      const writers = triggers.filter((trigger) => writes.test(trigger.sql)).map((trigger) => trigger.table);
      t.ok(writers.length > 0, table);
      t.same(
        writers.filter((writer) => !tables.some((name) => name === writer)),
        [],
        table,
      );
    }
  }
});

t.test("renewTableVersions renews all", { skip }, async (t) => {
  const database = await openTestDatabase(t);
  const before = await versionsIn(database);
  await engineOf(database).renewTableVersions(database);
  const after = await versionsIn(database);
  for (const [index, { name, version }] of before.entries()) t.not(after[index]?.version, version, name);
});

t.test(
  "the same tables have triggers on PostgreSQL",
  { skip: engine === "postgres" ? false : "on PostgreSQL" },
  async (t) => {
    const { rows } = await sql<{ group: string; table: string }>`
    select replace(encode(tgargs, 'escape'), '_version\\000', '') as "group", relname as "table"
    from pg_trigger inner join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and tgname = relname || '_version'
    order by relname`.execute(await openTestDatabase(t));
    const expected = Object.entries(VERSIONED_TABLES)
      .flatMap(([group, tables]) => [...tables, ...(LATER_TABLES[group] ?? [])].map((table) => ({ group, table })))
      // Their triggers that count bytes change `libraries`.
      .filter(({ table }) => !isWrittenOnce(table))
      .sort((a, b) => (a.table < b.table ? -1 : 1));
    t.same(rows, expected);
  },
);
