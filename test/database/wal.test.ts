import { statSync } from "node:fs";
import t, { type Test } from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { addSecret, type DatabaseFile, openDatabaseFile } from "../support/database-file.ts";

// Tests of the write-ahead log of SQLite.

const MIB = 1024 * 1024;

function walSize({ path }: Pick<DatabaseFile, "path">): number {
  return statSync(`${path}-wal`).size;
}

/** Opens a file whose write-ahead log grows to 12 MiB during a read by another process, which `endReader` ends. */
async function openLargeLog(t: Test, writesInThread: boolean) {
  const file = await openDatabaseFile(t, { writesInThread });
  file.other.exec("begin; select * from secrets");
  for (let number = 0; number < 12; number++) await addSecret(file.database, `${number}`, "x".repeat(MIB));
  t.ok(walSize(file) > 12 * MIB);
  return { ...file, endReader: () => file.other.exec("commit") };
}

for (const writesInThread of [false, true]) {
  const where = writesInThread ? "in a thread" : "in this thread";

  t.test(`a write-ahead log that grew during a long read shrinks with the writes after it (${where})`, async (t) => {
    const file = await openLargeLog(t, writesInThread);
    file.endReader();
    // The first copies the log, and the second starts it again.
    for (const name of ["first", "second"]) await addSecret(file.database, name);
    t.ok(walSize(file) <= 8 * MIB, "the limit in configure.ts");
    t.equal((await file.database.selectFrom("secrets").select("name").execute()).length, 14);
  });

  t.test(`a database can be closed while its log is large, and opened again (${where})`, async (t) => {
    const file = await openLargeLog(t, writesInThread);
    await file.database.destroy();
    const again = openDatabase(`sqlite:${file.path}`);
    t.teardown(() => again.destroy());
    t.equal((await again.selectFrom("secrets").select("name").execute()).length, 12);
  });
}
