import t from "tap";
import { CallerQueue } from "../../src/limits/caller-queue.ts";
import { ReservingCaller } from "../../src/limits/reserving-caller.ts";

t.test("a statement gets callers in the order of their keys, and each key once", async (t) => {
  const queue = new CallerQueue();
  const again = new ReservingCaller("b");
  for (const caller of [new ReservingCaller("b"), again, new ReservingCaller("a"), again]) queue.add(caller);
  t.same(
    queue.take().map(({ key }) => key),
    ["a", "b"],
  );
  t.same(queue.take(), [again]);
  t.equal(queue.size, 0);
});

t.test("a statement gets at most 500 callers, and only those that are ready", async (t) => {
  const queue = new CallerQueue();
  for (let number = 0; number < 1_100; number++) queue.add(new ReservingCaller(String(number)));
  t.equal(queue.take(({ key }) => Number(key) >= 1_000).length, 100);
  t.same([queue.take().length, queue.take().length, queue.take().length, queue.size], [500, 500, 0, 0]);
});
