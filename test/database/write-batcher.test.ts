import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import t, { type Test } from "tap";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema.ts";
import { configure } from "../../src/database/sqlite/connections.ts";
import { SqliteFileDialect } from "../../src/database/sqlite/dialect.ts";
import { Failure } from "../../src/errors.ts";

// What concerns SQLite alone; it runs whatever engine the other tests run on.

/** How long a database waits for another one's lock, in milliseconds. */
const PATIENCE = 60;

/** A migrated database in a file, with the statements that its writer has executed since. */
async function openWatched(t: Test) {
  const path = `${t.testdir()}/triptych.db`;
  const statements: string[] = [];
  const writer = configure(new Sqlite(path, { timeout: 10, verbose: (text) => statements.push(String(text)) }));
  const reader = new Sqlite(path, { readonly: true });
  const database: Database = new Kysely<Schema>({ dialect: new SqliteFileDialect({ writer, reader }, PATIENCE) });
  t.teardown(() => database.destroy());
  await migrate(database, "sqlite::memory:");
  statements.length = 0;
  return { path, database, statements, writer };
}

function add(database: Database, name: string, value = "x"): Promise<unknown> {
  return database.insertInto("secrets").values({ name, value }).execute();
}

function addAll(database: Database, count: number): Promise<unknown>[] {
  return Array.from({ length: count }, (_, number) => add(database, `name ${number}`));
}

async function namesIn(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("secrets").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

function count(statements: readonly string[], pattern: RegExp): number {
  return statements.filter((text) => pattern.test(text)).length;
}

t.test("writes that arrive together are one transaction, and nobody is told before it is committed", async (t) => {
  const { database, statements } = await openWatched(t);
  const committed = addAll(database, 50).map(async (write) => {
    await write;
    return count(statements, /^commit/);
  });
  t.same(await Promise.all(committed), Array(50).fill(1));
  t.same([count(statements, /^begin immediate/), count(statements, /^insert/)], [1, 50]);
  t.equal((await namesIn(database)).length, 50);
});

t.test("a write that arrives alone is a transaction by itself", async (t) => {
  const { database, statements } = await openWatched(t);
  await add(database, "alone");
  t.equal(statements.length, 1);
});

t.test("very many writes are several transactions, so that they hold nobody up", async (t) => {
  const { database, statements } = await openWatched(t);
  await Promise.all(addAll(database, 200));
  t.equal(count(statements, /^commit/), 4, "64 each, and the rest");
  t.equal((await namesIn(database)).length, 200);
});

t.test("what is refused of one write changes nothing for those that arrived with it", async (t) => {
  const { database, statements } = await openWatched(t);
  const [one, again, other] = await Promise.allSettled([add(database, "a"), add(database, "a"), add(database, "b")]);
  t.same([one?.status, again?.status, other?.status], ["fulfilled", "rejected", "fulfilled"]);
  t.match(again, { reason: { code: "SQLITE_CONSTRAINT_PRIMARYKEY" } });
  t.same(await namesIn(database), ["a", "b"]);
  t.equal(count(statements, /^commit/), 1);
});

t.test("when the disk is full each write is done that there is room for", async (t) => {
  const { database, writer, statements } = await openWatched(t);
  writer.pragma(`max_page_count = ${Number(writer.pragma("page_count", { simple: true })) + 3}`);
  const large = "x".repeat(1024 * 1024);
  const outcomes = await Promise.allSettled([add(database, "a"), add(database, "large", large), add(database, "b")]);
  t.same(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  t.match(outcomes[1], { reason: { kind: "unavailable" } });
  t.same(await namesIn(database), ["a", "b"]);
  t.equal(count(statements, /^commit/), 0, "they could not be committed together");
});

t.test("writes that wait for another process's lock in vain are refused together, and soon", async (t) => {
  const { database, path } = await openWatched(t);
  const other = new Sqlite(path);
  t.teardown(() => other.close());
  other.exec("begin immediate");
  const started = performance.now();
  const outcomes = await Promise.allSettled(addAll(database, 20));
  t.ok(performance.now() - started < PATIENCE * 10, "they did not wait one after the other");
  for (const outcome of outcomes) t.ok(outcome.status === "rejected" && outcome.reason instanceof Failure);
  other.exec("rollback");
  await Promise.all(addAll(database, 2));
  t.equal((await namesIn(database)).length, 2);
});

t.test("writes that wait when the database is closed are all refused, and so are those that come later", async (t) => {
  const { database, writer } = await openWatched(t);
  const outcomes = Promise.allSettled(addAll(database, 70));
  writer.close();
  for (const { status } of await outcomes) t.equal(status, "rejected");
  await t.rejects(add(database, "later"));
});

t.test("writes and transactions take turns", async (t) => {
  const { database } = await openWatched(t);
  const transaction = database.transaction().execute(async (transaction) => {
    const seen = await namesIn(transaction);
    await add(transaction, `name of a transaction that has seen ${seen.length}`);
  });
  await Promise.all([...addAll(database, 5), transaction, add(database, "last")]);
  t.equal((await namesIn(database)).length, 7);
});

t.test("what a write gives back reaches the one who asked for it", async (t) => {
  const { database } = await openWatched(t);
  const values = ["1", "2", "3"];
  const returned = await Promise.all(
    values.map((value) =>
      database
        .insertInto("secrets")
        .values({ name: `name ${value}`, value })
        .returning("value")
        .executeTakeFirst(),
    ),
  );
  t.same(
    returned.map((row) => row?.value),
    values,
  );
});
