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

/** Blocks until reservations are too old to be used. No timer runs meanwhile. */
function expireReservations(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 510);
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

t.test("tryHit: counts what was reserved in advance, and nothing else", async (t) => {
  const { counter, statements } = await openCounter(t, { limit: 100 });
  t.equal(counter.tryHit(NETWORK), undefined);
  t.match([await counter.hit(NETWORK), await counter.hit(NETWORK)], [{ count: 1 }, { count: 2 }]);
  const asked = statements.length;
  let counted = 2;
  for (let tally = counter.tryHit(NETWORK); tally !== undefined; tally = counter.tryHit(NETWORK)) {
    counted += 1;
    t.equal(tally.count, counted);
  }
  t.ok(counted > 2);
  t.equal(statements.length, asked);
  t.match(await counter.hit(NETWORK), { count: counted + 1 });
});

t.test("hit: at the limit, a request waits for what another counter holds and gives back", async (t) => {
  const [one, other] = await openCounters(t, 100);
  for (let requests = 0; requests < 20; requests++) await one?.counter.hit(NETWORK);
  const held = (await savedOf(one?.database as Database)) - 20;
  t.ok(held > 0, `${held} requests are reserved ahead`);
  const tallies = [];
  for (let requests = 0; requests < 81; requests++) tallies.push(await other?.counter.hit(NETWORK));
  t.equal(tallies.filter((tally) => tally !== undefined && tally.count <= 100).length, 80);
});

t.test("hit: a frequent caller costs few statements, a rare one reserves nothing ahead", async (t) => {
  const { counter, statements, database } = await openCounter(t, { limit: 10_000 });
  for (let requests = 0; requests < 300; requests++) await counter.hit(NETWORK);
  t.ok(statements.length <= 20, `300 requests in a row cost ${statements.length} statements`);
  await counter.hit("192.0.2.2");
  t.equal(await savedOf(database, "192.0.2.2"), 1);
});

t.test("hit: what did not arrive is given back after half a second", async (t) => {
  const { counter, database } = await openCounter(t);
  for (let requests = 0; requests < 10; requests++) await counter.hit(NETWORK);
  t.ok((await savedOf(database)) > 10);
  while ((await savedOf(database)) > 10) await pause(50);
  t.equal((await counter.hit(NETWORK)).count, 11);
});

t.test("hit: what many callers hold is given back in one statement, after the next reservation", async (t) => {
  const { counter, database, statements } = await openCounter(t, { limit: 100 });
  const networks = Array.from({ length: 30 }, (_, number) => `10.0.0.${number}`);
  for (let round = 0; round < 2; round++) await Promise.all(networks.map((network) => counter.hit(network)));
  t.ok((await savedOf(database, "10.0.0.7")) > 2);
  statements.length = 0;
  expireReservations();
  await counter.hit(NETWORK);
  await counter.close();
  const written = statements.filter((text) => text.includes("insert into request_counts"));
  t.same(
    written.map((text) => text.includes("- excluded.granted")),
    [false, true],
  );
  for (const network of networks) t.equal(await savedOf(database, network), 2);
});

t.test("hit: at the limit, a counter uses its own expired reservations", async (t) => {
  const { counter, database } = await openCounter(t, { limit: 100 });
  for (let requests = 0; requests < 10; requests++) await counter.hit(NETWORK);
  const held = (await savedOf(database)) - 10;
  t.ok(held > 0);
  await database.updateTable("request_counts").set({ count: 100 }).execute();
  expireReservations();
  t.match(await counter.hit(NETWORK), { count: 100 - held + 1 });
  await counter.close();
  t.equal(await savedOf(database), 100 - held + 1);
});

t.test("hit: what was given back is not given back again if the response was lost", async (t) => {
  const { counter, database, executor } = await openCounter(t);
  for (let requests = 0; requests < 20; requests++) await counter.hit(NETWORK);
  const saved = await savedOf(database);
  t.ok(saved > 20);
  const execute = executor.executeQuery;
  let isLost = false;
  executor.executeQuery = async (query, options) => {
    const result = await execute(query, options);
    if (isLost || !query.sql.includes("- excluded.granted")) return result;
    isLost = true;
    throw new Error("the connection was lost");
  };
  expireReservations();
  await counter.hit("192.0.2.2");
  await counter.close();
  t.ok(isLost);
  t.equal(await savedOf(database), 20);
});

t.test("hit: beyond the limit, requests cost one statement a second", async (t) => {
  const { counter, statements } = await openCounter(t, { limit: 5 });
  for (let requests = 0; requests < 6; requests++) await counter.hit(NETWORK);
  const asked = () => statements.filter((text) => text.includes("insert into request_counts")).length;
  const before = asked();
  for (let requests = 0; requests < 100; requests++) t.equal((await counter.hit(NETWORK)).count, 6);
  t.equal(asked(), before);
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
