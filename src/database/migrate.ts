import { rm } from "node:fs/promises";
import type { Database, Transaction } from "./database.ts";
import { fileOf, lockMigrations } from "./engine.ts";
import { type Migrations, migrations as released } from "./migrations/migrations.ts";
import type { Schema, Time } from "./schema.ts";
import { backUp } from "./sqlite/backup.ts";

// Not Kysely's Migrator: it reads the catalogue of the whole database, where what others do in other schemas makes it fail, and its lock
// on PostgreSQL belongs to the session, so that it outlives a transaction that fails and hides why it did.

/** What a migration did. */
export interface Migrated {
  /** The names of the migrations that ran, in their order. */
  readonly applied: readonly string[];
  /** Where the copy lies that was taken of a database file before it was changed. */
  readonly copy: string | undefined;
}

/** A row for each migration that has run. */
interface MigrationsTable {
  name: string;
  applied_at: Time;
}

/**
 * Brings the database at `url` up to date: all pending migrations in one transaction, under a lock that makes a second process wait. A file
 * with something in it is copied first; the copy is taken under that lock, so that it is the database as it was before anything changed.
 * Throws when the database was made by a newer version, and when a migration fails; then nothing has changed.
 */
export async function migrate(database: Database, url: string, migrations: Migrations = released): Promise<Migrated> {
  return database.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    const done = await namesOfDone(transaction);
    refuseUnknown(done, migrations);
    const pending = Object.keys(migrations).filter((name) => !done.includes(name));
    const [first] = pending;
    if (first === undefined) return { applied: [], copy: undefined };

    const file = fileOf(url);
    const copy = file !== undefined && done.length > 0 ? await backUp(file, first) : undefined;
    try {
      for (const name of pending) await run(transaction, name, migrations);
    } catch (error) {
      // All of it rolls back. A server that is started again and again must not fill the disk with copies.
      if (copy !== undefined) await rm(copy);
      throw error;
    }
    return { applied: pending, copy };
  });
}

/** The names of the migrations that have run; none in a new database. */
async function namesOfDone(transaction: Transaction): Promise<string[]> {
  await transaction.schema
    .createTable("migrations")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.notNull().primaryKey())
    .addColumn("applied_at", "bigint", (column) => column.notNull())
    .execute();
  const rows = await booksOf(transaction).selectFrom("migrations").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

function refuseUnknown(done: readonly string[], migrations: Migrations): void {
  const unknown = done.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was made by a newer version of Triptych: this one does not know ${unknown.join(", ")}. Start the newer version.`,
  );
}

async function run(transaction: Transaction, name: string, migrations: Migrations): Promise<void> {
  try {
    await migrations[name]?.up(transaction.$omitTables<keyof Schema>());
    await booksOf(transaction).insertInto("migrations").values({ name, applied_at: Date.now() }).execute();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The database is as it was: the migration ${name} failed. ${reason}`, { cause });
  }
}

function booksOf(transaction: Transaction) {
  return transaction.$extendTables<{ migrations: MigrationsTable }>();
}
