import type { ServerResponse } from "node:http";
import t from "tap";
import { type CheckOptions, checkLink, type Finding } from "../../src/page-reading/check.ts";
import { Robots } from "../../src/page-reading/robots.ts";
import { ENDLESS_BODIES, ENDLESS_HEADS, openSocketServer } from "../support/hostile-receiver.ts";
import { PRIVATE_HOSTS } from "../support/private-hosts.ts";
import { openSite, type SitePage, type SiteRequest } from "../support/site.ts";

const HOUR = 60 * 60 * 1000;

function optionsFor(changes: Partial<CheckOptions> = {}): CheckOptions {
  const robots = new Robots(() => 0);
  return {
    userAgent: "Test",
    reach: { isAllowed: (address) => address === "127.0.0.1" },
    robots,
    inTurn: (_, request) => request(),
    ...changes,
  };
}

/** The requests for pages of a site, without those for its `robots.txt`. */
function pagesOf(requests: readonly SiteRequest[]): string[] {
  return requests.filter(({ url }) => url !== "/robots.txt").map(({ method, url }) => `${method} ${url}`);
}

/** A page that answers HEAD and GET with different statuses. */
const answers = (head: number, get: number) => (response: ServerResponse, method: string) =>
  void response.writeHead(method === "HEAD" ? head : get).end();

t.test("checkLink: asks by HEAD, and by GET where that proves nothing", async (t) => {
  const cases: readonly (readonly [head: number, get: number, finding: Finding, requests: number])[] = [
    [200, 500, { kind: "works", seen: 200 }, 1],
    [304, 500, { kind: "works", seen: 304 }, 1],
    [404, 200, { kind: "gone", seen: 404 }, 1],
    [410, 200, { kind: "gone", seen: 410 }, 1],
    [429, 200, { kind: "failed", seen: 429 }, 1],
    [405, 200, { kind: "works", seen: 200 }, 2],
    [405, 404, { kind: "gone", seen: 404 }, 2],
    [501, 200, { kind: "works", seen: 200 }, 2],
    [500, 500, { kind: "failed", seen: 500 }, 2],
    [503, 200, { kind: "works", seen: 200 }, 2],
    [400, 400, { kind: "failed", seen: 400 }, 2],
    [401, 401, { kind: "works", seen: 401 }, 2],
    [403, 403, { kind: "works", seen: 403 }, 2],
    [403, 410, { kind: "gone", seen: 410 }, 2],
  ];
  for (const [head, get, finding, requests] of cases) {
    const site = await openSite(t, { "/page?x=1": answers(head, get) });
    t.same(await checkLink(new URL("/page?x=1#part", site.base), optionsFor()), finding, `${head} ${get}`);
    t.same(pagesOf(site.requests), ["HEAD /page?x=1", "GET /page?x=1"].slice(0, requests));
  }
});

t.test("checkLink: follows redirects, but to no private network", async (t) => {
  const targets = Object.fromEntries(
    PRIVATE_HOSTS.filter((host) => host !== "127.0.0.1").map((host, index): [string, SitePage] => [
      `http://site.example/${index}`,
      { status: 302, headers: { location: `http://${host}/` } },
    ]),
  );
  const site = await openSite(t, {
    ...targets,
    "http://site.example/moved": { status: 301, headers: { location: "/gone" } },
    "http://site.example/gone": { status: 410 },
    "http://site.example/loop": { status: 302, headers: { location: "/loop" } },
  });
  const reach = { isAllowed: (address: string) => address === "192.0.2.254" };
  // As a proxy, the site can have a public name, and private addresses stay blocked.
  const options = optionsFor({ reach, proxy: new URL(site.base) });
  for (const address of Object.keys(targets))
    t.same(await checkLink(new URL(address), options), { kind: "unknown" }, address);
  t.same(await checkLink(new URL("http://site.example/moved"), options), { kind: "gone", seen: 410 });
  t.same(await checkLink(new URL("http://site.example/loop"), options), { kind: "failed", seen: "redirects" });
  t.same(await checkLink(new URL("http://10.0.0.1/"), optionsFor()), { kind: "unknown" });
});

t.test("checkLink: sends no cookies and no credentials", async (t) => {
  const site = await openSite(t, { "/": { headers: { "set-cookie": "a=b" } } });
  const options = optionsFor();
  for (let time = 0; time < 2; time++)
    t.match(await checkLink(new URL(site.base.replace("//", "//ann:secret@")), options), { kind: "works" });
  for (const { headers } of site.requests) {
    t.equal(headers["user-agent"], "Test");
    t.notOk(headers.cookie);
    t.notOk(headers.authorization);
  }
});

t.test("checkLink: a host that can't be reached, or sends nonsense, is a failure", async (t) => {
  const resolve = async () => Promise.reject(new Error("no such host"));
  const unknownHost = optionsFor({ reach: { isAllowed: () => true, resolve } });
  t.same(await checkLink(new URL("http://nobody.example/"), unknownHost), { kind: "failed", seen: "dns" });
  const closed = await openSite(t, {});
  const { port } = new URL(closed.base);
  t.same(await checkLink(new URL(`http://127.0.0.1:${Number(port) === 1 ? 2 : 1}/`), optionsFor()), {
    kind: "failed",
    seen: "connection",
  });
  for (const [name, respond] of Object.entries({ ...ENDLESS_HEADS, ...ENDLESS_BODIES })) {
    const server = await openSocketServer(t, respond);
    const inTurn: CheckOptions["inTurn"] = async (url, request) =>
      url.pathname === "/robots.txt" ? { failure: "redirects" } : request();
    const finding = await checkLink(server.url, optionsFor({ inTurn }));
    if (name in ENDLESS_BODIES) t.match(finding, { seen: /\d+|response|connection/ }, name);
    else t.match(finding, { kind: /failed|works/ }, name);
  }
});

t.test("checkLink: every request waits for the turn of its host", async (t) => {
  const site = await openSite(t, { "/a": answers(405, 200) });
  const turns: string[] = [];
  const inTurn: CheckOptions["inTurn"] = (url, request) => {
    turns.push(url.href.slice(site.base.length));
    return request();
  };
  await checkLink(new URL("/a", site.base), optionsFor({ inTurn }));
  t.same(turns, ["/robots.txt", "/a", "/a"]);
});

t.test("checkLink: asks the robots.txt of each host to which a link redirects, in the turn of that host", async (t) => {
  const forbidden: SitePage = { body: "User-agent: *\nDisallow: /private" };
  const moved = (location: string): SitePage => ({ status: 301, headers: { location } });
  const site = await openSite(t, {
    "http://a.example/1": moved("http://b.example/private"),
    "http://a.example/2": moved("http://b.example/public"),
    "http://a.example/3": moved("http://c.example/"),
    "http://a.example/4": moved("data:text/plain,x"),
    "http://a.example/5": (response, method) =>
      void response.writeHead(method === "HEAD" ? 405 : 302, { location: "/2" }).end(),
    "http://b.example/robots.txt": forbidden,
    "http://b.example/public": {},
    "http://c.example/robots.txt": (response) => void response.destroy(),
  });
  const turns: string[] = [];
  const options = optionsFor({
    reach: { isAllowed: () => true },
    proxy: new URL(site.base),
    inTurn: (url, request) => {
      turns.push(url.host);
      return request();
    },
  });
  const check = (path: string) => checkLink(new URL(path, "http://a.example"), options);
  t.same(await check("/1"), { kind: "unknown" });
  t.notOk(site.requests.some(({ url }) => url.endsWith("/private")));
  t.same(turns, ["a.example", "a.example", "b.example"]);
  t.same(await check("/2"), { kind: "works", seen: 200 });
  t.match(await check("/3"), { kind: "failed" });
  t.same(await check("/4"), { kind: "failed", seen: "redirects" });
  t.same(await check("/5"), { kind: "works", seen: 200 });
});

t.test("checkLink: is rejected with the reason of its signal", async (t) => {
  const aborted = new AbortController();
  const inTurn: CheckOptions["inTurn"] = async (_, request) => {
    aborted.abort(new Error("The server stops."));
    return request();
  };
  const site = await openSite(t, { "/": {} });
  await t.rejects(checkLink(new URL(site.base), optionsFor({ inTurn, signal: aborted.signal })), /The server stops/);
});

t.test("checkLink: asks for no page that the robots.txt of its host forbids", async (t) => {
  const rules = "User-agent: *\nDisallow: /all\n\nUser-agent: triptych\nDisallow: /private\nAllow: /private/*.html$\n";
  const site = await openSite(t, {
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: rules },
    "/all": {},
    "/private/a.html": {},
  });
  const options = optionsFor();
  const check = (path: string) => checkLink(new URL(path, site.base), options);
  t.match(await check("/all"), { kind: "works" }, "the group for this server replaces that for all");
  t.match(await check("/private/a.html"), { kind: "works" });
  t.match(await check("/private/b"), { kind: "unknown" });
  t.same(pagesOf(site.requests), ["HEAD /all", "HEAD /private/a.html"]);
  t.equal(site.requests.length, 3, "the rules were asked for once");
});

t.test("Robots: caches rules for a day", async (t) => {
  let now = 0;
  const robots = new Robots(() => now);
  const site = await openSite(t, { "/": {}, "/robots.txt": { body: "" } });
  const check = () => checkLink(new URL(site.base), optionsFor({ robots }));
  const asked = () => site.requests.filter(({ url }) => url === "/robots.txt").length;
  await check();
  now += 24 * HOUR - 1;
  await check();
  t.equal(asked(), 1);
  now += 1;
  await check();
  t.equal(asked(), 2);
});

t.test("Robots: without a file all is allowed, with one that can't be had nothing is", async (t) => {
  const cases: Readonly<Record<string, readonly [SitePage, Finding["kind"]]>> = {
    none: [{ status: 404 }, "works"],
    forbidden: [{ status: 403 }, "works"],
    loop: [{ status: 302, headers: { location: "/robots.txt" } }, "works"],
    moved: [{ status: 302, headers: { location: "/rules" } }, "unknown"],
    busy: [{ status: 429 }, "unknown"],
    error: [{ status: 503 }, "unknown"],
    "too long": [{ body: "#".repeat(500 * 1024 + 1) }, "unknown"],
    "of the most bytes": [{ body: "#".repeat(500 * 1024) }, "works"],
    damaged: [{ headers: { "content-encoding": "gzip" }, body: "no gzip" }, "unknown"],
    "no text": [{ body: new Uint8Array(10_000).fill(0x80) }, "works"],
    slow: [(response) => void response.destroy(), "failed"],
  };
  for (const [name, [robots, kind]] of Object.entries(cases)) {
    const rules = { body: "User-agent: *\nDisallow: /" };
    const site = await openSite(t, { "/page": {}, "/robots.txt": robots, "/rules": rules });
    t.match(await checkLink(new URL("/page", site.base), optionsFor()), { kind }, name);
  }
});

t.test("Robots: rules that take very long to match, in a process of their own, allow nothing", async (t) => {
  const site = await openSite(t, { "/robots.txt": { body: `User-agent: *\nAllow: /${"*".repeat(500_000)}b` } });
  const address = new URL(`/${"a".repeat(7_900)}`, site.base);
  t.same(await checkLink(address, optionsFor()), { kind: "unknown" });
});
