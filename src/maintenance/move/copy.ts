import { sql } from "kysely";
import { type Database, inTransaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { type Batch, readRows } from "../tables/rows.ts";
import { listTables, type Table } from "../tables/tables.ts";
import * as progress from "./progress.ts";

/** Copies the rows of all tables that are not copied yet, and the sequences. `onProgress`: rows, over all tables. */
export async function copyTables(
  source: Database,
  target: Database,
  onProgress: (rows: number) => void,
): Promise<void> {
  const targetTables = new Map((await listTables(target)).map((table) => [table.name, table]));
  let before = 0;
  for (const table of await listTables(source)) {
    const targetTable = targetTables.get(table.name);
    if (targetTable === undefined) throw new Error(`The target has no table ${table.name}.`);
    before += await copyTable(source, table, target, targetTable, (rows) => onProgress(before + rows));
  }
  for (const sequence of await engineOf(source).listSequences(source))
    await engineOf(target).setSequence(target, sequence);
}

/** The number of rows in all tables, counting none that only the engine uses. */
export async function countRows(database: Database): Promise<number> {
  let total = 0;
  for (const { name } of await listTables(database)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(database);
    total += rows[0]?.count ?? 0;
  }
  return total;
}

/** Returns the number of rows in the table. */
async function copyTable(
  source: Database,
  table: Table,
  target: Database,
  targetTable: Table,
  onProgress: (rows: number) => void,
): Promise<number> {
  let copied = await progress.copiedOf(target, table.name);
  if (copied.isComplete) return copied.rows;
  for await (const { rows, last } of readRows(source, table, copied.after ?? undefined)) {
    const next = { after: last, rows: copied.rows + rows.length, isComplete: false };
    await insert(target, targetTable, rows, (transaction) => progress.advance(transaction, table.name, copied, next));
    copied = next;
    onProgress(copied.rows);
  }
  const complete = { ...copied, isComplete: true };
  await inTransaction(target, (transaction) => progress.advance(transaction, table.name, copied, complete));
  return copied.rows;
}

/** Inserts rows and records the progress, in one transaction. */
async function insert(
  target: Database,
  table: Table,
  rows: Batch["rows"],
  record: (transaction: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<void>,
): Promise<void> {
  const statements = engineOf(target).insertRows(table, rows);
  await inTransaction(target, async (transaction) => {
    await record(transaction);
    for (const statement of statements) await transaction.executeQuery(statement);
  });
}
