import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import { LinkCheckWorker } from "../../src/library/links/checks/worker.ts";
import { HostLease } from "../../src/library/links/host-lease.ts";
import type { Finding } from "../../src/page-reading/check.ts";
import { openLibrary } from "../support/library.ts";
import { openSite, type SitePage } from "../support/site.ts";

const DAY = 24 * 60 * 60 * 1000;
const SETTINGS = { FETCH_LINKS: "on", FETCH_PRIVATE_NETWORKS: "allow", TOKEN_LIFETIME: "31536000" };
const HTML = { "content-type": "text/html" };

/** Opens a library, and a site that its server may read. Between two requests of a host, a second of the clock passes. */
async function openWithSite(t: Test, pages: Readonly<Record<string, SitePage>>, settings = {}) {
  const site = await openSite(t, pages);
  const library = await openLibrary(t, { ...SETTINGS, ...settings });
  const { linkChecks, pages: reader } = library.app.context;
  return {
    ...library,
    site,
    async readPages() {
      while ((await library.app.context.database.selectFrom("page_jobs").select("item_id").execute()).length > 0) {
        await reader?.settled();
        library.advanceClock(1_000);
      }
    },
    async pass(days: number) {
      library.advanceClock(days * DAY);
      linkChecks?.wake();
      const settled = linkChecks?.settled() ?? Promise.resolve();
      const isDone = settled.then(() => true);
      while (!(await Promise.race([isDone, setTimeout(20, false)]))) library.advanceClock(1_000);
    },
  };
}

t.test("a server checks the links that it saved, after it has read their pages", async (t) => {
  const { ann, site, readPages, pass } = await openWithSite(t, {
    "/fine": (response) => void response.writeHead(200, HTML).end("<title>Fine</title>"),
    "/refused": (response, method) => void response.writeHead(method === "HEAD" ? 405 : 200, HTML).end(),
    "/private": { headers: HTML },
    "/robots.txt": { body: "User-agent: *\nDisallow: /private" },
  });
  const names = ["fine", "refused", "gone", "private"];
  const items = await Promise.all(names.map((name) => ann.addItem(-1, { link: `${site.base}/${name}` })));
  await readPages();
  const read = site.requests.length;
  t.equal(
    site.requests.filter(({ url }) => url === "/robots.txt").length,
    0,
    "robots.txt is not asked for a page that a person saved",
  );
  await pass(1);
  await pass(6);
  t.equal(site.requests.length, read);
  await pass(91);
  await pass(1);
  const checked = site.requests.slice(read).map(({ method, url }) => `${method} ${url}`);
  const expected = ["GET /refused", "HEAD /fine", "HEAD /gone", "HEAD /gone", "HEAD /refused"];
  t.same(checked.filter((request) => !request.endsWith("/robots.txt")).sort(), expected);
  t.match(site.requests.at(-1)?.headers["user-agent"], /Triptych; \+http:\/\/triptych\.test\)/);
  const gone = items.find(({ link }) => link.endsWith("/gone"));
  t.match(await ann.call("GET", "/raindrops/0?search=broken%3Atrue"), { count: 1, items: [{ _id: gone?._id }] });
});

t.test("pages that name the same canonical address are duplicates", async (t) => {
  const page = { headers: HTML, body: '<title>A</title><link rel="canonical" href="/article">' };
  const { ann, site, readPages } = await openWithSite(t, { "/mobile?id=1": page, "/print": page });
  const first = await ann.addItem(-1, { link: `${site.base}/mobile?id=1` });
  const second = await ann.addItem(-1, { link: `${site.base}/print`, title: "A", excerpt: "B", type: "article" });
  await readPages();
  t.match(await ann.call("GET", "/raindrops/0?search=duplicate%3Atrue"), { count: 1, items: [{ _id: second._id }] });
  t.same((await ann.call("POST", "/import/url/exists", { urls: [`${site.base}/article`] })).ids, [first._id]);
  await ann.call("PUT", `/raindrop/${first._id}`, { title: "Other", pleaseParse: {} });
  await readPages();
  t.match(await ann.call("GET", "/raindrops/0?search=duplicate%3Atrue"), { count: 1, items: [{ _id: second._id }] });
});

t.test("of two servers, one reads pages and checks links, until a second after its last request", async (t) => {
  const gate = Promise.withResolvers<void>();
  const { app, ann, site, advanceClock } = await openWithSite(t, {
    "/": async (response) => {
      await gate.promise;
      response.writeHead(200, HTML).end();
    },
  });
  const { database, clock, pages, linkChecks } = app.context;
  await linkChecks?.close();
  let checked = 0;
  const check = async (): Promise<Finding> => {
    checked += 1;
    return { kind: "works", seen: 200 };
  };
  const lease = new HostLease(database, clock);
  const other = new LinkCheckWorker({ database, clock, lease, check, days: 1, firstDelay: 0 });
  t.teardown(() => other.close());
  const { _id: item_id } = await ann.addItem(-1, { link: `${site.base}/` });
  await database.insertInto("link_checks").values({ item_id, due_at: 0 }).execute();
  while (site.requests.length === 0) await setTimeout(5);
  other.start((error) => t.error(error));
  const run = async () => {
    other.wake();
    await other.settled();
  };
  await run();
  t.equal(checked, 0);
  gate.resolve();
  await pages?.settled();
  advanceClock(1_000);
  await pages?.settled();
  await run();
  t.equal(checked, 1);
});

t.test("links are not checked if CHECK_LINKS_DAYS is 0, or FETCH_LINKS off", async (t) => {
  for (const off of [{ CHECK_LINKS_DAYS: "0" }, { FETCH_LINKS: "off" }]) {
    const { app } = await openLibrary(t, { ...SETTINGS, ...off });
    t.equal(app.context.linkChecks, undefined);
  }
  const { app } = await openLibrary(t, SETTINGS);
  t.equal(app.context.config.checkLinksDays, 90);
  t.ok(app.context.linkChecks);
});

t.test("CHECK_LINKS_DAYS says how often links are checked", async (t) => {
  const { ann, site, readPages, pass } = await openWithSite(t, { "/fine": {} }, { CHECK_LINKS_DAYS: "2" });
  await ann.addItem(-1, { link: `${site.base}/fine` });
  await readPages();
  const heads = () => site.requests.filter(({ method }) => method === "HEAD").length;
  await pass(1);
  await pass(9);
  t.equal(heads(), 1);
  await pass(1.9);
  t.equal(heads(), 1);
  await pass(0.1);
  t.equal(heads(), 2);
});
