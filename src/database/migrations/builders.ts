import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from "kysely";
import { usageTriggers as usageTriggersOnPostgres } from "./parts/postgres/quotas.ts";
import type { CountedTable } from "./parts/quotas.ts";
import { usageTriggers as usageTriggersOnSqlite } from "./parts/sqlite/quotas.ts";

// What several migrations use. Frozen like them, as everything in `parts/` is: it must always create the same schema, so
// it imports no code that may change, and live code does not import it.

/** SQL for each engine; an engine without statements needs none. */
interface Statements {
  readonly sqlite?: readonly string[];
  readonly postgres?: readonly string[];
}

/** Executes the statements for the engine of the database. */
export async function execute(database: Kysely<unknown>, { sqlite = [], postgres = [] }: Statements): Promise<void> {
  for (const statement of isPostgres(database) ? postgres : sqlite) await sql.raw(statement).execute(database);
}

/** Starts a `create table` with a generated `id`, ascending and never reused. */
export function createTableWithId(database: Kysely<unknown>, name: string) {
  const table = database.schema.createTable(name);
  return isPostgres(database)
    ? table.addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement());
}

/** Makes a column compare by bytes, as in SQLite, so that range queries use its index in any locale. */
export function bytewise(database: Kysely<unknown>, column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return isPostgres(database) ? column.modifyEnd(sql`collate "C"`) : column;
}

/** Creates triggers that count the bytes of a table, which is empty, towards the storage of its accounts. */
export async function createUsageTriggers(database: Kysely<unknown>, table: CountedTable): Promise<void> {
  await execute(database, { sqlite: usageTriggersOnSqlite(table), postgres: usageTriggersOnPostgres(table) });
}

export function isPostgres(database: Kysely<unknown>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
