import { setImmediate } from "node:timers/promises";
import t from "tap";
import { CONCURRENCY, createQueue } from "../../src/accounts/password-queue.ts";
import { hasher } from "../../src/accounts/passwords.ts";
import { failureOf } from "../support/failures.ts";

t.test("createQueue: runs tasks in order, at most `concurrency` at a time, and continues after failures", async (t) => {
  const queue = createQueue(2);
  const started: number[] = [];
  let running = 0;
  let peak = 0;
  const work = (number: number) =>
    queue(async () => {
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
});

t.test("createQueue: throws unavailable while 200 tasks are waiting", async (t) => {
  const queue = createQueue(2);
  const waiting = Array.from({ length: 202 }, () => queue(() => setImmediate()));
  t.match(await failureOf(queue(() => setImmediate())), { kind: "unavailable", retryAfter: 1 });
  await Promise.all(waiting);
  await queue(() => setImmediate());
});

t.test("hasher: does not block the event loop", async (t) => {
  let turns = 0;
  let isDone = false;
  const hashing = Promise.all(Array.from({ length: 8 * CONCURRENCY }, () => hasher.hash("a long password")));
  const finished = hashing.finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await setImmediate();
  await finished;
  // Each turn of the event loop starts at most CONCURRENCY tasks. Synchronous hashing would finish in one turn.
  t.ok(turns >= 8, `${turns} turns of the event loop`);
});

t.test("hasher: queues 200 passwords for the whole process and throws unavailable beyond", async (t) => {
  const many = Array.from({ length: 200 + CONCURRENCY + 50 }, () => hasher.verify("no hash", "a long password"));
  const outcomes = await Promise.allSettled(many);
  const kinds = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.kind : "verified"));
  t.equal(kinds.filter((kind) => kind === "unavailable").length, 50);
});
