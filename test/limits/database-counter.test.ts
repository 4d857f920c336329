import { setTimeout as pause } from "node:timers/promises";
import t, { type Test } from "tap";
import type { Database } from "../../src/database/database.ts";
import { DatabaseCounter } from "../../src/limits/database-counter.ts";
import { WINDOW } from "../../src/limits/request-counter.ts";
import { openTestDatabase } from "../support/databases.ts";

const NETWORK = "192.0.2.1";
/** So many requests of a network may be held back, and what is on its way when one more is answered. */
const UNSAVED = 26;

/** A counter whose clock the test turns, and whose statements it counts. */
async function openCounter(t: Test, { limit = 600, given }: { limit?: number; given?: Database } = {}) {
  const database = given ?? (await openTestDatabase(t));
  let now = Date.UTC(2026, 0, 1);
  const statements: string[] = [];
  const watched = database.withoutPlugins();
  const executor = watched.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (query, options) => {
    statements.push(query.sql);
    return execute(query, options);
  };
  const counter = new DatabaseCounter({ database: watched, clock: () => now, limit });
  t.teardown(() => counter.close());
  return {
    database,
    counter,
    executor,
    statements,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

/** What the database knows of a network. */
async function savedOf(database: Database, network = NETWORK): Promise<number> {
  const row = await database
    .selectFrom("request_counts")
    .select("count")
    .where("network", "=", network)
    .executeTakeFirst();
  return row?.count ?? 0;
}

t.test("requests are counted one by one, however many come at once, and each network by itself", async (t) => {
  const { counter } = await openCounter(t, { limit: 1_000 });
  const tallies = await Promise.all(Array.from({ length: 500 }, () => counter.hit(NETWORK)));
  t.same(
    tallies.map(({ count }) => count).sort((one, other) => one - other),
    Array.from({ length: 500 }, (_, number) => number + 1),
  );
  t.match(await counter.hit("192.0.2.2"), { count: 1, remaining: WINDOW });
});

t.test("an hour begins with a network's first request, and the next one with the first after it", async (t) => {
  const { counter, pass, database } = await openCounter(t);
  t.strictSame(await counter.hit(NETWORK), { count: 1, remaining: WINDOW });
  pass(WINDOW - 1);
  t.strictSame(await counter.hit(NETWORK), { count: 2, remaining: 1 });
  pass(1);
  t.strictSame(await counter.hit(NETWORK), { count: 1, remaining: WINDOW });
  await counter.close();
  t.equal(await savedOf(database), 1);
  pass(2 * WINDOW);
  t.strictSame(await counter.hit(NETWORK), { count: 1, remaining: WINDOW });
  await counter.close();
  t.equal(await savedOf(database), 1, "what is saved is of the new hour");
});

t.test("a request pays no write: they are saved together", async (t) => {
  const { counter, statements } = await openCounter(t);
  for (let requests = 0; requests < 20; requests++) await counter.hit(NETWORK);
  t.equal(statements.length, 1, "it was looked up");
  t.match(statements[0], /^select/);
  await counter.close();
  t.equal(statements.filter((text) => text.startsWith("insert")).length, 1);
});

t.test("what is counted is saved within a second", async (t) => {
  const { counter, database } = await openCounter(t);
  for (let requests = 0; requests < 20; requests++) await counter.hit(NETWORK);
  await pause(950);
  t.equal(await savedOf(database), 20);
});

t.test("a crash forgets a few requests of a burst, never the burst", async (t) => {
  const { counter, database } = await openCounter(t);
  let answered = 0;
  const burst = Array.from({ length: 600 }, async () => {
    await counter.hit(NETWORK);
    answered += 1;
    if (answered % 50 !== 0) return;
    const before = answered;
    const saved = await savedOf(database);
    t.ok(before - saved <= UNSAVED, `${before} were answered, ${saved} are saved`);
  });
  await Promise.all(burst);

  const slow = await openCounter(t);
  for (let requests = 1; requests <= 200; requests++) {
    await slow.counter.hit(NETWORK);
    const saved = await savedOf(slow.database);
    if (requests - saved > UNSAVED) t.fail(`${requests} were answered, ${saved} are saved`);
  }
});

t.test("who is over the limit costs no more writes, and waits for the hour to end", async (t) => {
  const { counter, statements, pass } = await openCounter(t, { limit: 5 });
  for (let requests = 0; requests < 6; requests++) await counter.hit(NETWORK);
  await counter.close();
  const before = statements.length;
  for (let requests = 0; requests < 100; requests++) t.equal((await counter.hit(NETWORK)).count, 6);
  await counter.close();
  t.same(
    statements.slice(before).filter((text) => text.startsWith("insert")),
    [],
  );
  pass(WINDOW);
  t.equal((await counter.hit(NETWORK)).count, 1);
});

t.test("a request can be taken back", async (t) => {
  const { counter, database, pass } = await openCounter(t);
  await counter.hit(NETWORK);
  await counter.hit(NETWORK);
  await counter.refund(NETWORK);
  t.equal((await counter.hit(NETWORK)).count, 2);
  await counter.close();
  await counter.refund(NETWORK);
  await counter.close();
  t.equal(await savedOf(database), 1, "one that is saved, too");
  pass(WINDOW);
  await counter.hit(NETWORK);
  await counter.refund(NETWORK);
  await counter.refund(NETWORK);
  t.equal((await counter.hit(NETWORK)).count, 1, "never below nothing");
});

t.test("a counter goes on where the one before ended", async (t) => {
  const { counter, database } = await openCounter(t);
  for (let requests = 0; requests < 7; requests++) await counter.hit(NETWORK);
  await counter.close();
  const next = await openCounter(t, { given: database });
  next.pass(1_000);
  t.strictSame(await next.counter.hit(NETWORK), { count: 8, remaining: WINDOW - 1_000 });
});

t.test("two counters on one database learn of each other", async (t) => {
  const { counter, database } = await openCounter(t);
  const other = await openCounter(t, { given: database });
  await counter.hit(NETWORK);
  await other.counter.hit(NETWORK);
  for (let requests = 0; requests < 10; requests++) {
    await counter.hit(NETWORK);
    await other.counter.hit(NETWORK);
  }
  await counter.close();
  await other.counter.close();
  t.equal(await savedOf(database), 22);
  t.equal((await other.counter.hit(NETWORK)).count, 23);
});

t.test("a database that fails for a while loses nothing", async (t) => {
  const { counter, database, executor } = await openCounter(t);
  await counter.hit(NETWORK);
  const working = executor.executeQuery;
  executor.executeQuery = async () => {
    throw new Error("The database is away.");
  };
  for (let requests = 0; requests < 10; requests++) await counter.hit(NETWORK);
  await counter.close();
  await t.rejects(
    counter.hit("192.0.2.9"),
    { message: "The database is away." },
    "of an unknown network nothing is known",
  );
  executor.executeQuery = working;
  t.equal((await counter.hit("192.0.2.9")).count, 1);
  await counter.close();
  t.equal(await savedOf(database), 11);
});

t.test("many networks are saved, a part at a time, and ended hours are forgotten", async (t) => {
  const { counter, database, pass } = await openCounter(t);
  const networks = Array.from(
    { length: 12_000 },
    (_, number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
  );
  const rows = async () => {
    const { count } = await database
      .selectFrom("request_counts")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  };
  for (const network of networks) await counter.hit(network);
  await counter.close();
  t.equal(await rows(), 12_000);
  t.equal((await counter.hit(networks[0] ?? "")).count, 2, "one that is not remembered is looked up");
  pass(WINDOW + 1);
  await counter.hit(NETWORK);
  await counter.close();
  t.equal(await rows(), 11_901, "a hundred at a time");
});
