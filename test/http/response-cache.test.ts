import t from "tap";
import { ResponseCache } from "../../src/http/cache/response-cache.ts";
import { SeenKeys } from "../../src/http/cache/seen-keys.ts";
import type { Representation } from "../../src/http/response/send.ts";

const ROOM = 1_000_000;

function answer(text: string): Representation {
  return { status: 200, headers: { etag: `"${text}"` }, text };
}

/** A cache over something that changes when the test says so. */
function openCache(room = ROOM) {
  let state = 0;
  const cache = new ResponseCache(() => String(state), room);
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
  const cache = new ResponseCache(() => undefined, ROOM);
  for (let time = 0; time < 4; time++) {
    const look = cache.look("a");
    t.equal(look.known, undefined);
    cache.keep("a", answer("a"), look);
  }
});

t.test(
  "what was not asked for lately makes room, and an answer that takes a large part of it is not kept",
  async (t) => {
    const { cache, ask } = openCache(20_000);
    const text = "x".repeat(1_000);
    const keys = Array.from({ length: 30 }, (_, number) => `key ${number}`);
    for (let time = 0; time < 2; time++) ask("asked for always", text);
    for (const key of keys) {
      ask(key, text);
      ask("asked for always", text);
      ask(key, text);
      t.ok(cache.peek(key), key);
    }
    t.ok(cache.peek("asked for always"));
    t.notOk(cache.peek("key 0"));
    const kept = keys.filter((key) => cache.peek(key) !== undefined).length;
    t.ok(kept >= 5 && kept <= 16, `${kept} are kept`);
    const large = "x".repeat(2_500);
    t.same([ask("large", large), ask("large", large), ask("large", large)], Array(3).fill("worked out"));
  },
);

t.test("a look that only peeks keeps nothing, and sees nothing that is old", async (t) => {
  const { cache, ask, change } = openCache();
  for (let time = 0; time < 3; time++) t.equal(cache.peek("a"), undefined);
  t.same([ask("a"), ask("a"), ask("a")], ["worked out", "worked out", "known"]);
  t.match(cache.peek("a"), { text: "answer" });
  change();
  t.equal(cache.peek("a"), undefined);
});

t.test("addresses of any length take no room", async (t) => {
  const { cache, ask } = openCache();
  const long = "x".repeat(1_001);
  ask(long);
  t.same(cache.look(long), {});
});

t.test(
  "keys are known when they come again, a quarter of a million at a time, and few are taken for others",
  async (t) => {
    const seen = new SeenKeys();
    const keys = Array.from(
      { length: 100_000 },
      (_, number) => `/api/products/${number.toString(16).padStart(24, "0")}`,
    );
    const mistaken = keys.filter((key) => seen.add(key)).length;
    t.ok(mistaken < 10_000, `${mistaken} are taken for others`);
    t.ok(keys.every((key) => seen.add(key)));
    for (let number = 0; number < 400_000; number++) seen.add(`other ${number}`);
    t.notOk(
      keys.slice(0, 1_000).every((key) => seen.add(key)),
      "then they are forgotten",
    );
    seen.clear();
    t.notOk(seen.add("key"));
  },
);
