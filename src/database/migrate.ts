import { rm } from "node:fs/promises";
import type { Database, Transaction } from "./database.ts";
import { engineFor, engineOf } from "./engine.ts";
import { type Migrations, migrations as released } from "./migrations/migrations.ts";
import type { Time } from "./schema/columns.ts";
import type { Schema } from "./schema/schema.ts";

// Kysely's Migrator is not used. On PostgreSQL it inspects all schemas and fails when another session
// changes one meanwhile. And its lock belongs to the session, not to the transaction, so it has to be
// released by another query after a failed migration; if that fails too, its error hides the cause.

/** What `migrate` did. */
export interface MigrationResult {
  /** Names of the migrations that ran, in order. */
  readonly applied: readonly string[];
  /** Path of the backup; undefined unless an existing SQLite file was migrated. */
  readonly backup: string | undefined;
}

/** One row per applied migration. */
interface MigrationsTable {
  name: string;
  applied_at: Time;
}

/**
 * Runs all pending migrations of the database at `url` in one transaction, one process at a time.
 * First backs up an SQLite file, unless it is new. Throws and changes nothing if a migration fails or
 * if a newer version has migrated the database.
 */
export async function migrate(
  database: Database,
  url: string,
  migrations: Migrations = released,
): Promise<MigrationResult> {
  const engine = engineFor(url);
  const result = await runPending(database, migrations, (first) => engine.backUp(url, first));
  await engine.markExistence(url);
  return result;
}

/**
 * Like `migrate`, of a database that is a copy itself: makes no backup. `names`: which migrations run, if not all.
 * Returns the names of those that ran.
 */
export async function migrateCopy(
  database: Database,
  names: readonly string[] = Object.keys(released),
): Promise<readonly string[]> {
  const migrations = Object.fromEntries(Object.entries(released).filter(([name]) => names.includes(name)));
  const { applied } = await runPending(database, migrations, async () => undefined);
  return applied;
}

/** `copy` backs up a database that has tables, before its first pending migration; undefined if it needs no backup. */
async function runPending(
  database: Database,
  migrations: Migrations,
  copy: (first: string) => Promise<string | undefined>,
): Promise<MigrationResult> {
  return database.transaction().execute(async (transaction) => {
    await engineOf(transaction).lockMigrations(transaction);
    const applied = await listApplied(transaction);
    assertKnown(applied, migrations);
    const pending = Object.keys(migrations).filter((name) => !applied.includes(name));
    const [first] = pending;
    if (first === undefined) return { applied: [], backup: undefined };

    const backup = applied.length > 0 ? await copy(first) : undefined;
    try {
      for (const name of pending) await run(transaction, name, migrations);
    } catch (error) {
      // The transaction rolls back. A server that restarts in a loop must not fill the disk with
      // backups.
      if (backup !== undefined) await rm(backup);
      throw error;
    }
    return { applied: pending, backup };
  });
}

/** Creates the table of applied migrations if it is missing, and returns the names in it. */
async function listApplied(transaction: Transaction): Promise<string[]> {
  await transaction.schema
    .createTable("migrations")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.notNull().primaryKey())
    .addColumn("applied_at", "bigint", (column) => column.notNull())
    .execute();
  const rows = await withMigrationsTable(transaction).selectFrom("migrations").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

/**
 * In place of a migration: marks the target of a move that has not finished. Every version rejects such a database,
 * earlier ones because they do not know the name.
 */
const UNFINISHED_MOVE = "unfinished-move";

const FINISH_MOVE =
  "This database is the target of a move that has not finished. Run `triptych move` again, with the same --from and --to.";

/** Throws unless the database has the schema of this version. Changes nothing. */
export async function assertCurrent(database: Database, { isUnfinishedMove = false } = {}): Promise<void> {
  const names = await listMigrations(database);
  if (names === undefined) throw new Error("It has no tables of Triptych.");
  const applied = isUnfinishedMove ? names.filter((name) => name !== UNFINISHED_MOVE) : names;
  assertKnown(applied, released);
  if (applied.length < Object.keys(released).length)
    throw new Error("It has the schema of an older version. Run `triptych migrate` on it first.");
}

/** The names of the applied migrations; undefined if the database has none. Changes nothing. */
async function listMigrations(database: Database): Promise<string[] | undefined> {
  const tables = await engineOf(database).describeTables(database);
  if (!tables.some(({ name }) => name === "migrations")) return undefined;
  const rows = await withMigrationsTable(database).selectFrom("migrations").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

/** Whether the database is the target of a move that has not finished. */
export async function isUnfinishedMove(database: Database): Promise<boolean> {
  return (await listMigrations(database))?.includes(UNFINISHED_MOVE) ?? false;
}

/** Creates the tables of a database that has none, and marks it as the target of a move. */
export async function createMoveTarget(database: Database, url: string): Promise<void> {
  await migrate(database, url, { ...released, [UNFINISHED_MOVE]: { up: async () => {} } });
}

/** Marks the target of a move, or removes the mark. */
export async function markUnfinishedMove(transaction: Transaction, isUnfinished: boolean): Promise<void> {
  const handle = withMigrationsTable(transaction);
  await handle.deleteFrom("migrations").where("name", "=", UNFINISHED_MOVE).execute();
  if (isUnfinished)
    await handle.insertInto("migrations").values({ name: UNFINISHED_MOVE, applied_at: Date.now() }).execute();
}

function assertKnown(applied: readonly string[], migrations: Migrations): void {
  if (applied.includes(UNFINISHED_MOVE) && !Object.hasOwn(migrations, UNFINISHED_MOVE)) throw new Error(FINISH_MOVE);
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was migrated by a newer version of Triptych. This version does not know ${unknown.join(", ")}. Start the newer version.`,
  );
}

async function run(transaction: Transaction, name: string, migrations: Migrations): Promise<void> {
  try {
    await migrations[name]?.up(transaction.$omitTables<keyof Schema>());
    await withMigrationsTable(transaction).insertInto("migrations").values({ name, applied_at: Date.now() }).execute();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${name} failed and the database was not changed: ${reason}`, { cause });
  }
}

function withMigrationsTable(database: Database) {
  return database.$extendTables<{ migrations: MigrationsTable }>();
}
