import { rm } from "node:fs/promises";
import type { Database, Transaction } from "./database.ts";
import { fileOf, lockMigrations } from "./dialect.ts";
import { type Migrations, migrations as released } from "./migrations/migrations.ts";
import type { Schema, Time } from "./schema.ts";
import { backUp } from "./sqlite/backup.ts";
import { markExistence } from "./sqlite/existence-marker.ts";

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
  const file = fileOf(url);
  const result = await database.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    const applied = await listApplied(transaction);
    assertKnown(applied, migrations);
    const pending = Object.keys(migrations).filter((name) => !applied.includes(name));
    const [first] = pending;
    if (first === undefined) return { applied: [], backup: undefined };

    const backup = file !== undefined && applied.length > 0 ? await backUp(file, first) : undefined;
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
  if (file !== undefined) await markExistence(file);
  return result;
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

function assertKnown(applied: readonly string[], migrations: Migrations): void {
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

function withMigrationsTable(transaction: Transaction) {
  return transaction.$extendTables<{ migrations: MigrationsTable }>();
}
