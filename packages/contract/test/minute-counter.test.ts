import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { type Exchange, MinuteCounter } from "../src/request/minute-counter.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A counter whose clock the test sets. */
function openCounter(exchange?: Exchange) {
  let now = Date.UTC(2026, 0, 1);
  const counter = new MinuteCounter(() => now, exchange);
  return {
    counter,
    advanceClock: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

t.test("hit: counts requests by caller and minute of the clock", async (t) => {
  const { counter, advanceClock } = openCounter();
  t.match(counter.hit("one"), { count: 1, remainingMs: MINUTE, endsAt: Date.UTC(2026, 0, 1, 0, 1) });
  advanceClock(MINUTE - 1);
  t.match(counter.hit("one"), { count: 2, remainingMs: 1 });
  t.match(counter.hit("other"), { count: 1 });
  counter.refund("one");
  t.match(counter.hit("one"), { count: 2 });
  advanceClock(1);
  t.match(counter.hit("one"), { count: 1, remainingMs: MINUTE });
});

t.test("hit: a clock that is set back neither resets a count nor keeps it longer than a minute", async (t) => {
  const { counter, advanceClock } = openCounter();
  advanceClock(400 * DAY);
  counter.hit("one");
  advanceClock(-400 * DAY);
  const { count, remainingMs } = counter.hit("one");
  t.equal(count, 2);
  t.ok(remainingMs <= MINUTE);
  advanceClock(MINUTE);
  t.match(counter.hit("one"), { count: 1 });
});

t.test("hit: evicts the oldest of more than 100,000 callers", async (t) => {
  const { counter } = openCounter();
  for (let caller = 0; caller < 100_001; caller++) counter.hit(`${caller}`);
  t.match(counter.hit("1"), { count: 2 });
  t.match(counter.hit("0"), { count: 1 });
});

/** A store that several counters share, and that can be switched off. */
function sharedStore() {
  const totals = new Map<string, number>();
  const store = { isUp: true, exchanges: 0 };
  const exchange: Exchange = async (minute, additions) => {
    store.exchanges += 1;
    if (!store.isUp) return new Map();
    for (const [caller, added] of additions) {
      const key = `${minute} ${caller}`;
      totals.set(key, (totals.get(key) ?? 0) + added);
    }
    return new Map([...additions.keys()].map((caller) => [caller, totals.get(`${minute} ${caller}`) ?? 0]));
  };
  return { store, exchange };
}

t.test("hit: the counts of counters that share a store add up; many counts are sent in one exchange", async (t) => {
  const { store, exchange } = sharedStore();
  const [one, other] = [openCounter(exchange).counter, openCounter(exchange).counter];
  for (let times = 0; times < 50; times++) one.hit("caller");
  while (store.exchanges < 1) await pause(10);
  other.hit("caller");
  while (store.exchanges < 2) await pause(10);
  t.match(other.hit("caller"), { count: 52 });
  t.equal(store.exchanges, 2);
});

t.test("hit: the counts of evicted callers are not sent", async (t) => {
  const sent: string[] = [];
  const { counter } = openCounter(async (_minute, additions) => {
    sent.push(...additions.keys());
    return new Map();
  });
  for (let caller = 0; caller < 100_001; caller++) counter.hit(`${caller}`);
  while (sent.length === 0) await pause(10);
  t.equal(sent.length, 100_000);
  t.equal(sent[0], "1");
});

t.test("hit: while the store is down, each counter counts its own requests, and adds them afterwards", async (t) => {
  const { store, exchange } = sharedStore();
  const [one, other] = [openCounter(exchange).counter, openCounter(exchange).counter];
  store.isUp = false;
  for (let times = 0; times < 5; times++) one.hit("caller");
  while (store.exchanges < 1) await pause(10);
  t.match(one.hit("caller"), { count: 6 });
  store.isUp = true;
  while (store.exchanges < 2) await pause(10);
  other.hit("caller");
  while (store.exchanges < 3) await pause(10);
  t.match(other.hit("caller"), { count: 8 });
  t.match(one.hit("caller"), { count: 7 });
});
