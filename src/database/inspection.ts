import { sql } from "kysely";
import type { Database } from "./database.ts";
import { isPostgres } from "./engine.ts";
import { migrations } from "./migrations/migrations.ts";
import { isReadOnly } from "./postgres/read-only.ts";
import type { Time } from "./schema/columns.ts";

export { fileOf } from "./dialect.ts";

/** How the schema of a database differs from the one that this version of Triptych needs. */
export interface SchemaState {
  /** Whether no migration was ever applied. */
  readonly isEmpty: boolean;
  /** Migrations that are not applied yet. */
  readonly pending: readonly string[];
  /** Applied migrations of a newer version. */
  readonly unknown: readonly string[];
}

/** Compares the schema of a database, without changing it. */
export async function readSchemaState(database: Database): Promise<SchemaState> {
  const known = Object.keys(migrations);
  if (!(await hasTable(database, "migrations"))) return { isEmpty: true, pending: known, unknown: [] };
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(database);
  const applied = new Set(rows.map(({ name }) => name));
  return {
    isEmpty: applied.size === 0,
    pending: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !Object.hasOwn(migrations, name)),
  };
}

/** A time that was stored when something last happened: the newest account, login or migration. */
export async function newestStoredTime(database: Database): Promise<Time> {
  const times = await Promise.all([
    newest(database, "accounts"),
    newest(database, "logins"),
    sql<{ time: Time }>`select max(applied_at) as time from migrations`.execute(database),
  ]);
  return Math.max(0, ...times.flatMap(({ rows }) => rows.map(({ time }) => time)));
}

/** Of the row with the highest id, which an index finds at once. */
function newest(database: Database, table: "accounts" | "logins") {
  return sql<{ time: Time }>`select created_at as time from ${sql.table(table)} order by id desc limit 1`.execute(
    database,
  );
}

/** The engine and its version. */
export async function engineOf(database: Database): Promise<{ name: "SQLite" | "PostgreSQL"; version: string }> {
  const postgres = isPostgres(database);
  const { rows } = await (postgres
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`
  ).execute(database);
  const [version = ""] = (rows[0]?.version ?? "").split(" ");
  return { name: postgres ? "PostgreSQL" : "SQLite", version };
}

/** The clock of the database server, in milliseconds since 1970; undefined on SQLite, which has none. */
export async function serverTime(database: Database): Promise<number | undefined> {
  if (!isPostgres(database)) return undefined;
  const { rows } = await sql<{ now: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as now`.execute(database);
  return rows[0]?.now;
}

/** Whether a table exists. */
async function hasTable(database: Database, name: string): Promise<boolean> {
  const { rows } = await (isPostgres(database)
    ? sql`select where to_regclass(${name}) is not null`
    : sql`select from_table.name from pragma_table_list as from_table where name = ${name}`
  ).execute(database);
  return rows.length > 0;
}

/** Whether the server accepts no writes; false on SQLite. */
export async function acceptsNoWrites(database: Database): Promise<boolean> {
  return isPostgres(database) && (await isReadOnly(database));
}
