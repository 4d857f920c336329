import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import t, { type Test } from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";

// What a start does when the database file of an earlier start is missing. The marker, a file named
// `<database>.exists`, records that there was one.

async function openAndClose(url: string): Promise<void> {
  const database = openDatabase(url);
  try {
    await migrate(database, url);
  } finally {
    await database.destroy();
  }
}

async function createDatabase(t: Test) {
  const path = `${t.testdir()}/data/triptych.db`;
  await openAndClose(`sqlite:${path}`);
  return { path, url: `sqlite:${path}`, marker: `${path}.exists` };
}

t.test("a start with a missing database fails, says what to do, and creates nothing", async (t) => {
  const { path, url, marker } = await createDatabase(t);
  rmSync(path);
  const message = `The database file ${path} is missing or empty, but it existed at an earlier start. Restore it, or delete ${marker} to start with an empty database.`;
  t.throws(() => openDatabase(url), { message });
  t.notOk(existsSync(path));
  writeFileSync(path, "");
  t.throws(() => openDatabase(url), { message }, "an empty file is not a database");
  rmSync(marker);
  await t.resolves(openAndClose(url));
});

t.test("the marker is readable by its owner alone, says what it is for, and is created if it is missing", async (t) => {
  const { url, marker } = await createDatabase(t);
  t.equal(statSync(marker).mode & 0o777, 0o600);
  t.match(readFileSync(marker, "utf8"), /would replace a missing database by an empty one/);
  rmSync(marker);
  await openAndClose(url);
  t.ok(existsSync(marker), "a database of an earlier version gets a marker");
});

t.test("a start succeeds after a crash before the first migration", async (t) => {
  const url = `sqlite:${t.testdir()}/triptych.db`;
  await openDatabase(url).destroy();
  await t.resolves(openAndClose(url));
});
