import { setTimeout as pause } from "node:timers/promises";
import t, { type Test } from "tap";
import type { Database } from "../../src/database/database.ts";
import { WINDOW_MS } from "../../src/limits/request-counter.ts";
import { SharedCounter } from "../../src/limits/shared-counter.ts";
import { CLOCK_MINUTE, HOUR } from "../../src/limits/windows.ts";
import { openTestDatabase } from "../support/databases.ts";

const NETWORK = "192.0.2.1";

interface Given {
  readonly limit?: number;
  readonly given?: Database;
  readonly window?: typeof HOUR;
  /** Whether the clock goes on by itself. */
  readonly ticks?: boolean;
}

/** Opens a counter whose clock the test sets. `statements` lists the SQL that it executes; `given` is its database. */
async function openCounter(t: Test, { limit = 600, given, window = HOUR, ticks = false }: Given = {}) {
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
  const clock = () => now + (ticks ? Math.floor(performance.now()) : 0);
  const counter = new SharedCounter({ database: watched, clock, limit, window });
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

/** Three counters on one database, like those of three servers. */
async function openCounters(t: Test, limit: number) {
  const first = await openCounter(t, { limit, ticks: true });
  const others = [1, 2].map(() => openCounter(t, { limit, ticks: true, given: first.database }));
  return [first, ...(await Promise.all(others))];
}

/** Those of the statements that change counts. */
function changesOf(statements: readonly string[]): number {
  return statements.filter((text) => text.includes("insert into request_counts")).length;
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

t.test("hit: counts parallel requests one by one, and each caller separately", async (t) => {
  const { counter } = await openCounter(t, { limit: 1_000 });
  const tallies = await Promise.all(Array.from({ length: 500 }, () => counter.hit(NETWORK)));
  t.same(
    tallies.map(({ count }) => count).sort((one, other) => one - other),
    Array.from({ length: 500 }, (_, number) => number + 1),
  );
  t.match(await counter.hit("192.0.2.2"), { count: 1, remainingMs: WINDOW_MS });
});

for (const requests of [201, 250, 1_000]) {
  t.test(`hit: of ${requests} requests at once to three counters, exactly 200 are within the limit`, async (t) => {
    const counters = await openCounters(t, 200);
    const hits = Array.from({ length: requests }, (_, number) => counters[number % 3]?.counter.hit(NETWORK));
    const tallies = await Promise.all(hits);
    t.equal(tallies.filter((tally) => tally !== undefined && tally.count <= 200).length, 200);
  });
}

t.test("hit: requests in random bursts to three counters: exactly the limit passes", async (t) => {
  for (const limit of [1, 7, 50, 333]) {
    const counters = await openCounters(t, limit);
    let passed = 0;
    let sent = 0;
    while (sent < 2 * limit + 50) {
      const burst = Array.from({ length: 1 + Math.floor(Math.random() * 40) }, async () => {
        const tally = await counters[Math.floor(Math.random() * 3)]?.counter.hit(NETWORK);
        if (tally !== undefined && tally.count <= limit) passed += 1;
      });
      sent += burst.length;
      await Promise.all(burst);
      if (passed < limit && sent >= limit + 40 * 3) t.fail(`${passed} of ${sent} passed, the limit is ${limit}`);
    }
    t.equal(passed, limit);
  }
});

t.test("hit: requests of many callers at once, and those that arrive meanwhile, share a statement", async (t) => {
  const { counter, statements, database, executor } = await openCounter(t);
  const send = (network: string) =>
    Array.from({ length: 100 }, (_, number) => counter.hit(`${network}.${number % 10}`));
  const hits: ReturnType<typeof counter.hit>[] = [];
  const execute = executor.executeQuery;
  executor.executeQuery = (query, options) => {
    executor.executeQuery = execute;
    hits.push(...send("10.0.1"));
    return execute(query, options);
  };
  await Promise.all(send("10.0.0"));
  for (const tally of await Promise.all(hits)) t.ok(tally.count <= 10);
  t.equal(changesOf(statements), 2);
  t.equal(await savedOf(database, "10.0.0.9"), 10);
});

t.test("hit: while each turn of the event loop brings a request, they share a statement", async (t) => {
  const { counter, statements } = await openCounter(t);
  await counter.hit(NETWORK);
  const hits: Promise<unknown>[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = (left: number) => {
    if (left === 0) return resolve();
    setImmediate(send, left - 1);
    hits.push(Promise.resolve(counter.hit(NETWORK)));
  };
  send(6);
  await promise;
  await Promise.all(hits);
  t.ok(changesOf(statements) - 1 <= 3, `6 requests cost ${changesOf(statements) - 1} statements`);
});

t.test("hit: a statement counts at most 500 callers", async (t) => {
  const { counter, statements } = await openCounter(t);
  await Promise.all(Array.from({ length: 1_100 }, (_, number) => counter.hit(`caller ${number}`)));
  t.equal(changesOf(statements), 3);
});

t.test("hit: counters that count the same callers in another order do not block each other", async (t) => {
  const counters = await openCounters(t, 1_000);
  const callers = Array.from({ length: 200 }, (_, number) => `10.0.0.${number}`);
  const hits = counters.flatMap(({ counter }, shift) =>
    [0, 1, 2].flatMap(async (round) => {
      await pause(round);
      const shuffled = callers.map((_, index) => callers[(index * 7 + shift * 50) % callers.length] ?? "");
      return Promise.all(shuffled.map((caller) => counter.hit(caller)));
    }),
  );
  await Promise.all(hits);
  for (const caller of callers) t.equal(await savedOf(counters[0]?.database as Database, caller), 9);
});

t.test("hit: the first of the requests in a statement pass, the others are not counted", async (t) => {
  const { counter, database } = await openCounter(t, { limit: 5 });
  await counter.hit(NETWORK);
  const tallies = await Promise.all(Array.from({ length: 7 }, () => counter.hit(NETWORK)));
  t.same(
    tallies.map(({ count }) => count),
    [2, 3, 4, 5, 6, 6, 6],
  );
  t.equal(await savedOf(database), 5);
});

t.test("hit: a caller that is evicted from memory while it waits is counted once more", async (t) => {
  const { counter, database } = await openCounter(t);
  const hits = [counter.hit(NETWORK)];
  for (let number = 0; number < 20_000; number++) hits.push(counter.hit(`caller ${number}`));
  hits.push(counter.hit(NETWORK));
  const tallies = await Promise.all(hits);
  t.same([tallies.at(0)?.count, tallies.at(-1)?.count], [1, 2]);
  t.equal(await savedOf(database), 2);
});

t.test("hit: beyond the limit, requests cost one statement a second", async (t) => {
  const { counter, statements } = await openCounter(t, { limit: 5 });
  for (let requests = 0; requests < 6; requests++) await counter.hit(NETWORK);
  const before = changesOf(statements);
  for (let requests = 0; requests < 100; requests++) t.equal((await counter.hit(NETWORK)).count, 6);
  t.equal(changesOf(statements), before);
});

t.test("hit: a window starts with the first request, and the next one with the first request after it", async (t) => {
  const { counter, advanceClock } = await openCounter(t, { limit: 2 });
  t.match(await counter.hit(NETWORK), { count: 1, remainingMs: WINDOW_MS });
  advanceClock(WINDOW_MS - 1);
  t.match(await counter.hit(NETWORK), { count: 2, remainingMs: 1 });
  t.match(await counter.hit(NETWORK), { count: 3, remainingMs: 1 });
  advanceClock(1);
  t.match(await counter.hit(NETWORK), { count: 1, remainingMs: WINDOW_MS });
});

t.test("hit: windows are minutes of the clock", async (t) => {
  const { counter, advanceClock } = await openCounter(t, { limit: 2, window: CLOCK_MINUTE });
  t.match(await counter.hit(NETWORK), { count: 1, remainingMs: 60_000, endsAt: Date.UTC(2026, 0, 1, 0, 1) });
  advanceClock(59_000);
  t.match(await counter.hit(NETWORK), { count: 2, remainingMs: 1_000 });
  advanceClock(1_000);
  t.match(await counter.hit(NETWORK), { count: 1, remainingMs: 60_000 });
});

t.test("hit: a late statement with a time of the previous minute does not end the new one", async (t) => {
  const { counter, database, advanceClock } = await openCounter(t, { limit: 120, window: CLOCK_MINUTE });
  const late = await openCounter(t, { limit: 120, window: CLOCK_MINUTE, given: database });
  advanceClock(60_000);
  late.advanceClock(59_999);
  let passed = 0;
  const send = async (to: SharedCounter, requests: number) => {
    for (let sent = 0; sent < requests; sent++) if ((await to.hit(NETWORK)).count <= 120) passed += 1;
  };
  await send(counter, 100);
  await send(late.counter, 1);
  await send(counter, 100);
  t.equal(passed, 120);
});

t.test("refund: a request that does not count is available again, also to other counters", async (t) => {
  const [one, other] = await openCounters(t, 2);
  await one?.counter.hit(NETWORK);
  await one?.counter.hit(NETWORK);
  await one?.counter.refund(NETWORK);
  t.match(await one?.counter.hit(NETWORK), { count: 2 });
  await one?.counter.refund(NETWORK);
  await one?.counter.close();
  t.match(await other?.counter.hit(NETWORK), { count: 2 });
  t.match(await other?.counter.hit(NETWORK), { count: 3 });
});

t.test("refund: the next request takes the place of one that does not count, without a statement", async (t) => {
  const { counter, database, statements } = await openCounter(t, { limit: 2 });
  await Promise.all([counter.hit(NETWORK), counter.hit(NETWORK)]);
  const before = changesOf(statements);
  await counter.refund(NETWORK);
  t.match(await counter.hit(NETWORK), { count: 2 });
  const waiting = counter.hit(NETWORK);
  await counter.refund(NETWORK);
  t.match(await waiting, { count: 2 });
  await counter.close();
  t.equal(changesOf(statements), before);
  t.equal(await savedOf(database), 2);
});

t.test("refund: a request that is refused while another is refunded takes its place", async (t) => {
  const { counter, database, executor } = await openCounter(t, { limit: 2 });
  await Promise.all([counter.hit(NETWORK), counter.hit(NETWORK)]);
  const execute = executor.executeQuery;
  executor.executeQuery = async (query, options) => {
    executor.executeQuery = execute;
    const result = await execute(query, options);
    await counter.refund(NETWORK);
    return result;
  };
  const tallies = await Promise.all([counter.hit(NETWORK), counter.hit(NETWORK)]);
  t.same(
    tallies.map(({ count }) => count),
    [2, 3],
  );
  await counter.close();
  t.equal(await savedOf(database), 2);
});

t.test("refund: is saved after half a second, or by the next statement", async (t) => {
  const { counter, database } = await openCounter(t);
  await Promise.all([counter.hit(NETWORK), counter.hit(NETWORK)]);
  await counter.refund(NETWORK);
  t.equal(await savedOf(database), 2);
  while ((await savedOf(database)) > 1) await pause(50);
  await counter.refund(NETWORK);
  await counter.hit("192.0.2.2");
  t.equal(await savedOf(database), 0);
});

t.test("refund: many callers cost one statement", async (t) => {
  const { counter, database, statements } = await openCounter(t);
  const networks = Array.from({ length: 30 }, (_, number) => `10.0.0.${number}`);
  for (let round = 0; round < 2; round++) await Promise.all(networks.map((network) => counter.hit(network)));
  const before = changesOf(statements);
  for (const network of networks) await counter.refund(network);
  await counter.close();
  t.equal(changesOf(statements), before + 1);
  for (const network of networks) t.equal(await savedOf(database, network), 1);
});

t.test("refund: is not repeated if the response of the database was lost", async (t) => {
  const { counter, database, executor } = await openCounter(t);
  for (let requests = 0; requests < 20; requests++) await counter.hit(NETWORK);
  const execute = executor.executeQuery;
  executor.executeQuery = async (query, options) => {
    await execute(query, options);
    throw new Error("the connection was lost");
  };
  await counter.refund(NETWORK);
  await counter.close();
  t.equal(await savedOf(database), 19);
  executor.executeQuery = execute;
  await counter.hit("192.0.2.2");
  await counter.close();
  t.equal(await savedOf(database), 19);
});

t.test("refund: does not change another window, nor a count that was deleted", async (t) => {
  const { counter, database, advanceClock } = await openCounter(t, { window: CLOCK_MINUTE });
  const other = await openCounter(t, { window: CLOCK_MINUTE, given: database });
  await counter.hit(NETWORK);
  other.advanceClock(60_000);
  await Promise.all([1, 2, 3].map(() => other.counter.hit(NETWORK)));
  await counter.refund(NETWORK);
  await counter.close();
  t.equal(await savedOf(database), 3);
  advanceClock(60_000);
  await counter.hit(NETWORK);
  await database.deleteFrom("request_counts").execute();
  await counter.refund(NETWORK);
  await counter.close();
  t.equal(await savedOf(database), 0);
  t.match(await other.counter.hit(NETWORK), { count: 1 });
});

t.test(
  "hit: after the clock is set back, and after a clock that was far ahead, a window ends within an hour",
  async (t) => {
    const { counter, database, advanceClock } = await openCounter(t, { limit: 5 });
    const ahead = await openCounter(t, { limit: 5, given: database });
    ahead.advanceClock(400 * 24 * WINDOW_MS);
    for (let requests = 0; requests < 6; requests++) await ahead.counter.hit(NETWORK);
    t.match(await counter.hit(NETWORK), { count: 6, remainingMs: WINDOW_MS }, "the count is kept");
    advanceClock(WINDOW_MS);
    t.match(await counter.hit(NETWORK), { count: 1, remainingMs: WINDOW_MS });
  },
);

t.test(
  "hit: during an outage, known callers are counted alone and saved afterwards; others are rejected",
  async (t) => {
    const { counter, database, executor } = await openCounter(t, { limit: 100 });
    const reports: unknown[] = [];
    await counter.open((message, cause) => reports.push([message, cause]));
    await counter.hit(NETWORK);
    const working = executor.executeQuery;
    const full = new Error("database or disk is full");
    executor.executeQuery = () => Promise.reject(full);
    for (let requests = 2; requests <= 100; requests++) t.equal((await counter.hit(NETWORK)).count, requests);
    t.equal((await counter.hit(NETWORK)).count, 101, "the limit holds");
    await t.rejects(Promise.resolve(counter.hit("192.0.2.9")), full);
    t.same(reports, [["request counts can't be saved, retrying", full]]);
    executor.executeQuery = working;
    while ((await savedOf(database)) < 100) await pause(20);
    t.equal((await counter.hit("192.0.2.9")).count, 1);
  },
);

t.test("hit: deletes windows that ended more than a minute ago", async (t) => {
  const { counter, database, advanceClock } = await openCounter(t);
  await Promise.all(Array.from({ length: 250 }, (_, number) => counter.hit(`10.0.0.${number}`)));
  advanceClock(WINDOW_MS + 60_000);
  // A second, after which the next deletion may run, and a margin: timers may run a millisecond early.
  await pause(1_100);
  const rows = async () => {
    const { count } = await database
      .selectFrom("request_counts")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  };
  await counter.hit(NETWORK);
  while ((await rows()) > 151) await pause(20);
  await pause(200);
  t.equal(await rows(), 151, "a hundred at a time");
});
