import type { ServerResponse } from "node:http";
import t, { type Test } from "tap";
import { formOf } from "../../harness/forms.ts";
import { inBatches } from "../../harness/import-batches.ts";
import { type Database, inTransaction } from "../../src/database/database.ts";
import { toBookmark } from "../../src/library/import/bookmark/bookmark.ts";
import { store } from "../../src/library/import/store.ts";
import { HostLease } from "../../src/library/links/host-lease.ts";
import { PageWorker } from "../../src/library/links/worker.ts";
import * as pageJobs from "../../src/library/page-jobs.ts";
import { revert } from "../../src/library/undo/revert.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import type { Changes } from "../support/app.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";
import { share } from "../support/shares.ts";
import { openSite, type SitePage } from "../support/site.ts";

const HTML = { "content-type": "text/html" };
const REREAD = { pleaseParse: { date: "2026-01-02T09:15:00.000Z" } };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const [A, B] = ["http://a.example/", "http://b.example/"];

function pageOf(title: string, more = ""): SitePage {
  return { headers: HTML, body: `<title>${title}</title>${more}` };
}

const description = (text: string) => `<meta name="description" content="${text}">`;

/** Starts a server that reads pages, by address, from a site on this machine, which is its proxy. */
async function openReading(t: Test, pages: Record<string, SitePage>, changes: Changes = {}, more = {}) {
  const site = await openSite(t, pages);
  const settings = { FETCH_LINKS: "on", FETCH_PROXY: site.base, ...more };
  const library = await openLibrary(t, settings, changes);
  const { context } = library.app;
  // Icons are in pictures-of-items.test.ts.
  const asked = () => site.requests.map(({ url }) => url).filter((url) => !url.endsWith("/favicon.ico"));
  return { ...library, site, asked, settled: async () => context.pages?.settled() };
}

type Reading = Awaited<ReturnType<typeof openReading>>;

const get = async ({ call }: LibraryOwner, id: number) => (await call("GET", `/raindrop/${id}`)).item;

const jobsIn = ({ app }: Pick<Reading, "app">) =>
  app.context.database
    .selectFrom("page_jobs")
    .select(["item_id", "urgent", "attempts", "due_at"])
    .orderBy("due_at")
    .orderBy("item_id")
    .execute();

const pagesIn = ({ app }: Pick<Reading, "app">) =>
  app.context.database.selectFrom("item_pages").selectAll().orderBy("item_id").execute();

/** Imports these links in the background of a server, as `triptych import` does. */
async function importLinks({ app }: Pick<Reading, "app">, { id }: LibraryOwner, links: readonly string[]) {
  const { database, clock } = app.context;
  const bookmarks = links.map((link) => toBookmark({ kind: "bookmark", link, path: [] }));
  return store(database, clock, id, inBatches(bookmarks.filter((bookmark) => bookmark !== undefined)));
}

t.test("createItem: what the page says fills the fields that the client has left out", async (t) => {
  const reading = await openReading(t, {
    [A]: pageOf("Title of A", `${description("Of the page.")}<meta property="og:type" content="article">`),
    [B]: pageOf("Title of B", description("Of the page.")),
  });
  const { ann, settled, app } = reading;
  const { _id: bare, lastUpdate } = await ann.addItem(-1, { link: A, title: "", excerpt: "" });
  const { _id: own } = await ann.addItem(-1, { link: B, title: "Mine", type: "video", ...REREAD });
  app.advanceClock(5);
  await settled();
  const filled = await get(ann, bare);
  t.match(filled, { title: "Title of A", excerpt: "Of the page.", type: "article" });
  t.not(filled.lastUpdate, lastUpdate, "clients that ask for what has changed see it");
  t.match(await get(ann, own), { title: "Mine", excerpt: "Of the page.", type: "video" });
  t.same((await ann.call("GET", "/raindrops/-1?search=title:of")).count, 1, "the index of texts has the new title");
  t.same(await jobsIn(reading), []);
});

t.test("createItem: the page's other facts are stored", async (t) => {
  const json = JSON.stringify({
    "@type": "Article",
    author: { name: "Ada" },
    datePublished: "2025-01-02T03:04:05Z",
    url: "/canonical",
    inLanguage: "de",
  });
  const reading = await openReading(t, {
    [A]: pageOf("A", `<script type="application/ld+json">${json}</script>`),
    [B]: { status: 302, headers: { location: "http://c.example/" } },
    "http://c.example/": pageOf(B),
  });
  await reading.ann.addItem(-1, { link: A, title: "A" });
  await reading.ann.addItem(-1, { link: B, title: B, type: "video" });
  await reading.settled();
  const read = { account_id: reading.ann.id, read_at: reading.app.context.clock(), failure: null };
  const published_at = Date.UTC(2025, 0, 2, 3, 4, 5);
  t.match(await pagesIn(reading), [
    { ...read, canonical: "http://a.example/canonical", author: "Ada", language: "de", published_at },
    { ...read, canonical: "http://c.example/", author: "", language: "", published_at: null, filled: "{}" },
  ]);
});

t.test("updateItem: reads a page again; what somebody has written stays", async (t) => {
  const pages = { [A]: pageOf("First", description("First text.")) };
  const { ann, app, settled } = await openReading(t, pages);
  const { _id: id } = await ann.addItem(-1, { link: A });
  await settled();
  await ann.call("PUT", `/raindrop/${id}`, { title: "Mine" });
  pages[A] = pageOf("Second", description("Second text."));
  app.advanceClock(MINUTE);
  await ann.call("PUT", `/raindrop/${id}`, { pleaseParse: {} });
  await settled();
  t.match(await get(ann, id), { title: "Mine", excerpt: "First text." }, "without a date it is not read");
  await ann.call("PUT", `/raindrop/${id}`, { ...REREAD, title: "", excerpt: "" });
  await settled();
  t.match(await get(ann, id), { title: "Mine", excerpt: "Second text." });
  pages[A] = pageOf("Third");
  app.advanceClock(MINUTE);
  await ann.call("PUT", `/raindrop/${id}`, REREAD);
  await settled();
  t.match(await get(ann, id), { title: "Mine", excerpt: "Second text." }, "a page that says less deletes nothing");
});

t.test("updateItems: reads pages again, after those for which somebody waits", async (t) => {
  const reading = await openReading(t, { [A]: pageOf("A"), [B]: pageOf("B") });
  const { ann, settled, app, asked } = reading;
  const ids = [(await ann.addItem(-1, { link: A }))._id, (await ann.addItem(-1, { link: B }))._id];
  await settled();
  app.advanceClock(MINUTE);
  t.match(await ann.call("PUT", "/raindrops/-1", { ids: ids.slice(0, 1), ...REREAD }), { matched: 1, modified: 0 });
  await settled();
  t.same(asked().slice(2), [A]);
  app.advanceClock(MINUTE);
  await app.context.pages?.close();
  await ann.call("PUT", "/raindrops/-1", REREAD);
  t.same(await jobsIn(reading), [], "a server that reads no pages notes none");
});

t.test("updateItem: a new link is read, and what is being read of the old one is dropped", async (t) => {
  const held = Promise.withResolvers<ServerResponse>();
  const { ann, settled } = await openReading(t, {
    [A]: (response) => held.resolve(response),
    [B]: pageOf("Title of B"),
  });
  const { _id: id } = await ann.addItem(-1, { link: A });
  const response = await held.promise;
  await ann.call("PUT", `/raindrop/${id}`, { link: B });
  response.writeHead(200, HTML).end("<title>Title of A</title>");
  await settled();
  t.match(await get(ann, id), { link: B, title: A });
});

t.test("createItem: a bookmark that is changed, moved or deleted meanwhile", async (t) => {
  const held: Record<string, ServerResponse> = {};
  const links = ["changed", "trashed", "deleted"].map((name) => `http://${name}.example/`);
  const pages = links.map((link) => [
    link,
    (response: ServerResponse) => void Object.assign(held, { [link]: response }),
  ]);
  const reading = await openReading(t, Object.fromEntries(pages));
  const { ann, settled, site } = reading;
  const [changed = 0, trashed = 0, deleted = 0] = await Promise.all(
    links.map(async (link) => (await ann.addItem(-1, { link }))._id),
  );
  while (site.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  await ann.call("PUT", `/raindrop/${changed}`, { title: "Mine" });
  for (const id of [trashed, deleted, deleted]) await ann.call("DELETE", `/raindrop/${id}`);
  for (const response of Object.values(held))
    response.writeHead(200, HTML).end(`<title>Page</title>${description("x")}`);
  await settled();
  t.match(await get(ann, changed), { title: "Mine", excerpt: "x" });
  t.match(await get(ann, trashed), { title: "Page", removed: true });
  t.same(await jobsIn(reading), []);
});

t.test("createItem: a page that may work later is read four times in a day, then marked", async (t) => {
  const pages: Record<string, SitePage> = { [A]: { status: 503, headers: { "retry-after": "7200" } } };
  const reading = await openReading(t, pages, {}, { TOKEN_LIFETIME: "1000000" });
  const { ann, app, settled, asked } = reading;
  const { _id: id } = await ann.addItem(-1, { link: A });
  const start = app.context.clock();
  await settled();
  t.match(await jobsIn(reading), [{ item_id: id, attempts: 1, due_at: start + 2 * HOUR }], "later than 10 minutes");
  pages[A] = { status: 500 };
  for (const [attempts, due] of [
    [2, 4 * HOUR],
    [3, 24 * HOUR + 110 * MINUTE],
  ] as const) {
    const [job] = await jobsIn(reading);
    app.advanceClock((job?.due_at ?? 0) - app.context.clock());
    await settled();
    t.match(await jobsIn(reading), [{ attempts, due_at: start + due }]);
  }
  app.advanceClock(24 * HOUR);
  await settled();
  t.same(await jobsIn(reading), []);
  t.match(await pagesIn(reading), [{ item_id: id, failure: "later", read_at: null }]);
  t.equal(asked().length, 4);
  app.advanceClock(HOUR);
  pages[A] = pageOf("At last");
  await ann.call("PUT", `/raindrop/${id}`, REREAD);
  await settled();
  t.match(await get(ann, id), { title: "At last" });
  t.match(await pagesIn(reading), [{ failure: null, read_at: app.context.clock() }]);
});

t.test("createItem: a page that is gone, refused or not allowed is marked at once", async (t) => {
  const failures = { gone: 404, refused: 403 };
  const pages = Object.entries(failures).map(([name, status]) => [`http://${name}.example/`, { status }]);
  const reading = await openReading(t, Object.fromEntries(pages));
  for (const link of ["http://gone.example/", "http://refused.example/", "http://127.0.0.1/"])
    await reading.ann.addItem(-1, { link });
  await reading.settled();
  t.same(await jobsIn(reading), []);
  t.match(
    (await pagesIn(reading)).map(({ failure }) => failure),
    ["gone", "refused", "blocked"],
  );
});

t.test("createItem: what does not fit into the quota, or into an item, is left out", async (t) => {
  const held = Promise.withResolvers<ServerResponse>();
  const html = `<title>Title</title>${description("long ".repeat(1_900))}`;
  const pages = { [A]: (response: ServerResponse) => held.resolve(response), [B]: pageOf("Title", html) };
  const reading = await openReading(t, pages, {}, { ACCOUNT_QUOTA_MIB: "1" });
  const { ann, settled } = reading;
  const note = "n".repeat(10_000);
  const { _id: large } = await ann.addItem(-1, { link: B, note, highlights: Array(5).fill({ text: note }) });
  const { _id: last } = await ann.addItem(-1, { link: A });
  const response = await held.promise;
  const more = { link: "http://more.example/", note };
  let isFull = false;
  while (!isFull) isFull = (await ann.request("POST", "/raindrop", more)).status === 403;
  response.writeHead(200, HTML).end(html);
  await settled();
  t.match(await get(ann, large), { title: B, excerpt: "" });
  t.match(await get(ann, last), { title: A, excerpt: "" });
  const ended = (await pagesIn(reading)).filter(({ item_id }) => item_id === large || item_id === last);
  t.match(ended, [
    { canonical: B, filled: "{}" },
    { canonical: A, filled: "{}" },
  ]);
  const jobs = (await jobsIn(reading)).map(({ item_id }) => item_id);
  t.notOk(jobs.includes(large) || jobs.includes(last));
});

t.test("createItem: nothing is read of files, and with FETCH_LINKS=off", async (t) => {
  const reading = await openReading(t, {});
  const { ann, settled } = reading;
  const file = await formOf({ bytes: Buffer.from("Text."), field: "file", name: "a.txt" });
  await ann.request("PUT", "/raindrop/file", file.body, file.headers);
  await settled();
  t.same([await jobsIn(reading), await pagesIn(reading), reading.asked()], [[], [], []]);
  const other = await openLibrary(t);
  await other.ann.addItem(-1, { link: A });
  t.equal(other.app.context.pages, undefined);
  t.same(await jobsIn(other), []);
});

t.test("webhooks get an event for a bookmark that its page has filled", async (t) => {
  const { ann, app, settled } = await openReading(t, { [A]: pageOf("A") });
  const { database, clock } = app.context;
  const { _id: id } = await ann.addItem(-1, { link: A });
  const hook = { url: "http://127.0.0.1:9/", types: ["item.updated"] } as const;
  await webhooks.create(database, clock, ann.id, hook, { allowsPrivate: true });
  await settled();
  const [event] = await database.selectFrom("webhook_deliveries").select(["type", "payload"]).execute();
  t.match(event, { type: "item.updated", payload: new RegExp(`\\b${id}\\b`) });
});

t.test("updateItem: only people who may change a bookmark can have its page read", async (t) => {
  const reading = await openReading(t, { [A]: pageOf("A"), [B]: pageOf("B") });
  const { ann, bob, app, settled, asked } = reading;
  const { _id: collection } = await ann.addCollection("Shared");
  await share(app, collection, bob.id, "member");
  const { _id: id } = await bob.addItem(collection, { link: A });
  await settled();
  t.match(await get(ann, id), { title: "A", creatorRef: { _id: bob.id } });
  t.match(await pagesIn(reading), [{ account_id: ann.id }]);
  await app.context.database.updateTable("collaborators").set({ role: "viewer" }).execute();
  app.advanceClock(MINUTE);
  t.equal((await bob.request("PUT", `/raindrop/${id}`, REREAD)).status, 403);
  await settled();
  t.equal(asked().length, 1);
});

t.test("pages of one host are read a second apart, and put off until then", async (t) => {
  const links = Array.from({ length: 40 }, (_, index) => `http://a.example/${index}`);
  const reading = await openReading(t, Object.fromEntries(links.map((link) => [link, pageOf("x")])));
  const { ann, app, settled, asked } = reading;
  const now = app.context.clock();
  await ann.call("POST", "/raindrops", { items: links.map((link) => ({ link })) });
  await settled();
  t.equal(asked().length, 1);
  const times = (await jobsIn(reading)).map(({ due_at }) => due_at - now);
  t.same(
    times,
    links.slice(1).map((_, index) => 1_000 * (index + 1)),
  );
  await ann.addItem(-1, { link: "http://www.a.example/urgent" });
  app.advanceClock(1_000);
  await settled();
  t.same(asked().slice(1), ["http://www.a.example/urgent"], "before those that nobody waits for");
  for (let second = 0; second < 45; second++) {
    app.advanceClock(1_000);
    await settled();
  }
  t.same(new Set(asked().slice(2)), new Set(links.filter((link) => link !== asked()[0])));
  t.equal(asked().length, 41, "each once");
});

t.test("accounts take turns, and pages for which somebody waits come first", async (t) => {
  const held: ServerResponse[] = [];
  const linkOf = (name: string) => `http://${name}.example/`;
  const names = [...Array.from({ length: 60 }, (_, index) => `ann${index}`), "bob0", "bob1", "urgent"];
  const hold = (response: ServerResponse) => void held.push(response);
  const reading = await openReading(t, Object.fromEntries(names.map((name) => [linkOf(name), hold])));
  const { ann, bob, app, asked, settled } = reading;
  const send = (person: LibraryOwner, start: string) => {
    const items = names.filter((name) => name.startsWith(start)).map((name) => ({ link: linkOf(name) }));
    return person.call("POST", "/raindrops", { items });
  };
  const until = async (count: number) => {
    while (asked().length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await send(ann, "ann");
  await until(4);
  await send(bob, "bob");
  await until(6);
  t.same(asked().slice(4).sort(), [linkOf("bob0"), linkOf("bob1")], "one account has four at a time");
  await ann.addItem(-1, { link: linkOf("urgent") });
  await until(7);
  t.equal(asked()[6], linkOf("urgent"));
  t.equal(held.length, 7);
  const answer = setInterval(() => {
    for (const response of held.splice(0)) response.writeHead(200, HTML).end("<title>x</title>");
  }, 5);
  t.teardown(() => clearInterval(answer));
  await settled();
  t.equal(asked().length, names.length, "each once");
  t.equal(app.context.pages?.totals.read, names.length);
});

t.test("the pages of an import are read, and what is read for one that is reverted is dropped", async (t) => {
  const held = Promise.withResolvers<ServerResponse>();
  const reading = await openReading(t, { [A]: pageOf("A"), [B]: (response) => held.resolve(response) });
  const { ann, app, settled } = reading;
  const { step } = await importLinks(reading, ann, [A, B]);
  t.match(await jobsIn(reading), [{ urgent: 0 }, { urgent: 0 }]);
  const response = await held.promise;
  await revert(app.context.database, app.context.clock, ann.id, step ?? 0);
  response.writeHead(200, HTML).end("<title>B</title>");
  await settled();
  t.same(await jobsIn(reading), []);
  t.equal((await ann.call("GET", "/raindrops/0")).count, 0);
  await importLinks(reading, ann, [A]);
  app.advanceClock(MINUTE);
  await settled();
  t.match(await ann.call("GET", "/raindrops/-1?sort=title"), { items: [{ title: "A" }] });
});

t.test("of several servers one reads the pages, and another one goes on when it ends", async (t) => {
  const links = Array.from({ length: 60 }, (_, index) => `http://host${index}.example/`);
  const reading = await openReading(t, Object.fromEntries(links.map((link) => [link, pageOf("x")])));
  const { ann, app, asked } = reading;
  const { database, clock, readPage, config, pages } = app.context;
  if (readPage === undefined) throw new Error("The server reads no pages.");
  const { accountQuota, baseUrl, fetchProxy: proxy } = config;
  const pictures = { userAgent: "Test", reach: { isAllowed: () => false }, proxy };
  const lease = new HostLease(database, clock);
  const other = new PageWorker({ database, clock, lease, readPage, pictures, accountQuota, baseUrl });
  other.start((error) => t.fail(String(error)));
  t.teardown(() => other.close());
  const { items } = await ann.call("POST", "/raindrops", { items: links.map((link) => ({ link })) });
  await Promise.all([pages?.settled(), other.settled()]);
  t.same(asked().toSorted(), links.toSorted(), "each once");
  const { totals } = other;
  t.match([totals.read, pages?.totals.read].toSorted(), [0, 60]);
  app.advanceClock(MINUTE);
  await Promise.all(
    [pages, other].map((worker) => (worker !== undefined && worker.totals.read > 0 ? worker.close() : {})),
  );
  await ann.call("PUT", `/raindrop/${items[0]?._id}`, REREAD);
  await Promise.all([pages?.settled(), other.settled()]);
  t.equal(asked().length, 61);
});

t.test("an account that is deactivated has nothing read until it is active again", async (t) => {
  const { ann, app, asked, settled } = await openReading(t, { [A]: pageOf("A") });
  const { database, clock } = app.context;
  const { _id: id } = await ann.addItem(-1, { link: A });
  await settled();
  app.advanceClock(MINUTE);
  const ofAnn = (handle: Database) => handle.updateTable("accounts").where("id", "=", ann.id);
  await inTransaction(database, async (transaction) => {
    await pageJobs.add(transaction, clock, [id], { urgent: true });
    await ofAnn(transaction).set({ active: 0 }).execute();
  });
  await settled();
  t.same(asked(), [A]);
  await ofAnn(database).set({ active: 1 }).execute();
  await settled();
  t.same(asked(), [A, A]);
});
