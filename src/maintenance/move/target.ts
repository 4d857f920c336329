import { sql } from "kysely";
import { record } from "../../audit/record.ts";
import { type Database, inTransaction, openDatabase } from "../../database/database.ts";
import { engineFor, engineOf } from "../../database/engine.ts";
import {
  assertCurrent,
  createMoveTarget,
  isUnfinishedMove,
  markUnfinishedMove,
  migrate,
} from "../../database/migrate.ts";
import { listTables, type Table } from "../tables/tables.ts";
import * as progress from "./progress.ts";

/** What was moved: the URLs of both databases, and the number of rows. */
interface Moved {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
}

/**
 * Makes the target ready to receive rows: creates its tables and suspends its indexes, constraints and triggers, or
 * finds what an interrupted move has left. Throws if it has data of its own.
 */
export async function prepare(target: Database, url: string): Promise<void> {
  const names = (await engineOf(target).describeTables(target)).map(({ name }) => name);
  if (names.length === 0) await createMoveTarget(target, url);
  else if (await isUnfinishedMove(target)) await assertCurrent(target, { isUnfinishedMove: true });
  else await assertEmpty(target, names);
  await engineOf(target).enforceForeignKeys(target, false);
  if (!(await progress.canGoOn(target))) await begin(target);
}

async function assertEmpty(target: Database, tables: readonly string[]): Promise<void> {
  if (!tables.includes("migrations")) throw notEmpty(tables);
  await assertCurrent(target);
  const filledFromStart = await listFilledFromStart();
  const unexpected = (await listFilled(target)).filter((name) => !filledFromStart.has(name));
  if (unexpected.length > 0) throw notEmpty(unexpected);
}

function notEmpty(tables: readonly string[]): Error {
  return new Error(
    `The target is not empty: it has ${tables.slice(0, 3).join(", ")}${tables.length > 3 ? " and other tables" : ""} with data. Choose a new database.`,
  );
}

/** The tables that have rows. */
async function listFilled(database: Database): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await listTables(database)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(database);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

/** The tables into which the migrations insert rows. */
async function listFilledFromStart(): Promise<ReadonlySet<string>> {
  const url = "sqlite::memory:";
  const empty = openDatabase(url);
  try {
    await migrate(empty, url);
    return new Set(await listFilled(empty));
  } finally {
    await empty.destroy();
  }
}

/** Marks the database as the target of a move, empties it, and suspends what would slow down inserts. */
async function begin(target: Database): Promise<void> {
  const engine = engineOf(target);
  await inTransaction(target, async (transaction) => {
    await markUnfinishedMove(transaction, true);
    const suspendable = await engine.listSuspendable(transaction);
    await progress.begin(
      transaction,
      suspendable.map(({ resume }) => resume),
    );
    for (const { suspend } of suspendable) await sql.raw(suspend).execute(transaction);
    await engine.empty(transaction, namesOf(await listTables(transaction)));
  });
}

/** Creates the indexes, constraints and triggers again, each in a transaction. */
export async function resume(target: Database, onProgress: (done: number, total: number) => void): Promise<void> {
  const total = await progress.countStatements(target);
  for (let done = 0; done < total; done++) {
    onProgress(done, total);
    await inTransaction(target, async (transaction) => {
      const statement = await progress.takeStatement(transaction);
      if (statement !== undefined) await sql.raw(statement).execute(transaction);
    });
  }
  await engineOf(target).enforceForeignKeys(target, true);
  await engineOf(target).analyze(target, namesOf(await listTables(target)));
}

/** Makes a complete target a database that servers accept, and records the move in its audit log. */
export async function finish(target: Database, { from, to, rows }: Moved): Promise<void> {
  await inTransaction(target, async (transaction) => {
    await progress.end(transaction);
    await markUnfinishedMove(transaction, false);
    record(transaction, {
      action: "data.move",
      accountId: null,
      target: { kind: "data", id: "database" },
      details: { engine: { from: engineFor(from).name, to: engineFor(to).name }, rows },
    });
  });
}

function namesOf(tables: readonly Table[]): string[] {
  return tables.map(({ name }) => name);
}
