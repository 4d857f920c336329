import t, { type Test } from "tap";
import { openLibrary } from "../support/library.ts";
import { openSite, type SitePage } from "../support/site.ts";

const HTML = { "content-type": "text/html" };
const [A, B] = ["http://a.example/", "http://b.example/"];
const PIXEL = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
const DAY = 24 * 60 * 60_000;

/** Starts a server that reads pages, by address, from a site on this machine, which is its proxy. */
async function openKeeping(t: Test, pages: Record<string, SitePage>, more = {}) {
  const site = await openSite(t, pages);
  const library = await openLibrary(t, { FETCH_LINKS: "on", FETCH_PROXY: site.base, ...more });
  const { app, ann } = library;
  return {
    ...library,
    site,
    settled: async () => app.context.pages?.settled(),
    cacheOf: async (id: number) => (await ann.call("GET", `/raindrop/${id}`)).item.cache,
    read: async (id: number) => {
      const { headers } = await ann.request("GET", `/raindrop/${id}/cache`);
      return (await fetch(new URL(headers.get("location") ?? "", app.base))).text();
    },
  };
}

t.test("keepCopy: the page is copied after it was read, with its pictures", async (t) => {
  const { ann, settled, cacheOf, read, site } = await openKeeping(t, {
    [A]: { headers: HTML, body: '<title>A</title><script>1</script><p>Text<img src="/p.gif">' },
    "http://a.example/p.gif": { headers: { "content-type": "image/gif" }, body: PIXEL },
    [B]: { headers: HTML, body: "<title>B</title>" },
  });
  const { _id: id } = await ann.addItem(-1, { link: A, keepCopy: true });
  const { _id: other } = await ann.addItem(-1, { link: B });
  await settled();
  t.match(await cacheOf(id), { status: "ready", size: /^\d+$/ });
  t.equal(await cacheOf(other), undefined, "nobody asked for it");
  t.match(await read(id), `<p>Text<img src="data:image/gif;base64,${PIXEL.toString("base64")}"></p>`);
  t.equal(site.requests.filter(({ url }) => url === A).length, 1, "the page itself was read once");
  t.match((await ann.call("GET", `/raindrop/${id}`)).item, { title: "A" });
});

t.test("keepCopy: asks again for a newer copy; the one before stays if that fails", async (t) => {
  const pages: Record<string, SitePage> = { [A]: { headers: HTML, body: "first" } };
  const { ann, app, settled, cacheOf, read } = await openKeeping(t, pages);
  const { _id: id } = await ann.addItem(-1, { link: A, keepCopy: true });
  await settled();
  pages[A] = { headers: HTML, body: "second" };
  app.advanceClock(60_000);
  await ann.call("PUT", `/raindrop/${id}`, { keepCopy: true });
  await settled();
  t.match(await read(id), "second");
  t.match(await cacheOf(id), { created: "2026-01-01T12:01:00.000Z" });
  pages[A] = { status: 404 };
  app.advanceClock(60_000);
  await ann.call("PUT", `/raindrop/${id}`, { keepCopy: true });
  await settled();
  t.match(await cacheOf(id), { status: "ready", created: "2026-01-01T12:01:00.000Z" });
  t.match(await read(id), "second");
});

t.test("keepCopy: says why a page could not be copied", async (t) => {
  const cases: [SitePage, string][] = [
    [{ status: 404 }, "invalid-origin"],
    [{ status: 403 }, "invalid-origin"],
    [{ headers: HTML, body: Buffer.alloc(8 * 1024 * 1024 + 1, "x") }, "invalid-size"],
    [{ headers: { "content-type": "application/pdf" }, body: "%PDF-" }, "failed"],
  ];
  const pages = Object.fromEntries(cases.map(([page], index) => [`http://${index}.example/`, page]));
  const { ann, settled, cacheOf } = await openKeeping(t, pages);
  const ids: number[] = [];
  for (const link of Object.keys(pages)) ids.push((await ann.addItem(-1, { link, keepCopy: true }))._id);
  await settled();
  for (const [index, [, status]] of cases.entries()) t.same(await cacheOf(ids[index] ?? 0), { status });
});

t.test("keepCopy: a page that may be back later is tried again, until it is given up", async (t) => {
  const { ann, app, settled, cacheOf } = await openKeeping(t, { [A]: { status: 503 } });
  const { _id: id } = await ann.addItem(-1, { link: A, keepCopy: true });
  await settled();
  t.same(await cacheOf(id), { status: "retry" });
  for (let attempt = 0; attempt < 3; attempt++) {
    app.advanceClock(DAY);
    await settled();
  }
  // The login has expired.
  const stored = await app.context.database.selectFrom("copies").select("status").where("item_id", "=", id).execute();
  t.same(stored, [{ status: "invalid-origin" }]);
});

t.test("KEEP_COPIES: of all pages, or of none", async (t) => {
  const page = { headers: HTML, body: "page" };
  const all = await openKeeping(t, { [A]: page }, { KEEP_COPIES: "all" });
  const { _id: id } = await all.ann.addItem(-1, { link: A });
  await all.settled();
  t.match(await all.cacheOf(id), { status: "ready" });
  const off = await openKeeping(t, { [A]: page }, { KEEP_COPIES: "off" });
  const { _id: wanted } = await off.ann.addItem(-1, { link: A, keepCopy: true });
  await off.settled();
  t.same(await off.cacheOf(wanted), { status: "retry" });
});

t.test("keepCopy: a copy that does not fit into the storage of the account is not kept", async (t) => {
  const large = { headers: HTML, body: `<p>${"x".repeat(2 * 1024 * 1024)}` };
  const { ann, settled, cacheOf } = await openKeeping(t, { [A]: large }, { ACCOUNT_QUOTA_MIB: "1" });
  const { _id: id } = await ann.addItem(-1, { link: A, keepCopy: true });
  await settled();
  t.same(await cacheOf(id), { status: "invalid-size" });
});
