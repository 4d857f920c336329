import { setImmediate } from "node:timers/promises";
import t from "tap";
import { CONCURRENCY, createQueue } from "../../src/accounts/password-queue.ts";
import { hasher } from "../../src/accounts/passwords.ts";
import { failureOf } from "../support/failures.ts";

t.test(
  "as many things are worked on at a time as the queue allows, in their order, and failures make room too",
  async (t) => {
    const inTurn = createQueue(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const work = (number: number) =>
      inTurn(async () => {
        begun.push(number);
        running += 1;
        most = Math.max(most, running);
        await setImmediate();
        running -= 1;
        if (number % 2 === 0) throw new Error("even");
        return number;
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => work(number)));
    t.equal(most, 2);
    t.same(
      begun,
      Array.from({ length: 20 }, (_, number) => number),
    );
    t.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 10);
  },
);

t.test("who comes when 200 wait is told to come back", async (t) => {
  const inTurn = createQueue(2);
  const waiting = Array.from({ length: 202 }, () => inTurn(() => setImmediate()));
  t.match(await failureOf(inTurn(() => setImmediate())), { kind: "unavailable", retryAfter: 1 });
  await Promise.all(waiting);
  await inTurn(() => setImmediate());
});

t.test("passwords wait for their turn, those of registrations too", async (t) => {
  const many = Array.from({ length: 200 + CONCURRENCY + 50 }, () => hasher.verify("no hash", "a long password"));
  const outcomes = await Promise.allSettled(many);
  const kinds = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.kind : "verified"));
  t.equal(kinds.filter((kind) => kind === "unavailable").length, 50);
});
