import { brotliCompressSync, gzipSync } from "node:zlib";
import t from "tap";
import { type GetOptions, get } from "../../src/network/get.ts";
import { drip, ENDLESS_BODIES, ENDLESS_HEADS, gzipBomb, openSocketServer } from "../support/hostile-receiver.ts";
import { openSite } from "../support/site.ts";

const OPTIONS: GetOptions = {
  accept: "*/*",
  userAgent: "Test",
  timeout: 60_000,
  maxBytes: 100_000,
  wants: () => true,
  reach: { isAllowed: () => true },
};

t.test("get: returns the decompressed body of the last address, after redirects", async (t) => {
  const site = await openSite(t, {
    "/a": { status: 302, headers: { location: "b?x=1" } },
    "/b?x=1": { status: 307, headers: { location: "/grün" } },
    "/gr%C3%BCn": { headers: { "content-encoding": "gzip" }, body: gzipSync("Hello") },
    "/br": { headers: { "content-encoding": "BR" }, body: brotliCompressSync("Hello") },
  });
  const got = await get(new URL("/a#top", site.base), OPTIONS);
  t.match(got, { status: 200, url: { href: `${site.base}/gr%C3%BCn#top` }, body: Buffer.from("Hello") });
  t.match(await get(new URL("/br", site.base), OPTIONS), { body: Buffer.from("Hello") });
  t.match(site.requests[0], { headers: { "user-agent": "Test", accept: "*/*" } });
});

t.test("get: sends no cookies and no credentials", async (t) => {
  const site = await openSite(t, {
    "/": { status: 302, headers: { location: "/next", "set-cookie": "a=b" } },
    "/next": { body: "x" },
  });
  t.match(await get(new URL(site.base.replace("//", "//ann:secret@")), OPTIONS), { status: 200 });
  for (const { headers } of site.requests) {
    t.notOk(headers.cookie);
    t.notOk(headers.authorization);
    t.notOk(headers.referer);
  }
});

t.test("get: a body that is not wanted is not read", async (t) => {
  const server = await openSocketServer(t, ENDLESS_BODIES["a body without end"] ?? (() => {}));
  t.match(await get(server.url, { ...OPTIONS, wants: () => false }), { status: 200, body: Buffer.alloc(0) });
  await server.closed(1);
});

t.test("get: follows five redirects, to web addresses only", async (t) => {
  const steps = Object.fromEntries(
    Array.from({ length: 7 }, (_, step) => [`/${step}`, { status: 301, headers: { location: `/${step + 1}` } }]),
  );
  const site = await openSite(t, { ...steps, "/7": { body: "End" } });
  t.match(await get(new URL("/2", site.base), OPTIONS), { body: Buffer.from("End") });
  t.match(await get(new URL("/1", site.base), OPTIONS), { failure: "redirects" });
  for (const location of ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "gopher://x/", "http://["]) {
    const other = await openSite(t, { "/": { status: 302, headers: { location } } });
    t.same(await get(new URL(other.base), OPTIONS), { failure: "redirects" }, location);
  }
  const without = await openSite(t, { "/": { status: 302 } });
  t.same(await get(new URL(without.base), OPTIONS), { failure: "redirects" });
});

t.test("get: larger bodies, compressed ones included, are failures", async (t) => {
  const site = await openSite(t, {
    "/announced": { body: "x".repeat(100_001) },
    "/chunked": { body: "x".repeat(100_001), isChunked: true },
    "/packed": { headers: { "content-encoding": "gzip" }, body: gzipSync("x".repeat(100_001)) },
    "/most": { headers: { "content-encoding": "br" }, body: brotliCompressSync("x".repeat(100_000)) },
  });
  for (const path of ["/announced", "/chunked", "/packed"])
    t.same(await get(new URL(path, site.base), OPTIONS), { failure: "size" }, path);
  t.match(await get(new URL("/most", site.base), OPTIONS), { status: 200 });
  const bomb = await openSocketServer(t, gzipBomb());
  t.same(await get(bomb.url, OPTIONS), { failure: "size" });
  await bomb.closed(1);
});

t.test("get: a body that is damaged, or has an encoding that was not asked for, is a failure", async (t) => {
  const site = await openSite(t, {
    "/damaged": { headers: { "content-encoding": "gzip" }, body: "not gzip" },
    "/truncated": { headers: { "content-encoding": "br" }, body: brotliCompressSync("x".repeat(1000)).subarray(0, 8) },
    "/other": { headers: { "content-encoding": "zstd" }, body: "x" },
    "/twice": { headers: { "content-encoding": "gzip, gzip" }, body: gzipSync(gzipSync("x")) },
  });
  for (const path of ["/damaged", "/truncated", "/other", "/twice"])
    t.match(await get(new URL(path, site.base), OPTIONS), { failure: "response" }, path);
});

t.test("get: endless responses are failures, and disconnected", async (t) => {
  for (const [name, respond] of Object.entries({ ...ENDLESS_HEADS, ...ENDLESS_BODIES })) {
    const server = await openSocketServer(t, respond);
    const got = await get(server.url, { ...OPTIONS, timeout: 5_000 });
    if (name !== "a second response") t.match(got, { failure: /response|size|connection/ }, name);
    await server.closed(1);
  }
});

t.test("get: the time limit is that of all redirects together", async (t) => {
  const slow = { status: 302, headers: { location: "/" }, delay: 100 };
  const site = await openSite(t, { "/": slow });
  t.match(await get(new URL(site.base), { ...OPTIONS, timeout: 250 }), { failure: "timeout" });
  const dripping = await openSocketServer(t, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    drip(socket, "x");
  });
  t.match(await get(dripping.url, { ...OPTIONS, timeout: 200 }), { failure: "timeout" });
});

t.test("get: a redirect is resolved and checked like the first address", async (t) => {
  const site = await openSite(t, {
    "/": { status: 302, headers: { location: "http://inner.example/secret" } },
    "/secret": { body: "secret" },
  });
  const { port } = new URL(site.base);
  const addresses: Readonly<Record<string, string>> = { "outer.example": "127.0.0.1", "inner.example": "10.0.0.1" };
  const resolve = async (name: string) => [addresses[name] ?? ""];
  const reach = { isAllowed: (address: string) => address === "127.0.0.1", resolve };
  t.same(await get(new URL(`http://outer.example:${port}/`), { ...OPTIONS, reach }), { failure: "address" });
  t.same(
    site.requests.map(({ url }) => url),
    ["/"],
  );
});

t.test("get: a proxy gets the requests; IP addresses and localhost are checked nevertheless", async (t) => {
  const proxy = await openSite(t, {
    "http://example.com/a": { body: "through the proxy" },
    "http://example.com/inner": { status: 302, headers: { location: "http://169.254.169.254/" } },
  });
  const options = {
    ...OPTIONS,
    reach: { isAllowed: () => false, resolve: async () => ["127.0.0.1"] },
    proxy: new URL(proxy.base.replace("//", "//ann:secret@")),
  };
  t.match(await get(new URL("http://example.com/a"), options), { body: Buffer.from("through the proxy") });
  t.match(proxy.requests[0]?.headers, { "proxy-authorization": `Basic ${btoa("ann:secret")}` });
  t.same(await get(new URL("http://example.com/inner"), options), { failure: "address" });
  for (const host of ["127.0.0.1", "[::1]", "2130706433", "localhost"])
    t.same(await get(new URL(`http://${host}/`), options), { failure: "address" }, host);
  t.equal(proxy.requests.length, 2);
});
