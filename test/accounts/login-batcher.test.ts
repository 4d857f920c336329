import { setImmediate } from "node:timers/promises";
import t from "tap";
import { type Batch, createBatcher } from "../../src/accounts/login-batcher.ts";

const HOUR = 60 * 60 * 1000;

/** Begins pieces of work that end when they are told to; `gone` are those that went on. */
function begin(together: Batch, names: readonly string[]) {
  const gone: string[] = [];
  const works = new Map(names.map((name) => [name, Promise.withResolvers<string>()]));
  const outcomes = names.map(async (name) => {
    await together(() => works.get(name)?.promise ?? Promise.reject(new Error(`There is no ${name}.`)));
    gone.push(name);
  });
  const end = async (name: string) => {
    works.get(name)?.resolve(name);
    await setImmediate();
  };
  const fail = async (name: string) => {
    works.get(name)?.reject(new Error(name));
    await setImmediate();
  };
  return { gone, outcomes, end, fail };
}

t.test("where few are under way nobody waits", async (t) => {
  const { gone, end } = begin(createBatcher(2, HOUR), ["a", "b", "c"]);
  await end("b");
  t.same(gone, ["b"], "two others are under way");
  await end("a");
  await end("c");
  t.same(gone, ["b", "a", "c"]);
});

t.test("where there is a queue those who are done go on together, as soon as few are left", async (t) => {
  const { gone, end } = begin(createBatcher(2, HOUR), ["a", "b", "c", "d", "e"]);
  await end("a");
  await end("b");
  t.same(gone, [], "three others are under way");
  await end("c");
  t.same(gone.toSorted(), ["a", "b", "c"]);
});

t.test("who is done waits for those that never end no longer than is said", async (t) => {
  const { gone, outcomes, end } = begin(createBatcher(0, 1), ["a", "b", "endless"]);
  for (const name of ["a", "b"]) {
    await end(name);
    await outcomes[name === "a" ? 0 : 1];
  }
  t.same(gone, ["a", "b"], "each time anew");
});

t.test("who fails hears of it at once", async (t) => {
  const { gone, outcomes, fail } = begin(createBatcher(0, HOUR), ["a", "b"]);
  const failure = t.rejects(outcomes[0] ?? Promise.resolve(), { message: "a" });
  await fail("a");
  await failure;
  t.same(gone, []);
});

t.test("nobody goes on waiting for those who have failed", async (t) => {
  const { gone, outcomes, end, fail } = begin(createBatcher(1, HOUR), ["a", "b", "c"]);
  await end("a");
  t.same(gone, [], "two others are under way");
  const failure = t.rejects(outcomes[1] ?? Promise.resolve(), { message: "b" });
  await fail("b");
  await failure;
  t.same(gone, ["a"]);
});
