import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Key } from "../tables/rows.ts";
import type { TableName } from "../tables/tables.ts";

// The progress of a move is in its target, in a table that exists only meanwhile. It is written in the transactions
// whose progress it records, so that a move can resume after it was killed at any point.

/** `value` by `name`: how far a table is copied (JSON of `Copied`), or SQL that is still to be executed. */
interface ProgressTable {
  readonly name: string;
  readonly value: string;
}

/** How far a table is copied. */
export interface Copied {
  /** The key of the last copied row; null if there is none. */
  readonly after: Key | null;
  readonly rows: number;
  readonly isComplete: boolean;
}

const NOTHING: Copied = { after: null, rows: 0, isComplete: false };

const FAILED = "failed";

function withTable(database: Database) {
  return database.$extendTables<{ move_progress: ProgressTable }>();
}

/** Creates the table, or empties it. `statements`: what `takeStatement` returns, in this order. */
export async function begin(transaction: Transaction, statements: readonly string[]): Promise<void> {
  await transaction.schema
    .createTable("move_progress")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await withTable(transaction).deleteFrom("move_progress").execute();
  const rows = statements.map((value, index) => ({ name: `statement:${String(index).padStart(4, "0")}`, value }));
  for (const row of rows) await withTable(transaction).insertInto("move_progress").values(row).execute();
}

/** Deletes the record of the progress, once the move has finished. */
export async function end(transaction: Transaction): Promise<void> {
  await transaction.schema.dropTable("move_progress").execute();
}

/** Records that the target differs from the source, so that the next move starts from the beginning. */
export async function fail(database: Database): Promise<void> {
  await withTable(database)
    .insertInto("move_progress")
    .values({ name: FAILED, value: "" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether an interrupted move has left progress, and had not failed. */
export async function canGoOn(database: Database): Promise<boolean> {
  const tables = await engineOf(database).describeTables(database);
  if (!tables.some(({ name }) => name === "move_progress")) return false;
  return (await read(database, FAILED)) === undefined;
}

/** How much of a table has been copied. */
export async function copiedOf(database: Database, table: TableName): Promise<Copied> {
  const value = await read(database, `table:${table}`);
  return value === undefined ? NOTHING : JSON.parse(value);
}

/** Throws if the progress is no longer `previous`, because another process moves into the same target. */
export async function advance(
  transaction: Transaction,
  table: TableName,
  previous: Copied,
  copied: Copied,
): Promise<void> {
  const [name, value] = [`table:${table}`, JSON.stringify(copied)];
  const current = JSON.stringify(await copiedOf(transaction, table));
  if (current !== JSON.stringify(previous)) throw new Error("Another process moves data into the same target.");
  await withTable(transaction)
    .insertInto("move_progress")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Removes and returns the next statement; undefined if there is none. */
export async function takeStatement(transaction: Transaction): Promise<string | undefined> {
  const next = await withTable(transaction)
    .selectFrom("move_progress")
    .selectAll()
    .where("name", "like", "statement:%")
    .orderBy("name")
    .limit(1)
    .executeTakeFirst();
  if (next !== undefined)
    await withTable(transaction).deleteFrom("move_progress").where("name", "=", next.name).execute();
  return next?.value;
}

/** How many statements are left. */
export async function countStatements(database: Database): Promise<number> {
  const rows = await withTable(database)
    .selectFrom("move_progress")
    .select("name")
    .where("name", "like", "statement:%")
    .execute();
  return rows.length;
}

async function read(database: Database, name: string): Promise<string | undefined> {
  const row = await withTable(database)
    .selectFrom("move_progress")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value;
}
