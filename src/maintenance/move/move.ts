import { existsSync } from "node:fs";
import { sql } from "kysely";
import { Failure } from "#contract/failure";
import { type Database, inTransaction, openDatabase, type Transaction } from "../../database/database.ts";
import { engineFor, engineOf } from "../../database/engine.ts";
import { assertCurrent } from "../../database/migrate.ts";
import { type Batch, readRows } from "../tables/rows.ts";
import { countAndHashTables, type TableSummary } from "../tables/summaries.ts";
import { listTables, type Table } from "../tables/tables.ts";
import * as progress from "./progress.ts";
import * as target from "./target.ts";

// A move copies all rows of one database into another one, on the same engine or another. Until both are known to be
// equal, the target has a mark because of which servers reject it. Nobody can write to the source meanwhile. Then the
// audit log of the target gets one event more, which says that it was moved.

/** The phase of a move, with the unit of its progress. */
export type Phase = "rows copied" | "indexes created" | "rows compared";

export interface MoveOptions {
  /** The URL of the database that is moved, which stays as it is. */
  readonly from: string;
  /** The URL of a database without tables or data. */
  readonly to: string;
  /** Milliseconds to wait until nobody writes to the source. */
  readonly lockTimeout?: number;
  readonly onProgress?: (phase: Phase, done: number, total: number) => void;
}

/** Creating an index of millions of rows takes minutes, and copying them longer. */
const STATEMENT_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/**
 * Moves a database. Resumes an interrupted move to the same target. Throws if the copy differs from the
 * source, because that changed between the two; the next move to this target then starts from the beginning.
 */
export async function move({
  from,
  to,
  lockTimeout = 5_000,
  onProgress = () => {},
}: MoveOptions): Promise<TableSummary[]> {
  assertMovable(from, to);
  await using resources = new AsyncDisposableStack();
  const open = (url: string) =>
    resources.adopt(
      openDatabase(url, { lockTimeout, statementTimeout: STATEMENT_TIMEOUT_MS, poolSize: 2 }),
      (database) => database.destroy(),
    );
  const source = open(from);
  await explain("The source cannot be moved.", () => assertCurrent(source));
  // Awaited, because the databases are closed when this function returns.
  return await withoutWrites(source, lockTimeout, async (snapshot) => {
    const copy = open(to);
    await explain("The target cannot be used.", () => target.prepare(copy, to));
    const total = await countRows(snapshot);
    await copyTables(snapshot, copy, (rows) => onProgress("rows copied", rows, total));
    await target.resume(copy, (done, statements) => onProgress("indexes created", done, statements));
    const summaries = await compare(snapshot, copy, (rows) => onProgress("rows compared", rows, 2 * total));
    await target.finish(copy, { from, to, rows: summaries.reduce((sum, { rows }) => sum + rows, 0) });
    return summaries;
  });
}

function assertMovable(from: string, to: string): void {
  const file = engineFor(from).fileOf(from);
  if (file !== undefined && !existsSync(file)) throw new Error(`There is no file ${file}.`);
  for (const url of [from, to]) if (url.endsWith(":memory:")) throw new Error("A database in memory cannot be moved.");
}

/** Runs `work` in a transaction that blocks writes of other connections, but not reads. */
async function withoutWrites<T>(
  database: Database,
  timeout: number,
  work: (snapshot: Transaction) => Promise<T>,
): Promise<T> {
  const tables = (await listTables(database)).map(({ name }) => name);
  let isLocked = false;
  try {
    return await database
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (transaction) => {
        await engineOf(transaction).lockWrites(transaction, tables, timeout);
        isLocked = true;
        return work(transaction);
      });
  } catch (error) {
    if (isLocked) throw error;
    throw new Error(`The source is in use: ${reasonOf(error)}. Stop the server that writes to it.`, { cause: error });
  }
}

/** Throws, and lets the next move start from the beginning, unless both databases have the same rows and sequences. */
async function compare(source: Database, copy: Database, onProgress: (rows: number) => void): Promise<TableSummary[]> {
  let read = 0;
  const expected = await countAndHashTables(source, { onProgress });
  for (const { rows } of expected) read += rows;
  const found = await countAndHashTables(copy, { onProgress: (rows) => onProgress(read + rows) });
  const different = expected.filter(({ hash }, index) => hash !== found[index]?.hash).map(({ table }) => table);
  const isSame =
    different.length === 0 &&
    (await sequencesOf(source)) === (await sequencesOf(copy)) &&
    found.length === expected.length;
  if (isSame) return expected;
  await progress.fail(copy);
  throw new Error(
    `The copy differs from the source in ${different.join(", ") || "sequences"}: one of them was changed after a move was interrupted. Run the same command again: it starts from the beginning.`,
  );
}

async function sequencesOf(database: Database): Promise<string> {
  return JSON.stringify(await engineOf(database).listSequences(database), ["table", "last"]);
}

/** Puts a sentence before the message of an error. */
async function explain(sentence: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Error(`${sentence} ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Failure && error.cause instanceof Error) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}

/** Copies the rows of all tables that are not copied yet, and the sequences. `onProgress`: rows, over all tables. */
async function copyTables(source: Database, target: Database, onProgress: (rows: number) => void): Promise<void> {
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
async function countRows(database: Database): Promise<number> {
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
