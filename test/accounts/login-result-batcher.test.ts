import { setImmediate } from "node:timers/promises";
import t from "tap";
import { type Batch, createBatcher } from "../../src/accounts/login/result-batcher.ts";

const HOUR = 60 * 60 * 1000;

/** Starts tasks that the test ends; `returned` lists those whose results were returned, in order. */
function start(batch: Batch, names: readonly string[]) {
  const returned: string[] = [];
  const tasks = new Map(names.map((name) => [name, Promise.withResolvers<string>()]));
  const outcomes = names.map(async (name) => {
    await batch(() => tasks.get(name)?.promise ?? Promise.reject(new Error(`There is no task ${name}.`)));
    returned.push(name);
  });
  const end = async (name: string) => {
    tasks.get(name)?.resolve(name);
    await setImmediate();
  };
  const fail = async (name: string) => {
    tasks.get(name)?.reject(new Error(name));
    await setImmediate();
  };
  return { returned, outcomes, end, fail };
}

t.test("returns results immediately while at most `threshold` other tasks are running", async (t) => {
  const { returned, end } = start(createBatcher(2, HOUR), ["a", "b", "c"]);
  await end("b");
  t.same(returned, ["b"], "two others are running");
  await end("a");
  await end("c");
  t.same(returned, ["b", "a", "c"]);
});

t.test(
  "holds results back while more than `threshold` other tasks are running, then returns them together",
  async (t) => {
    const { returned, end } = start(createBatcher(2, HOUR), ["a", "b", "c", "d", "e"]);
    await end("a");
    await end("b");
    t.same(returned, [], "three others are running");
    await end("c");
    t.same(returned.toSorted(), ["a", "b", "c"]);
  },
);

t.test(
  "the task that releases results is not held back itself, even if their callers start new tasks at once",
  async (t) => {
    const batch = createBatcher(1, HOUR);
    const [a, b, endless] = [Promise.withResolvers(), Promise.withResolvers(), new Promise(() => {})];
    const first = batch(() => a.promise).then(() => void batch(() => endless));
    const second = batch(() => b.promise);
    void batch(() => endless);
    a.resolve("a");
    await setImmediate();
    b.resolve("b");
    t.same(await Promise.all([first, second]), [undefined, "b"]);
  },
);

t.test("returns the results of tasks that end in the same turn of the event loop", async (t) => {
  const batch = createBatcher(1, HOUR);
  const [first, second] = [Promise.withResolvers(), Promise.withResolvers()];
  const results = Promise.all([batch(() => first.promise), batch(() => second.promise)]);
  void batch(() => new Promise(() => {}));
  first.resolve("first");
  second.resolve("second");
  t.same(await results, ["first", "second"]);
});

t.test("returns a result after the maximum delay, even if other tasks never end", async (t) => {
  const { returned, outcomes, end } = start(createBatcher(0, 1), ["a", "b", "endless"]);
  for (const name of ["a", "b"]) {
    await end(name);
    await outcomes[name === "a" ? 0 : 1];
  }
  t.same(returned, ["a", "b"], "the delay starts again for each batch");
});

t.test("rejects immediately when a task fails", async (t) => {
  const { returned, outcomes, fail } = start(createBatcher(0, HOUR), ["a", "b"]);
  const failure = t.rejects(outcomes[0] ?? Promise.resolve(), { message: "a" });
  await fail("a");
  await failure;
  t.same(returned, []);
});

t.test("a failing task releases the results held back if at most `threshold` tasks are still running", async (t) => {
  const { returned, outcomes, end, fail } = start(createBatcher(1, HOUR), ["a", "b", "c"]);
  await end("a");
  t.same(returned, [], "two others are running");
  const failure = t.rejects(outcomes[1] ?? Promise.resolve(), { message: "b" });
  await fail("b");
  await failure;
  t.same(returned, ["a"]);
});
