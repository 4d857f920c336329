import t from "tap";
import { ResponseCache } from "../src/cache/response-cache.ts";
import { SeenKeys } from "../src/cache/seen-keys.ts";
import type { SerializedResponse } from "../src/response/serialized-response.ts";

type Content = SerializedResponse["content"];
type Request = { url: string; principal?: unknown };

const MAX_SIZE = 1_000_000;

/** A cache of data that the test changes. */
function openCache({ maxSize = MAX_SIZE, hasVersions = true } = {}) {
  let versions = { a: "0", b: "0" };
  const loaded: string[] = [];
  const state = {
    /** The content of the next responses. */
    content: "content" as Content,
    /** Runs while a response is loaded. */
    whileLoading: async () => {},
  };
  const cache = new ResponseCache(() => (hasVersions ? versions : undefined), maxSize);
  const load = async ({ url }: Request) => {
    loaded.push(url);
    const response = { status: 200, headers: {}, content: state.content };
    await state.whileLoading();
    return response;
  };
  const get = cache.cached(load, ["a", "b"]);
  return {
    cache,
    state,
    load,
    get,
    /** The URLs that were loaded. */
    loaded,
    /** Changes the data; of one part, unless it changes all. */
    change: (part?: "a" | "b") => {
      const next = (name: "a" | "b") => (part === undefined || part === name ? `${versions[name]}+` : versions[name]);
      versions = { a: next("a"), b: next("b") };
    },
    /** Requests a URL twice, so that the response is cached if it can be. */
    async getTwice(url: string, principal?: unknown) {
      await get({ url, principal });
      await get({ url, principal });
    },
    /** Whether a request loads its response instead of taking it from the cache. */
    async isLoaded(url: string): Promise<boolean> {
      const before = loaded.length;
      await get({ url });
      return loaded.length > before;
    },
  };
}

t.test("caches a response at the second request, until the data changes", async (t) => {
  const { get, loaded, change } = openCache();
  for (let time = 0; time < 4; time++) t.match(await get({ url: "/a" }), { content: "content" });
  t.same(loaded, ["/a", "/a"]);
  await get({ url: "/b" });
  t.same(loaded, ["/a", "/a", "/b"], "another URL");
  change();
  for (let time = 0; time < 3; time++) await get({ url: "/a" });
  t.same(loaded, ["/a", "/a", "/b", "/a"], "the first request after the change caches its response");
});

t.test("a change of one part of the data leaves the responses that do not depend on it cached", async (t) => {
  const { cache, load, loaded, change } = openCache();
  const gets = {
    "/a": cache.cached(load, ["a"]),
    "/b": cache.cached(load, ["b"]),
    "/ab": cache.cached(load, ["a", "b"]),
  };
  const reload = async () => {
    loaded.length = 0;
    for (const [url, get] of Object.entries(gets)) for (let time = 0; time < 3; time++) await get({ url });
    return [...loaded];
  };
  await reload();
  t.same(await reload(), []);
  change("a");
  t.same(await reload(), ["/a", "/ab"]);
  change("b");
  t.same(await reload(), ["/b", "/ab"]);
  t.same(await reload(), []);
});

t.test("a part of the data without a version disables caching", async (t) => {
  const { cache, load, loaded } = openCache();
  const get = cache.cached(load, ["a", "c"]);
  for (let time = 0; time < 4; time++) await get({ url: "/a" });
  t.equal(loaded.length, 4);
});

t.test("a response that was loaded slowly does not replace one of newer data", async (t) => {
  const { get, state, change } = openCache();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  await get({ url: "/a" });
  state.content = "old";
  state.whileLoading = () => mayEnd;
  const slow = get({ url: "/a" });
  change();
  state.content = "new";
  state.whileLoading = async () => {};
  for (let time = 0; time < 2; time++) await get({ url: "/a" });
  end();
  t.match(await slow, { content: "old" });
  state.content = "loaded again";
  t.match(await get({ url: "/a" }), { content: "new" });
});

t.test("caches by principal", async (t) => {
  const { loaded, getTwice } = openCache();
  const principals = [undefined, { accountId: 1 }, { accountId: 2 }];
  for (const principal of [...principals, ...principals]) await getTwice("/a", principal);
  t.equal(loaded.length, 2 * 3);
});

t.test("requests that arrive while a response is loaded for the cache share it; streams are not shared", async (t) => {
  async function* stream() {}
  for (const [content, count] of [
    ["content", 2],
    [stream(), 6],
  ] as const) {
    const { get, loaded, state } = openCache();
    state.content = content;
    await get({ url: "/a" });
    const responses = await Promise.all(Array.from({ length: 5 }, () => get({ url: "/a" })));
    t.ok(responses.every((response) => response.content === content));
    t.equal(loaded.length, count);
  }
  const { get, loaded, state } = openCache();
  await get({ url: "/a" });
  state.whileLoading = async () => {
    throw new Error("failed");
  };
  t.same(
    (await Promise.allSettled([get({ url: "/a" }), get({ url: "/a" })])).map(({ status }) => status),
    ["rejected", "rejected"],
  );
  state.whileLoading = async () => {};
  t.match(await get({ url: "/a" }), { content: "content" });
  t.equal(loaded.length, 3);
});

t.test("a request after a change does not share a response whose loading began before it", async (t) => {
  const { get, loaded, state, change } = openCache();
  await get({ url: "/a" });
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  state.whileLoading = () => mayEnd;
  const before = get({ url: "/a" });
  change();
  const after = get({ url: "/a" });
  end();
  await Promise.all([before, after]);
  t.equal(loaded.length, 3);
});

t.test("does not reuse a response if the data changes while it is loaded", async (t) => {
  const { get, state, change } = openCache();
  await get({ url: "/a" });
  state.content = "old";
  state.whileLoading = async () => change();
  t.match(await get({ url: "/a" }), { content: "old" });
  state.content = "new";
  state.whileLoading = async () => {};
  t.match(await get({ url: "/a" }), { content: "new" });
});

t.test("does not reuse a response if another request detects a change while the response is loaded", async (t) => {
  const { get, state, change } = openCache();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  for (const url of ["/a", "/b"]) await get({ url });
  state.content = "old";
  state.whileLoading = () => mayEnd;
  const slow = get({ url: "/a" });
  change();
  state.content = "new";
  state.whileLoading = async () => {};
  t.match(await get({ url: "/b" }), { content: "new" });
  end();
  t.match(await slow, { content: "old" });
  for (let time = 0; time < 3; time++) t.match(await get({ url: "/a" }), { content: "new" });
});

t.test("does not cache without data versions, with size 0, for long URLs, or for streams", async (t) => {
  async function* stream() {}
  for (const [name, url, options, content] of [
    ["no versions", "/a", { hasVersions: false }, "content"],
    ["size 0", "/a", { maxSize: 0 }, "content"],
    ["long URL", `/${"a".repeat(1_000)}`, {}, "content"],
    ["stream", "/a", {}, stream()],
  ] as const) {
    const { state, loaded, getTwice } = openCache(options);
    state.content = content;
    for (let time = 0; time < 2; time++) await getTwice(url);
    t.equal(loaded.length, 4, name);
  }
});

t.test("evicts the least recently used responses to stay within its size", async (t) => {
  const { state, getTwice, isLoaded } = openCache({ maxSize: 20_000 });
  state.content = "x".repeat(1_000);
  await getTwice("/always");
  const urls = Array.from({ length: 30 }, (_, number) => `/${number}`);
  for (const url of urls) {
    await getTwice(url);
    t.notOk(await isLoaded("/always"));
  }
  t.ok(await isLoaded("/0"), "the least recently used response was evicted");
  let cached = 0;
  for (const url of urls.toReversed()) {
    if (await isLoaded(url)) break;
    cached += 1;
  }
  t.ok(cached >= 8 && cached <= 16, `${cached} responses of about 1,300 bytes are cached`);
});

t.test("does not cache a response larger than an eighth of the cache", async (t) => {
  for (const [content, isCached] of [
    ["x".repeat(1_700), true],
    ["x".repeat(2_300), false],
    [Buffer.alloc(2_300), false],
    [[Buffer.alloc(850), Buffer.alloc(850)], true],
    [[Buffer.alloc(1_000), Buffer.alloc(1_300)], false],
  ] as const) {
    const { state, getTwice, isLoaded } = openCache({ maxSize: 20_000 });
    state.content = content;
    await getTwice("/a");
    t.equal(await isLoaded("/a"), !isCached);
  }
});

t.test("SeenKeys: add returns whether a key is new, and clears a full set", async (t) => {
  const keys = new SeenKeys(10);
  t.same(
    ["aaaa", "bbbb", "aaaa"].map((key) => keys.add(key)),
    [true, true, false],
  );
  t.ok(keys.add("cccc"), "the full set was cleared");
  t.same(
    ["cccc", "aaaa"].map((key) => keys.add(key)),
    [false, true],
  );
  keys.clear();
  t.ok(keys.add("cccc"));
});
