import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import t from "tap";
import type { Database } from "../../src/database/database.ts";
import type { Schema } from "../../src/database/schema/schema.ts";
import { configure } from "../../src/database/sqlite/driver/configure.ts";
import { SqliteFileDialect } from "../../src/database/sqlite/driver/dialect.ts";
import { addSecret, openDatabaseFile } from "../support/database-file.ts";

// Waiting for a lock that another process holds on an SQLite file.

const LOCK_TIMEOUT_MS = 100;
/** A lock timeout that is not exceeded while a test sleeps for some milliseconds. */
const LONG_TIMEOUT_MS = 1_000;
const WRITES = 200;

t.test("all queued writes together wait for one lock timeout, instead of one timeout each", async (t) => {
  const { path, other } = await openDatabaseFile(t);
  let attempts = 0;
  const verbose = (text: unknown) => {
    if (/^(begin|insert)/.test(String(text))) attempts += 1;
  };
  const writer = configure(new Sqlite(path, { timeout: 1, verbose }));
  const reader = new Sqlite(path, { readonly: true });
  const database: Database = new Kysely<Schema>({
    dialect: new SqliteFileDialect({ writer, reader }, LOCK_TIMEOUT_MS),
  });
  t.teardown(() => database.destroy());

  other.exec("begin immediate");
  const outcomes = await Promise.allSettled(
    Array.from({ length: WRITES }, (_, number) => [
      addSecret(database, `alone ${number}`),
      database.transaction().execute((transaction) => addSecret(transaction, `in a transaction ${number}`)),
    ]).flat(),
  );
  for (const outcome of outcomes)
    t.match(outcome, { status: "rejected", reason: { kind: "unavailable", retryAfter: 1 } });
  // One attempt per 10 ms, with a margin. A timeout for each of the 200 transactions would need 200 times as many.
  t.ok(attempts <= (LOCK_TIMEOUT_MS / 10) * 4, `${attempts} attempts to get the lock`);

  other.exec("rollback");
  await t.resolves(addSecret(database, "later"));
});

t.test("a write that is queued later has a lock timeout of its own", async (t) => {
  const { database, other } = await openDatabaseFile(t, { lockTimeout: LONG_TIMEOUT_MS });
  other.exec("begin immediate");
  await t.rejects(addSecret(database, "first"), { name: "Failure", kind: "unavailable" });
  const later = addSecret(database, "later");
  await new Promise((resolve) => setTimeout(resolve, LOCK_TIMEOUT_MS / 10));
  other.exec("rollback");
  await t.resolves(later);
});
