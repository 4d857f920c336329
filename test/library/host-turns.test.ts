import t from "tap";
import { HostLease } from "../../src/library/links/host-lease.ts";
import { HostTurns, MAX_READINGS, PAUSE_MS } from "../../src/library/links/host-turns.ts";
import { openTestDatabase } from "../support/databases.ts";

function turnsAt(start = 0) {
  const time = { now: start };
  return { time, turns: new HostTurns(() => time.now) };
}

t.test("a host is asked once at a time, and again a second after the end", async (t) => {
  const { time, turns } = turnsAt();
  const end = turns.begin("a.example");
  t.equal(turns.begin("a.example"), undefined);
  t.ok(turns.begin("b.example"), "another host does not wait");
  time.now = 5_000;
  end?.();
  t.equal(turns.delayOf("a.example"), PAUSE_MS);
  time.now += PAUSE_MS - 1;
  t.equal(turns.begin("a.example"), undefined);
  time.now += 1;
  t.ok(turns.begin("a.example"));
});

t.test("eight are asked at a time", async (t) => {
  const { turns } = turnsAt();
  const ends = Array.from({ length: MAX_READINGS }, (_, index) => turns.begin(`${index}.example`));
  t.equal(turns.free, 0);
  t.equal(turns.begin("other.example"), undefined);
  ends[3]?.();
  t.equal(turns.free, 1);
  t.ok(turns.begin("other.example"));
});

t.test("a host that is overloaded is left alone for as long as it says, or longer each time", async (t) => {
  const { time, turns } = turnsAt();
  const pauseAfter = (result: Parameters<NonNullable<ReturnType<HostTurns["begin"]>>>[0]) => {
    turns.begin("a.example")?.(result);
    const delay = turns.delayOf("a.example");
    time.now += delay;
    return delay;
  };
  t.equal(pauseAfter({ isOverloaded: true, retryAfter: 120 }), 120_000);
  t.equal(pauseAfter({ isOverloaded: true, retryAfter: 0 }), PAUSE_MS);
  t.equal(pauseAfter({ isOverloaded: false }), PAUSE_MS);
  const delays = Array.from({ length: 12 }, () => pauseAfter({ isOverloaded: true }));
  t.same(delays.slice(0, 3), [10_000, 20_000, 40_000]);
  t.equal(delays.at(-1), 10 * 60_000);
  t.equal(pauseAfter({ isOverloaded: false }), PAUSE_MS);
  t.equal(pauseAfter({ isOverloaded: true }), 10_000, "a success ends it");
});

t.test("reserved turns of a host are a second apart", async (t) => {
  const { time, turns } = turnsAt(50_000);
  turns.begin("a.example")?.({ isOverloaded: true, retryAfter: 60 });
  t.same(
    [1, 2, 3].map(() => turns.reserve("a.example", "Ann")),
    [60_000, 61_000, 62_000],
  );
  t.equal(turns.reserve("a.example", "Bob"), 60_000, "Bob does not wait for all of Ann's");
  t.equal(turns.reserve("b.example", "Ann"), 0);
  time.now += 100_000;
  t.equal(turns.reserve("a.example", "Ann"), 0, "the past is not given away");
});

t.test("a clock that goes back lets nobody wait longer than the pause", async (t) => {
  const { time, turns } = turnsAt(100_000);
  turns.begin("a.example")?.();
  time.now = 0;
  t.equal(turns.delayOf("a.example"), PAUSE_MS);
});

t.test("no more than some thousand hosts are remembered, and none that is being asked is forgotten", async (t) => {
  const { time, turns } = turnsAt();
  const end = turns.begin("busy.example");
  for (let index = 0; index < 30_000; index++)
    turns.begin(`${index}.example`)?.({ isOverloaded: true, retryAfter: 60 });
  t.equal(turns.begin("busy.example"), undefined);
  t.equal(turns.begin("29999.example"), undefined, "the last one is remembered");
  t.ok(turns.begin("0.example"), "the first one is forgotten");
  end?.();
  time.now += PAUSE_MS;
  t.ok(turns.begin("busy.example"));
});

t.test("HostLease: one server at a time asks hosts, and another one a second after its last request", async (t) => {
  const database = await openTestDatabase(t);
  let now = Date.UTC(2026, 0, 1);
  const open = () => new HostLease(database, () => now);
  const [first, second] = [open(), open()];
  const holds = (lease: HostLease) => lease.hold(async () => true);
  let end: (() => void) | undefined;
  await first.hold(async () => {
    t.equal(await holds(second), undefined, "while the first one works");
    t.ok(await holds(first), "for two reasons");
    await first.release();
    t.equal(await holds(second), undefined, "it is released for neither");
    end = first.turns.begin("a.example");
  });
  await first.release();
  t.equal(await holds(second), undefined, "while a request is in progress");
  end?.();
  await first.release();
  now += PAUSE_MS - 1;
  await first.release();
  t.equal(await holds(second), undefined, "within a second");
  now += 1;
  await first.release();
  t.ok(await holds(second));
  t.equal(await holds(first), undefined);
  await second.release();
  t.ok(await holds(first), "a server that has asked nothing lets the other one begin at once");
});
