import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { CompiledQuery, Kysely } from "kysely";
import t, { type Test } from "tap";
import { Failure } from "#contract/failure";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema/schema.ts";
import { configure } from "../../src/database/sqlite/driver/configure.ts";
import { SqliteFileDialect } from "../../src/database/sqlite/driver/dialect.ts";
import type { Executor, Outcome } from "../../src/database/sqlite/driver/executor.ts";
import { RetryingConnection } from "../../src/database/sqlite/driver/retrying-connection.ts";
import { SerialConnection } from "../../src/database/sqlite/driver/serial-connection.ts";
import { WriteBatcher } from "../../src/database/sqlite/driver/write-batcher.ts";

// These tests always use SQLite, even when the other tests run on PostgreSQL.

const LOCK_TIMEOUT_MS = 60;

/** Opens a migrated database file; `statements` records what its writer executes from now on. */
async function openTraced(t: Test) {
  const path = `${t.testdir()}/triptych.db`;
  const statements: string[] = [];
  const writer = configure(new Sqlite(path, { timeout: 10, verbose: (text) => statements.push(String(text)) }));
  const reader = new Sqlite(path, { readonly: true });
  const database: Database = new Kysely<Schema>({
    dialect: new SqliteFileDialect({ writer, reader }, LOCK_TIMEOUT_MS),
  });
  t.teardown(() => database.destroy());
  // With the URL of the file, `migrate` would also create an existence marker.
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

t.test("concurrent writes share one transaction, and resolve after its commit", async (t) => {
  const { database, statements } = await openTraced(t);
  const committed = addAll(database, 50).map(async (write) => {
    await write;
    return count(statements, /^commit/);
  });
  t.same(await Promise.all(committed), Array(50).fill(1));
  t.same([count(statements, /^begin immediate/), count(statements, /^insert/)], [1, 50]);
  t.equal((await namesIn(database)).length, 50);
});

t.test("a single write is one statement without begin and commit", async (t) => {
  const { database, statements } = await openTraced(t);
  await add(database, "alone");
  t.equal(statements.length, 1);
});

t.test("a batch holds at most 64 writes", async (t) => {
  const { database, statements } = await openTraced(t);
  await Promise.all(addAll(database, 200));
  t.equal(count(statements, /^commit/), 4, "three batches of 64 writes, and one of 8");
  t.equal((await namesIn(database)).length, 200);
});

t.test("a full batch does not wait for the end of the turn of the event loop", async (t) => {
  const { database, statements } = await openTraced(t);
  const writes = addAll(database, 640);
  // `await undefined` lets other promises settle, but the event loop does not begin another turn.
  for (let step = 0; step < 10_000; step++) await undefined;
  t.ok(count(statements, /^commit/) >= 9, "in the same turn of the event loop");
  await Promise.all(writes);
  t.equal((await namesIn(database)).length, 640);
});

t.test("only the write that violates a constraint rejects, and the rest of its batch commits", async (t) => {
  const { database, statements } = await openTraced(t);
  const [one, again, other] = await Promise.allSettled([add(database, "a"), add(database, "a"), add(database, "b")]);
  t.same([one?.status, again?.status, other?.status], ["fulfilled", "rejected", "fulfilled"]);
  t.match(again, { reason: { code: "SQLITE_CONSTRAINT_PRIMARYKEY" } });
  t.same(await namesIn(database), ["a", "b"]);
  t.equal(count(statements, /^commit/), 1);
});

t.test("on a full disk a batch falls back to single writes, and those that fit succeed", async (t) => {
  const { database, writer, statements } = await openTraced(t);
  writer.pragma(`max_page_count = ${Number(writer.pragma("page_count", { simple: true })) + 3}`);
  const large = "x".repeat(1024 * 1024);
  const outcomes = await Promise.allSettled([add(database, "a"), add(database, "large", large), add(database, "b")]);
  t.same(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  t.match(outcomes[1], { reason: { kind: "unavailable" } });
  t.same(await namesIn(database), ["a", "b"]);
  t.equal(count(statements, /^commit/), 0, "the batch was not committed");
});

t.test("a batch that can't get the lock rejects as a whole, after one lock timeout", async (t) => {
  const { database, path, statements } = await openTraced(t);
  const other = new Sqlite(path);
  t.teardown(() => other.close());
  other.exec("begin immediate");
  const outcomes = await Promise.allSettled(addAll(database, 20));
  t.equal(count(statements, /^insert/), 0, "the writes were not tried one by one");
  for (const outcome of outcomes) t.ok(outcome.status === "rejected" && outcome.reason instanceof Failure);
  other.exec("rollback");
  await Promise.all(addAll(database, 2));
  t.equal((await namesIn(database)).length, 2);
});

t.test("closing the database rejects queued and later writes", async (t) => {
  const { database, writer } = await openTraced(t);
  const outcomes = Promise.allSettled(addAll(database, 70));
  writer.close();
  for (const { status } of await outcomes) t.equal(status, "rejected");
  await t.rejects(add(database, "later"));
});

t.test("writes and transactions are serialised", async (t) => {
  const { database } = await openTraced(t);
  const transaction = database.transaction().execute(async (transaction) => {
    const seen = await namesIn(transaction);
    await add(transaction, `transaction that saw ${seen.length} names`);
  });
  await Promise.all([...addAll(database, 5), transaction, add(database, "last")]);
  t.equal((await namesIn(database)).length, 7);
});

t.test("each caller gets the rows that its own write returns", async (t) => {
  const { database } = await openTraced(t);
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

/** Executes nothing, as slowly as a bad disk; records the size of each batch. */
class SlowExecutor implements Executor {
  readonly isInTransaction = false;
  readonly batches: number[] = [];

  async execute() {
    await this.executeBatch([undefined]);
    return { rows: [] };
  }

  async executeBatch(statements: readonly unknown[]): Promise<Outcome[]> {
    this.batches.push(statements.length);
    await setTimeout(50);
    return statements.map(() => ({ result: { rows: [] } }));
  }

  iterate(): Iterable<unknown> {
    return [];
  }
}

t.test("after a slow batch, the next one waits for the next requests of its callers", async (t) => {
  const executor = new SlowExecutor();
  const batcher = new WriteBatcher(new SerialConnection(new RetryingConnection(executor, LOCK_TIMEOUT_MS)), 10);
  const client = async () => {
    for (let number = 0; number < 10; number++) await batcher.execute(CompiledQuery.raw("insert"));
  };
  const first = client();
  await setTimeout(20);
  await Promise.all([first, client()]);
  // Without waiting, each client's writes would be executed while the other waits: 20 batches.
  t.ok(executor.batches.length <= 12, executor.batches.join(" "));
});
