import { setTimeout as pause } from "node:timers/promises";
import t, { type Test } from "tap";
import type { Database } from "../../src/database/database.ts";
import { DatabaseCounter } from "../../src/limits/database-counter.ts";
import { WINDOW_MS } from "../../src/limits/request-counter.ts";
import { openTestDatabase } from "../support/databases.ts";

const NETWORK = "192.0.2.1";

/** Maximum unsaved requests of a network: 25 (1/24 of 600), and one that waits for a save. */
const MAX_UNSAVED = 26;

/** Opens a counter whose clock the test sets. `statements` lists the SQL that it executes; `given` is its database. */
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
    advanceClock: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

/** The saved count of a network. */
async function savedOf(database: Database, network = NETWORK): Promise<number> {
  const row = await database
    .selectFrom("request_counts")
    .select("count")
    .where("network", "=", network)
    .executeTakeFirst();
  return row?.count ?? 0;
}

t.test("hit: counts parallel requests one by one, and each network separately", async (t) => {
  const { counter } = await openCounter(t, { limit: 1_000 });
  const tallies = await Promise.all(Array.from({ length: 500 }, () => counter.hit(NETWORK)));
  t.same(
    tallies.map(({ count }) => count).sort((one, other) => one - other),
    Array.from({ length: 500 }, (_, number) => number + 1),
  );
  t.match(await counter.hit("192.0.2.2"), { count: 1, remainingMs: WINDOW_MS });
});

t.test(
  "hit: a window starts with the first request, and the next window with the first request after it ends",
  async (t) => {
    const { counter, advanceClock, database } = await openCounter(t);
    t.strictSame(await counter.hit(NETWORK), { count: 1, remainingMs: WINDOW_MS });
    advanceClock(WINDOW_MS - 1);
    t.strictSame(await counter.hit(NETWORK), { count: 2, remainingMs: 1 });
    advanceClock(1);
    t.strictSame(await counter.hit(NETWORK), { count: 1, remainingMs: WINDOW_MS });
    await counter.close();
    t.equal(await savedOf(database), 1);
    advanceClock(2 * WINDOW_MS);
    t.strictSame(await counter.hit(NETWORK), { count: 1, remainingMs: WINDOW_MS });
    await counter.close();
    t.equal(await savedOf(database), 1, "the saved count is that of the new window");
  },
);

t.test(
  "hit: 20 requests of a network write nothing at first; their count is saved later, in one statement",
  async (t) => {
    const { counter, statements } = await openCounter(t);
    await Promise.all(Array.from({ length: 20 }, () => counter.hit(NETWORK)));
    t.equal(statements.length, 1, "the saved count of the network was read once");
    t.match(statements[0], /^select/);
    await counter.close();
    t.equal(statements.filter((text) => text.startsWith("insert")).length, 1);
  },
);

t.test("hit: counts are saved in the background", async (t) => {
  const { counter, database } = await openCounter(t);
  for (let requests = 0; requests < 20; requests++) await counter.hit(NETWORK);
  while ((await savedOf(database)) < 20) await pause(20);
  t.equal(await savedOf(database), 20);
});

t.test("hit: waits for a save when more than 25 requests of its network are unsaved", async (t) => {
  const { counter, database } = await openCounter(t);
  let counted = 0;
  const burst = Array.from({ length: 600 }, async () => {
    await counter.hit(NETWORK);
    counted += 1;
    if (counted % 50 !== 0) return;
    const before = counted;
    const saved = await savedOf(database);
    t.ok(before - saved <= MAX_UNSAVED, `${before} were counted, ${saved} are saved`);
  });
  await Promise.all(burst);

  const sequential = await openCounter(t);
  for (let requests = 1; requests <= 200; requests++) {
    await sequential.counter.hit(NETWORK);
    const saved = await savedOf(sequential.database);
    if (requests - saved > MAX_UNSAVED) t.fail(`${requests} were counted, ${saved} are saved`);
  }
});

t.test("hit: only the first request beyond the limit causes a write, until the window ends", async (t) => {
  const { counter, statements, advanceClock } = await openCounter(t, { limit: 5 });
  for (let requests = 0; requests < 6; requests++) await counter.hit(NETWORK);
  await counter.close();
  const before = statements.length;
  for (let requests = 0; requests < 100; requests++) t.equal((await counter.hit(NETWORK)).count, 6);
  await counter.close();
  t.same(
    statements.slice(before).filter((text) => text.startsWith("insert")),
    [],
  );
  advanceClock(WINDOW_MS);
  t.equal((await counter.hit(NETWORK)).count, 1);
});

t.test("refund: subtracts a request, whether its count was saved or not", async (t) => {
  const { counter, database, advanceClock } = await openCounter(t);
  await counter.hit(NETWORK);
  await counter.hit(NETWORK);
  await counter.refund(NETWORK);
  t.equal((await counter.hit(NETWORK)).count, 2);
  await counter.close();
  await counter.refund(NETWORK);
  await counter.close();
  t.equal(await savedOf(database), 1, "a saved request was subtracted");
  advanceClock(WINDOW_MS);
  await counter.hit(NETWORK);
  await counter.refund(NETWORK);
  await counter.refund(NETWORK);
  t.equal((await counter.hit(NETWORK)).count, 1, "never below zero");
});

t.test("hit: a new counter continues with the saved counts", async (t) => {
  const { counter, database } = await openCounter(t);
  for (let requests = 0; requests < 7; requests++) await counter.hit(NETWORK);
  await counter.close();
  const next = await openCounter(t, { given: database });
  next.advanceClock(1_000);
  t.strictSame(await next.counter.hit(NETWORK), { count: 8, remainingMs: WINDOW_MS - 1_000 });
});

t.test("hit: the counts of two counters on one database add up", async (t) => {
  const { counter, database } = await openCounter(t);
  const other = await openCounter(t, { given: database });
  await counter.hit(NETWORK);
  await other.counter.hit(NETWORK);
  for (let requests = 0; requests < 10; requests++) {
    await counter.hit(NETWORK);
    await other.counter.hit(NETWORK);
  }
  await counter.close();
  await other.counter.hit(NETWORK);
  await other.counter.close();
  t.equal(await savedOf(database), 23);
  t.equal((await other.counter.hit(NETWORK)).count, 24, "a save reads the counts of the other counter");
});

t.test("hit: counts survive a temporary failure of the database", async (t) => {
  const { counter, database, executor } = await openCounter(t);
  await counter.hit(NETWORK);
  const working = executor.executeQuery;
  executor.executeQuery = async () => {
    throw new Error("The database is unavailable.");
  };
  for (let requests = 0; requests < 10; requests++) await counter.hit(NETWORK);
  await counter.close();
  await t.rejects(
    counter.hit("192.0.2.9"),
    { message: "The database is unavailable." },
    "the count of a network that is not cached can't be read",
  );
  executor.executeQuery = working;
  t.equal((await counter.hit("192.0.2.9")).count, 1);
  await counter.close();
  t.equal(await savedOf(database), 11);
});

t.test("hit: while saves fail, requests are counted without waiting, and the outage is reported once", async (t) => {
  const { counter, database, executor, statements } = await openCounter(t);
  const reports: unknown[] = [];
  await counter.open((message, cause) => reports.push([message, cause]));
  await counter.hit(NETWORK);
  const working = executor.executeQuery;
  const full = new Error("database or disk is full");
  executor.executeQuery = async ({ sql }) => {
    statements.push(sql);
    throw full;
  };
  for (let requests = 2; requests <= 26; requests++) t.equal((await counter.hit(NETWORK)).count, requests);
  const before = statements.length;
  for (let requests = 27; requests <= 300; requests++) t.equal((await counter.hit(NETWORK)).count, requests);
  t.ok(statements.length - before < 20, "saves are tried in the background, not by each request");
  t.same(reports, [["request counts can't be saved, retrying", full]]);
  executor.executeQuery = working;
  while ((await savedOf(database)) < 300) await pause(20);
  t.equal(await savedOf(database), 300);
  executor.executeQuery = () => Promise.reject(full);
  await counter.hit(NETWORK);
  await counter.close();
  t.equal(reports.length, 2, "the next outage is reported again");
  executor.executeQuery = working;
});

t.test("hit: a stored window that ends more than an hour from now is shortened to an hour", async (t) => {
  const { counter, database, advanceClock } = await openCounter(t, { limit: 5 });
  const ahead = await openCounter(t, { limit: 5, given: database });
  ahead.advanceClock(400 * 24 * WINDOW_MS);
  for (let requests = 0; requests < 6; requests++) await ahead.counter.hit(NETWORK);
  await ahead.counter.close();

  t.strictSame(await counter.hit(NETWORK), { count: 6, remainingMs: WINDOW_MS }, "the count is kept");
  advanceClock(WINDOW_MS / 2);
  await counter.close();
  const restarted = await openCounter(t, { limit: 5, given: database });
  restarted.advanceClock(WINDOW_MS / 2);
  t.strictSame(
    await restarted.counter.hit(NETWORK),
    { count: 6, remainingMs: WINDOW_MS / 2 },
    "a restart does not extend the window",
  );
  restarted.advanceClock(WINDOW_MS / 2);
  t.strictSame(await restarted.counter.hit(NETWORK), { count: 1, remainingMs: WINDOW_MS });
});

t.test("hit: after the clock is set back, a window still ends within an hour", async (t) => {
  const { counter, database, advanceClock } = await openCounter(t, { limit: 5 });
  for (let requests = 0; requests < 6; requests++) await counter.hit(NETWORK);
  advanceClock(-400 * 24 * WINDOW_MS);
  t.strictSame(await counter.hit(NETWORK), { count: 6, remainingMs: WINDOW_MS });
  await counter.close();
  advanceClock(WINDOW_MS);
  t.strictSame(await counter.hit(NETWORK), { count: 1, remainingMs: WINDOW_MS });
  await counter.close();
  t.equal(await savedOf(database), 1);
});

t.test("hit: saves many networks in several statements; each save deletes at most 100 expired windows", async (t) => {
  const { counter, database, statements, advanceClock } = await openCounter(t);
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
  statements.length = 0;
  t.equal((await counter.hit(networks[2_000] ?? "")).count, 2);
  t.equal(statements.length, 0, "the newest 10,000 networks stay in memory");
  t.equal((await counter.hit(networks[1_999] ?? "")).count, 2);
  t.equal(statements.length, 1, "the count of an evicted network is read again");
  await counter.close();
  advanceClock(WINDOW_MS + 1);
  await counter.hit(NETWORK);
  await counter.close();
  t.equal(await rows(), 11_901, "100 windows were deleted");
});
