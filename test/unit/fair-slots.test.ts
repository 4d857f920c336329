import { setImmediate } from "node:timers/promises";
import t from "tap";
import { FairSlots, type SlotOptions } from "#contract/fair-slots";

const REFUSED = { message: "Too many searches are in progress. Try again in a moment." };
const DISCONNECTED = { message: "The client disconnected." };

/** Slots whose calls end when the test says so. */
function openSlots(options: Partial<SlotOptions>) {
  const slots = new FairSlots({
    slots: 1,
    perCaller: 1,
    waiting: 100,
    waitingPerCaller: 100,
    what: "searches",
    limit: "searches",
    ...options,
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    slots,
    begun,
    /** Makes a call whose caller is the first letter of its name. */
    call: (name: string, signal = new AbortController().signal) => {
      const call = slots.run(
        name.slice(0, 1),
        () => signal,
        () => {
          begun.push(name);
          const { promise, resolve } = Promise.withResolvers<void>();
          ends.set(name, resolve);
          return promise;
        },
      );
      call.catch(() => {});
      return call;
    },
    end: async (...names: string[]) => {
      for (const name of names) {
        await setImmediate();
        ends.get(name)?.();
      }
      await setImmediate();
    },
  };
}

t.test("callers take turns, and the calls of one caller begin in order", async (t) => {
  const { call, end, begun } = openSlots({});
  for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) void call(name);
  await end("a1", "a2", "b1", "c1", "a3", "b2");
  t.same(begun, ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

t.test("a caller holds at most its share of the slots, even if nobody else waits", async (t) => {
  const { call, end, begun, slots } = openSlots({ slots: 3, perCaller: 2 });
  for (const name of ["a1", "a2", "a3"]) void call(name);
  await setImmediate();
  t.same([begun, slots.taken, slots.waiting], [["a1", "a2"], 2, 1]);
  void call("b1");
  await end("a1");
  t.same(begun, ["a1", "a2", "b1", "a3"]);
  await end("a2", "b1", "a3");
  t.same([slots.taken, slots.waiting], [0, 0]);
});

t.test("a caller's call beyond its share of the queue is refused before any work", async (t) => {
  const { call, begun } = openSlots({ waitingPerCaller: 2 });
  for (const name of ["a1", "a2", "a3", "b1"]) void call(name);
  await t.rejects(call("a4"), {
    kind: "unavailable",
    message: "Too many searches are in progress. Try again in a moment.",
    retryAfter: 5,
    limit: "searches",
  });
  t.same(begun, ["a1"]);
});

t.test("in a full queue, a call displaces the newest one of the caller with the most", async (t) => {
  const { call, end, begun, slots } = openSlots({ waiting: 4 });
  void call("a1");
  void call("a2");
  void call("a3");
  const [a4, a5] = [call("a4"), call("a5")];
  void call("b1");
  await t.rejects(a5, REFUSED);
  void call("b2");
  await t.rejects(a4, REFUSED);
  // Now a and b have two each.
  await t.rejects(call("b3"), REFUSED);
  t.equal(slots.waiting, 4);
  await end("a1", "a2", "b1", "a3");
  t.same(begun, ["a1", "a2", "b1", "a3", "b2"]);
});

t.test("a call leaves the queue when its client disconnects, and never begins", async (t) => {
  const { call, end, begun, slots } = openSlots({});
  const client = new AbortController();
  void call("a1");
  const gone = ["a2", "b1"].map((name) => call(name, client.signal));
  const staying = call("c1");
  client.abort();
  for (const each of gone) await t.rejects(each, DISCONNECTED);
  t.equal(slots.waiting, 1);
  // Disconnected before it would wait.
  await t.rejects(call("d1", client.signal), DISCONNECTED);
  await end("a1", "c1");
  await staying;
  t.same([begun, slots.taken], [["a1", "c1"], 0]);
});

t.test("a call that begins at once, or has begun, is not affected by its client", async (t) => {
  const { slots } = openSlots({});
  const unexpected = (): never => {
    throw new Error("The signal is not needed.");
  };
  t.equal(await slots.run("a", unexpected, async () => 1), 1);
  await t.rejects(
    slots.run("a", unexpected, () => Promise.reject(new Error("failed"))),
    { message: "failed" },
  );
  t.equal(slots.taken, 0, "a failed call frees its slot");
});

t.test("take: a slot is held until it is freed, once", async (t) => {
  const { slots, call, begun } = openSlots({});
  const release = await slots.take("a", () => AbortSignal.abort());
  void call("b1");
  void call("b2");
  t.same(begun, []);
  release();
  release();
  await setImmediate();
  t.same([begun, slots.waiting], [["b1"], 1]);
});
