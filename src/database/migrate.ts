import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { copyDatabase } from "./copy.ts";
import type { Database } from "./database.ts";
import { fileOf, lockMigrations, schemaOf } from "./dialect.ts";
import { migrations as released } from "./migrations/migrations.ts";

/** What a migration did. */
export interface Migrated {
  /** The names of the migrations that ran, in their order. */
  readonly applied: readonly string[];
  /** Where the copy lies that was taken of a database file before it was changed. */
  readonly copy: string | undefined;
}

type Migrations = Readonly<Record<string, Migration>>;

/**
 * Brings a database up to date: all pending migrations in one transaction, under a lock that makes a second process wait. A file with
 * something in it is copied first, as it was. Throws when the database was made by a newer version, and when a migration fails; then
 * nothing has changed.
 */
export async function migrate(database: Database, url: string, migrations: Migrations = released): Promise<Migrated> {
  return database.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: async () => migrations },
      ...(await schemaOf(transaction)),
    });
    const isDone = (await migrator.getMigrations()).some(({ executedAt }) => executedAt !== undefined);
    const done = isDone ? await namesOfDone(transaction) : [];
    refuseUnknown(done, migrations);
    const pending = Object.keys(migrations).filter((name) => !done.includes(name));
    if (pending.length === 0) return { applied: [], copy: undefined };

    const file = fileOf(url);
    const copy = file !== undefined && isDone ? await copyDatabase(file, pending[0] ?? "") : undefined;
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    return { applied: pending, copy };
  });
}

async function namesOfDone(transaction: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(transaction);
  return rows.map(({ name }) => name);
}

function refuseUnknown(done: readonly string[], migrations: Migrations): void {
  const unknown = done.filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was made by a newer version of Triptych: this one does not know ${unknown.join(", ")}. Start the newer version.`,
  );
}
