import { sql } from "kysely";
import t, { type Test } from "tap";
import { recordAlone } from "../../src/audit/record.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import { listTables } from "../../src/maintenance/tables/tables.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { CHANGED_LATER, ROWS_BY_MIGRATION, type Rows } from "./released-rows.ts";

const VERSIONS = Object.keys(migrations);

/** Opens a database of a version, with rows that this version and those before it could store. */
async function openVersion(t: Test, version: string) {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  for (const name of VERSIONS.slice(0, VERSIONS.indexOf(version) + 1)) {
    await migrate(database, url, Object.fromEntries(Object.entries(migrations).filter(([other]) => other <= name)));
    for (const [table, rows] of Object.entries(ROWS_BY_MIGRATION[name] ?? {}))
      for (const row of rows) await insert(database, table, row);
    if (name === "0022-audit-log")
      await recordAlone(database, { action: "account.create", accountId: 1, target: { kind: "account", id: 1 } });
  }
  return { database, url };
}

async function insert(database: Database, table: string, row: Rows[string][number]): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(database);
}

/** How many rows of a table have these values, except for those that later migrations replace. */
async function count(database: Database, table: string, row: Rows[string][number]): Promise<number> {
  const values = Object.entries(row).filter(
    ([column]) => !CHANGED_LATER.has(column) && !CHANGED_LATER.has(`${table}.${column}`),
  );
  const conditions = values.map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`.execute(database);
  return Number(rows[0]?.count);
}

t.test("every version has rows to upgrade, and together they fill every table", async (t) => {
  t.same(Object.keys(ROWS_BY_MIGRATION), VERSIONS);
  const { database } = await openVersion(t, VERSIONS.at(-1) ?? "");
  for (const { name } of await listTables(database)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(database);
    t.equal(rows.length, 1, name);
  }
});

for (const version of VERSIONS) {
  t.test(
    `an upgrade from ${version} keeps every row, and the data is as this version would have stored it`,
    async (t) => {
      const { database, url } = await openVersion(t, version);
      await migrate(database, url);
      for (const name of VERSIONS.filter((other) => other <= version)) {
        for (const [table, rows] of Object.entries(ROWS_BY_MIGRATION[name] ?? {}))
          for (const row of rows) t.ok((await count(database, table, row)) >= 1, `${name}: ${table}`);
      }
      t.same(
        (await verify(database)).map(({ message }) => message),
        [],
      );
    },
  );
}
