import { copyFileSync, mkdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import { type DatabaseOptions, inTransaction } from "../../src/database/database.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { addSecret, holdWriter, openDatabaseFile } from "../support/database-file.ts";
import { createPerson } from "../support/people.ts";

// These tests always run on an SQLite file. Tests of full and failing disks are in scripts/faults/.

async function openOnFile(t: Test, options?: DatabaseOptions) {
  const file = await openDatabaseFile(t, options);
  return { ...file, app: await openApp(t, {}, { database: file.database }) };
}

/** Polls until /health/ready returns this status. The server repeats its check at most once a second. */
async function untilReadinessIs({ send }: TestApp, status: number): Promise<void> {
  while ((await send("GET", "/health/ready")).status !== status) await setTimeout(50);
}

t.test("/health/ready does not wait for writers, and writes nothing into the database", async (t) => {
  const { app, database, other } = await openOnFile(t);
  const version = other.pragma("data_version");
  const release = holdWriter(database);
  t.equal((await app.send("GET", "/health/ready")).status, 200);
  await release();
  t.same(other.pragma("data_version"), version);
});

const LOSSES: Readonly<Record<string, (path: string) => void>> = {
  "the database is deleted": (path) => rmSync(path),
  "the database is replaced by its copy": (path) => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  },
  "the write-ahead log is deleted": (path) => rmSync(`${path}-wal`),
};

for (const [loss, lose] of Object.entries(LOSSES)) {
  t.test(`createProduct: after ${loss}, writes and /health/ready return 503, and reads work`, async (t) => {
    const { app, path } = await openOnFile(t);
    const { token } = await createPerson(app, "Ann");
    const create = () => app.send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
    t.equal((await create()).status, 201);
    t.equal((await app.send("GET", "/health/ready")).status, 200);
    lose(path);
    await untilReadinessIs(app, 503);
    // The files are checked at most every 100 ms.
    while ((await create()).status === 201) await setTimeout(10);
    for (let time = 0; time < 3; time++) {
      const refused = await create();
      t.equal(refused.status, 503);
      t.equal(refused.headers.get("retry-after"), "1");
    }
    t.equal((await app.send("GET", "/api/products?limit=1")).status, 200);
    t.equal((await app.send("GET", "/health/live")).status, 200);
    t.match(app.log.join(""), /was deleted or replaced/);
  });
}

t.test("a database that is moved away and back works again", async (t) => {
  const { app, path, database } = await openOnFile(t);
  renameSync(path, `${path}.away`);
  await untilReadinessIs(app, 503);
  await t.rejects(
    async () => {
      for (;;) await addSecret(database, Math.random().toString());
    },
    { name: "Failure", kind: "unavailable" },
  );
  renameSync(`${path}.away`, path);
  await untilReadinessIs(app, 200);
  await t.resolves(addSecret(database, "back"));
});

t.test("/health/ready is 503 while no file can be written in the folder of the database", async (t) => {
  const { app, path } = await openOnFile(t);
  mkdirSync(`${path}.probe`); // A folder in place of the file stops even root.
  t.equal((await app.send("GET", "/health/ready")).status, 503);
  rmdirSync(`${path}.probe`);
  await untilReadinessIs(app, 200);
});

t.test("after a write has failed, /health/ready is 503 until a write can be committed", async (t) => {
  const { app, database, other } = await openOnFile(t, { lockTimeout: 20 });
  other.exec("begin immediate");
  t.equal((await app.send("GET", "/health/ready")).status, 200, "a lock of another process alone is not a failure");
  await t.rejects(addSecret(database, "a"), { name: "Failure", kind: "unavailable" });
  await untilReadinessIs(app, 503);
  other.exec("rollback");
  await untilReadinessIs(app, 200);
});

t.test("after a write has failed, /health/ready is 503 while another transaction is open", async (t) => {
  const { app, database, other } = await openOnFile(t, { lockTimeout: 20 });
  other.exec("begin immediate");
  await t.rejects(addSecret(database, "a"), { name: "Failure", kind: "unavailable" });
  other.exec("rollback");
  await inTransaction(database, async () => {
    t.equal((await app.send("GET", "/health/ready")).status, 503);
  });
  await untilReadinessIs(app, 200);
});
