import { setImmediate } from "node:timers/promises";
import t from "tap";
import { failureOf } from "#contract/test/failures";
import { CONCURRENCY, createQueue, INTERNAL } from "../../src/accounts/login/password-queue.ts";
import { hasher } from "../../src/accounts/login/passwords.ts";

/** A queue that runs one task at a time, and the networks whose tasks have started, in order. */
function openQueue() {
  const queue = createQueue(1);
  const started: string[] = [];
  const add = (network: string) => queue(network, async () => started.push(network));
  return { add, started };
}

/** How many of these calls were rejected with `unavailable`. */
async function countRejected(calls: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.filter((outcome) => outcome.status === "rejected" && outcome.reason.kind === "unavailable").length;
}

function times<T>(count: number, create: () => T): T[] {
  return Array.from({ length: count }, create);
}

t.test(
  "createQueue: runs the tasks of a network in order, at most `concurrency` at a time, and continues after failures",
  async (t) => {
    const queue = createQueue(2);
    const started: number[] = [];
    let running = 0;
    let peak = 0;
    const work = (number: number) =>
      queue("a", async () => {
        started.push(number);
        running += 1;
        peak = Math.max(peak, running);
        await setImmediate();
        running -= 1;
        if (number % 2 === 0) throw new Error("even");
        return number;
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => work(number)));
    t.equal(peak, 2);
    t.same(
      started,
      Array.from({ length: 20 }, (_, number) => number),
    );
    t.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 10);
  },
);

t.test("createQueue: networks take turns", async (t) => {
  const { add, started } = openQueue();
  await Promise.all([..."aaaaabbc"].map(add));
  t.same(started.join(""), "aabcabaa");
});

t.test("createQueue: throws unavailable for a network with 100 waiting tasks, and runs those of another", async (t) => {
  const { add } = openQueue();
  // One is running, 100 are waiting.
  const accepted = times(101, () => add("a"));
  t.match(await failureOf(add("a")), { kind: "unavailable", retryAfter: 5 });
  await add("b");
  t.equal(await countRejected(accepted), 0);
});

t.test(
  "createQueue: while 200 tasks wait, a new network displaces the newest task of the network with the most",
  async (t) => {
    const { add, started } = openQueue();
    // The first task of "a" is running; 100 of "a" and 100 of "b" are waiting.
    const [ofA, ofB] = [times(101, () => add("a")), times(100, () => add("b"))];
    const newcomers = times(3, () => add("c"));
    t.equal(await countRejected(newcomers), 0);
    t.equal((await countRejected(ofA)) + (await countRejected(ofB)), 3);
    t.ok(started.indexOf("c") <= 3, "the newcomer did not wait for the tasks of the others");
  },
);

t.test("createQueue: throws unavailable while 200 networks have one waiting task each", async (t) => {
  const { add } = openQueue();
  // One is running, 200 are waiting.
  const accepted = Array.from({ length: 201 }, (_, number) => add(`${number}`));
  t.match(await failureOf(add("another")), { kind: "unavailable", retryAfter: 5 });
  t.equal(await countRejected(accepted), 0);
  await add("another");
});

t.test("hasher: does not block the event loop", async (t) => {
  let turns = 0;
  let isDone = false;
  const hashing = Promise.all(times(8 * CONCURRENCY, () => hasher.hash("a long password", INTERNAL)));
  const finished = hashing.finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await setImmediate();
  await finished;
  // Each turn starts at most CONCURRENCY tasks. Synchronous hashing would finish in one turn.
  t.ok(turns >= 8, `${turns} turns of the event loop`);
});

t.test("hasher: queues at most 200 passwords per process, and throws unavailable for more", async (t) => {
  const verify = (network: string) => hasher.verify("no hash", "a long password", network);
  // CONCURRENCY of "a" are running; 100 of "a" and 100 of "b" are waiting.
  const many = [...times(100 + CONCURRENCY, () => verify("a")), ...times(100, () => verify("b"))];
  t.equal(await countRejected([...many, ...times(50, () => verify("b"))]), 50);
});
