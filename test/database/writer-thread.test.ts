import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import t from "tap";
import { engineOf } from "../../src/database/engine.ts";
import { addSecret, openDatabaseFile } from "../support/database-file.ts";

// The thread that writes to an SQLite file. More tests of it are in sqlite.test.ts and wal.test.ts.

t.test("the event loop runs while a statement that writes is executed", async (t) => {
  const { database } = await openDatabaseFile(t, { writesInThread: true });
  let isDone = false;
  const writing = sql`insert into secrets with recursive numbers (number) as
      (select 1 union all select number + 1 from numbers where number < 300000)
    select 'sum', sum(number) from numbers`
    .execute(database)
    .finally(() => {
      isDone = true;
    });
  let turns = 0;
  for (; !isDone; turns++) {
    await setImmediate();
    await database.selectFrom("secrets").select("name").execute();
  }
  await writing;
  t.ok(turns > 10, `${turns} turns, each with a read`);
});

t.test("errors of the thread keep their class and their code", async (t) => {
  const { database } = await openDatabaseFile(t, { writesInThread: true });
  await addSecret(database, "a");
  const rejection = { name: "SqliteError", code: "SQLITE_CONSTRAINT_PRIMARYKEY" };
  await t.rejects(addSecret(database, "a"), rejection, "alone");
  const [again, other] = await Promise.allSettled([addSecret(database, "a"), addSecret(database, "b")]);
  t.match([again, other], [{ status: "rejected", reason: rejection }, { status: "fulfilled" }], "in a batch");
  await t.rejects(
    database.transaction().execute((transaction) => addSecret(transaction, "a")),
    rejection,
    "in a transaction",
  );
  await t.rejects(sql`insert into secrets values (${true}, 'x')`.execute(database), TypeError);
  await t.resolves(addSecret(database, "c", "y"), "the thread continues");
});

t.test("a value that is a part of a longer buffer is sent to the thread without the rest of it", async (t) => {
  const { database } = await openDatabaseFile(t, { writesInThread: true });
  const requests = t.capture(Worker.prototype, "postMessage", Worker.prototype.postMessage);
  const part = Buffer.alloc(1024 * 1024).subarray(10, 20);
  await sql`create table examples (value)`.execute(database);
  await sql`insert into examples values (${part})`.execute(database);
  const bytes = requests().flatMap(({ args }) => JSON.stringify(args, lengthOfBuffer).match(/\d+ bytes/g) ?? []);
  t.same(bytes, ["10 bytes"]);
});

/** For `JSON.stringify`: the length of the buffer of a typed array, which a structured clone copies. */
function lengthOfBuffer(_name: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? `${value.buffer.byteLength} bytes` : value;
}

t.test("values of all types return from the thread as they do from a connection", async (t) => {
  const { database } = await openDatabaseFile(t, { writesInThread: true });
  await sql`create table examples (value)`.execute(database);
  const values = [1.5, "ü\u0000", null, Buffer.from([0, 255]), 7n];
  for (const value of values) {
    const { rows } = await sql<{ value: unknown }>`insert into examples values (${value}) returning value`.execute(
      database,
    );
    t.same(rows, [{ value: typeof value === "bigint" ? Number(value) : value }]);
    t.equal(Buffer.isBuffer(rows[0]?.value), Buffer.isBuffer(value));
  }
  const [first, second] = await Promise.all([
    sql`insert into examples values (1)`.execute(database),
    database.deleteFrom("secrets").executeTakeFirst(),
  ]);
  t.equal(first.numAffectedRows, 1n);
  t.equal(first.insertId, 6n);
  t.equal(second.numDeletedRows, 0n);
});

t.test("a health check after a failed write commits one in the thread", async (t) => {
  const { database, path } = await openDatabaseFile(t, { writesInThread: true });
  await sql`pragma max_page_count = 50`.execute(database);
  await t.rejects(addSecret(database, "large", "x".repeat(10_000_000)), { name: "Failure", kind: "unavailable" });
  const frames = () => statSync(`${path}-wal`).size;
  const before = frames();
  await t.resolves(engineOf(database).ping(database));
  t.ok(frames() > before, "one page");
  await t.resolves(engineOf(database).ping(database));
  await t.resolves(addSecret(database, "small"));
});

t.test("closing settles queued writes, and rejects later ones", async (t) => {
  const { database, other } = await openDatabaseFile(t, { writesInThread: true });
  const writing = Promise.allSettled(Array.from({ length: 700 }, (_, number) => addSecret(database, `${number}`)));
  await database.destroy();
  const acknowledged = (await writing).filter(({ status }) => status === "fulfilled");
  t.equal(other.prepare("select count(*) from secrets").pluck().get(), acknowledged.length);
  await t.rejects(addSecret(database, "later"));
});
