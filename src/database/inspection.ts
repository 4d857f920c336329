import { sql } from "kysely";
import type { Database } from "./database.ts";
import { engineOf } from "./engine.ts";
import { migrations } from "./migrations/migrations.ts";
import type { Time } from "./schema/columns.ts";

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
  const tables = await engineOf(database).describeTables(database);
  if (!tables.some(({ name }) => name === "migrations")) return { isEmpty: true, pending: known, unknown: [] };
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
