import t from "tap";
import type { Representation } from "../../src/http/answer.ts";
import { AnswerCache } from "../../src/http/answer-cache.ts";

function answer(text: string): Representation {
  return { status: 200, headers: { etag: `"${text}"` }, text };
}

/** A cache over something that changes when the test says so. */
function openCache(limit?: number) {
  let state = 0;
  const cache = new AnswerCache(() => String(state), limit);
  return {
    cache,
    change: () => {
      state += 1;
    },
    /** Asks as a request does; works the answer out where it is not known. */
    ask(key: string, text = "answer"): "known" | "worked out" {
      const look = cache.look(key);
      if (look.known !== undefined) return "known";
      cache.keep(key, answer(text), look);
      return "worked out";
    },
  };
}

t.test("an answer is kept when it is asked for again, until something changes", async (t) => {
  const { ask, change } = openCache();
  t.same([ask("a"), ask("a"), ask("a"), ask("a")], ["worked out", "worked out", "known", "known"]);
  t.equal(ask("b"), "worked out", "under its own key");
  change();
  t.equal(ask("a"), "worked out");
});

t.test("an answer is not kept when something changes while it is worked out", async (t) => {
  const { cache, change, ask } = openCache();
  ask("a");
  const look = cache.look("a");
  change();
  cache.keep("a", answer("of before"), look);
  t.equal(cache.look("a").known, undefined);
  ask("a");
  const late = cache.look("a");
  change();
  cache.look("b");
  cache.look("b");
  cache.keep("a", answer("of before"), late);
  t.equal(cache.look("a").known, undefined, "nor when another look has seen the change first");
});

t.test("where changes can't be told nothing is kept", async (t) => {
  const cache = new AnswerCache(() => undefined);
  for (let time = 0; time < 4; time++) {
    const look = cache.look("a");
    t.equal(look.known, undefined);
    cache.keep("a", answer("a"), look);
  }
});

t.test("the oldest answers make room, and one that takes a large part of it is not kept", async (t) => {
  const { ask } = openCache(10_000);
  const text = "x".repeat(1_000);
  const keys = Array.from({ length: 10 }, (_, number) => `key ${number}`);
  for (const key of [...keys, ...keys]) ask(key, text);
  t.equal(ask("key 9", text), "known");
  t.equal(ask("key 0", text), "worked out");
  const large = "x".repeat(5_000);
  t.same([ask("large", large), ask("large", large), ask("large", large)], Array(3).fill("worked out"));
});

t.test("many that are asked for once, and addresses of any length, take no room", async (t) => {
  const { cache, ask } = openCache();
  for (let number = 0; number < 10_000; number++) ask(`key ${number}`);
  t.equal(ask("key 0"), "worked out");
  const long = "x".repeat(1_001);
  ask(long);
  t.same(cache.look(long), {});
});
