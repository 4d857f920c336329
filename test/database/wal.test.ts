import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import { inTransaction, openDatabase } from "../../src/database/database.ts";
import { addSecret, type DatabaseFile, openDatabaseFile, readPragma } from "../support/database-file.ts";

// Tests of the write-ahead log of SQLite.

const MIB = 1024 * 1024;

function walSize({ path }: Pick<DatabaseFile, "path">): number {
  return statSync(`${path}-wal`).size;
}

/** Opens a file whose write-ahead log grows to 12 MiB during a read by another process, which `endReader` ends. */
async function openLargeLog(t: Test) {
  const file = await openDatabaseFile(t);
  file.other.exec("begin; select * from secrets");
  for (let number = 0; number < 12; number++) await addSecret(file.database, `${number}`, "x".repeat(MIB));
  t.ok(walSize(file) > 12 * MIB);
  return { ...file, endReader: () => file.other.exec("commit") };
}

t.test("a write-ahead log that grew during a long read shrinks after it", async (t) => {
  const file = await openLargeLog(t);
  file.endReader();
  // 8 MiB is the limit of `wal-limiter.ts`.
  for (let number = 0; walSize(file) > 8 * MIB; number++) {
    await addSecret(file.database, `after ${number}`);
    await setTimeout(20);
  }
  t.equal(
    (await file.database.selectFrom("secrets").select("name").where("name", "in", ["0", "11"]).execute()).length,
    2,
  );
});

t.test("a write-ahead log that grew during a long read shrinks even without further writes", async (t) => {
  const file = await openLargeLog(t);
  await setTimeout(150); // The size is checked at most every 100 ms.
  await addSecret(file.database, "last");
  file.endReader();
  while (walSize(file) > 0) await setTimeout(20);
});

t.test("commits do not checkpoint a large log, because that would block the event loop", async (t) => {
  const file = await openLargeLog(t);
  await setTimeout(150);
  await addSecret(file.database, "last");
  t.equal(await readPragma(file.database, "wal_autocheckpoint"), 0);
  file.endReader();
  // 250 pages is the setting while the log is not large.
  while ((await readPragma(file.database, "wal_autocheckpoint")) !== 250) await setTimeout(20);
  t.ok(walSize(file) < MIB);
});

t.test("a long transaction writes to the log before its commit, which then copies nothing", async (t) => {
  const { database, ...file } = await openDatabaseFile(t);
  await inTransaction(database, async (transaction) => {
    for (let number = 0; number < 8; number++) await addSecret(transaction, `${number}`, "x".repeat(MIB));
    t.ok(walSize(file) > 3 * MIB);
    await setTimeout(25); // Transactions of more than 20 ms are long.
  });
  t.ok(walSize(file) > 8 * MIB);
  t.equal(await readPragma(database, "wal_autocheckpoint"), 0);
  while (walSize(file) > 0) await setTimeout(20);
  t.equal((await database.selectFrom("secrets").select("name").execute()).length, 8);
});

t.test("a database can be closed while its log is large, and opened again", async (t) => {
  const file = await openLargeLog(t);
  await setTimeout(150);
  await addSecret(file.database, "last");
  await file.database.destroy();
  const again = openDatabase(`sqlite:${file.path}`);
  t.teardown(() => again.destroy());
  t.equal((await again.selectFrom("secrets").select("name").execute()).length, 13);
});
