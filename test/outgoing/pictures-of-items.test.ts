import t, { type Test } from "tap";
import { signIn } from "../../harness/page-client.ts";
import { pngOf } from "../../harness/pictures.ts";
import * as hostIcons from "../../src/library/links/host-icons.ts";
import { openTestDatabase } from "../support/databases.ts";
import { importFile } from "../support/import-file.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";
import { openSite, type SitePage } from "../support/site.ts";
import { setCounters } from "../support/usage.ts";

const A = "http://a.example";
const B = "http://b.example";
const DAY_MS = 24 * 60 * 60 * 1000;
const OWN = /^http:\/\/triptych\.test\/rest\/v1\/cover\/[\w-]{22}$/;

const red = await pngOf(40, 20, "#ff0000");
const blue = await pngOf(20, 40, "#0000ff");
const picture = (body: Uint8Array): SitePage => ({ headers: { "content-type": "image/png" }, body });
const pageOf = (head = ""): SitePage => ({
  headers: { "content-type": "text/html" },
  body: `<title>Title</title>${head}`,
});
const NAMED = '<meta property="og:image" content="/p.png"><link rel="icon" href="/i.png">';

/** Starts a server that reads pages, by address, from a site on this machine, which is its proxy. */
async function openReading(t: Test, pages: Record<string, SitePage>, settings: Record<string, string> = {}) {
  const site = await openSite(t, pages);
  const library = await openLibrary(t, {
    FETCH_LINKS: "on",
    FETCH_PROXY: site.base,
    TOKEN_LIFETIME: "31536000",
    ...settings,
  });
  const { context, advanceClock, base } = library.app;
  return {
    ...library,
    /** How often the site was asked for an address. */
    asked: (address: string) => site.requests.filter(({ url }) => url === address).length,
    /** Reads the pages that are due, also of hosts that were asked a moment ago. */
    async read() {
      advanceClock(2_000);
      await context.pages?.settled();
    },
    /** The paths of the icons in the list of a person's bookmarks. */
    async iconsOf(person: LibraryOwner) {
      const { text } = await (await signIn(base, person)).get("/bookmarks");
      return [...text.matchAll(/<img class="site-icon" src="([^"]+)"/g)].map(([, path = ""]) => path);
    },
  };
}

const itemOf = async ({ call }: LibraryOwner, id: number) => (await call("GET", `/raindrop/${id}`)).item;

t.test(
  "createItem: the picture of the page becomes the cover and the first of the media, served from here",
  async (t) => {
    const { ann, bob, read, send } = await openReading(t, {
      [`${A}/`]: pageOf(NAMED),
      [`${A}/p.png`]: picture(red),
      [`${B}/b.png`]: picture(blue),
    });
    const { _id } = await ann.addItem(-1, { link: `${A}/` });
    const { _id: itself } = await bob.addItem(-1, { link: `${B}/b.png` });
    await read();
    for (const [person, id, type] of [
      [ann, _id, "link"],
      [bob, itself, "image"],
    ] as const) {
      const { cover, media, ...item } = await itemOf(person, id);
      t.match(cover, OWN);
      t.same(media, [{ link: cover, type: "image" }]);
      t.equal(item.type, type);
      const { status, headers } = await send("GET", String(cover).slice("http://triptych.test".length));
      t.same([status, headers.get("content-type")], [200, "image/webp"]);
    }
  },
);

t.test("createItem: a cover that the client sent stays, and the picture of the page is not fetched", async (t) => {
  const { ann, read, asked } = await openReading(t, { [`${A}/`]: pageOf(NAMED), [`${A}/p.png`]: picture(red) });
  const { _id } = await ann.addItem(-1, { link: `${A}/`, cover: "https://example.com/mine.png" });
  await read();
  t.match(await itemOf(ann, _id), { title: "Title", cover: "https://example.com/mine.png" });
  t.equal(asked(`${A}/p.png`), 0);
});

t.test("createItem: without a picture that can be had, the item has what else the page says", async (t) => {
  const { ann, read } = await openReading(t, { [`${A}/`]: pageOf(NAMED), [`${A}/p.png`]: pageOf() });
  const { _id } = await ann.addItem(-1, { link: `${A}/` });
  await read();
  t.match(await itemOf(ann, _id), { title: "Title", cover: "", media: [] });
});

t.test("createItem: pictures of pages take at most three quarters of the storage of an account", async (t) => {
  const { ann, bob, read, asked, context } = await openReading(
    t,
    { [`${A}/`]: pageOf(NAMED), [`${A}/p.png`]: picture(red), [`${B}/`]: pageOf(NAMED), [`${B}/p.png`]: picture(red) },
    { ACCOUNT_QUOTA_MIB: "100" },
  );
  const stored = 75 * 1024 * 1024;
  for (const person of [ann, bob]) await person.addCollection("First");
  await setCounters(context.database, ann.id, { stored_bytes: stored });
  await setCounters(context.database, bob.id, { stored_bytes: stored - 10_000 });
  const { _id: full } = await ann.addItem(-1, { link: `${A}/` });
  const { _id: free } = await bob.addItem(-1, { link: `${B}/` });
  await read();
  t.match(await itemOf(ann, full), { title: "Title", cover: "" });
  const { _id: named, lastUpdate } = await ann.addItem(-1, {
    link: `${A}/`,
    title: "Mine",
    excerpt: "Mine",
    type: "article",
  });
  await read();
  t.equal(asked(`${A}/p.png`), 2);
  t.match(await itemOf(ann, named), { cover: "", lastUpdate }, "nothing has changed");
  t.match(await itemOf(bob, free), { title: "Title", cover: OWN });
});

t.test("updateItem: pleaseParse replaces the picture of the page, if it is another one by then", async (t) => {
  const pages = { [`${A}/`]: pageOf(NAMED), [`${A}/p.png`]: picture(red) };
  const { ann, read, asked, context } = await openReading(t, pages);
  const { _id } = await ann.addItem(-1, { link: `${A}/` });
  await read();
  const { cover: first } = await itemOf(ann, _id);
  const again = async () => {
    await ann.call("PUT", `/raindrop/${_id}`, { pleaseParse: { date: "2026-01-01T00:00:00Z" } });
    await read();
    return (await itemOf(ann, _id)).cover;
  };
  t.equal(await again(), first);
  t.equal(asked(`${A}/p.png`), 2);
  pages[`${A}/p.png`] = picture(blue);
  const second = await again();
  t.match(second, OWN);
  t.not(second, first);
  t.same((await itemOf(ann, _id)).media, [{ link: second, type: "image" }]);
  await context.cleanup.settled();
  t.equal((await context.database.selectFrom("pictures").select("id").execute()).length, 1);
  await ann.call("PUT", `/raindrop/${_id}`, { cover: "https://example.com/mine.png" });
  t.equal(await again(), "https://example.com/mine.png");
});

t.test("a cover that an imported file names is copied when the page is read, and stays if it cannot be", async (t) => {
  const { ann, read, asked, app } = await openReading(t, {
    [`${A}/`]: pageOf(NAMED),
    [`${A}/p.png`]: picture(blue),
    [`${B}/`]: pageOf(NAMED),
    [`${B}/p.png`]: picture(blue),
    "http://covers.example/a.png": picture(red),
  });
  const csv = `url,title,excerpt,cover,highlights
${A}/,A,,http://covers.example/a.png,
${B}/,B,,http://covers.example/missing.png,
${B}/other,C,,,`;
  await importFile(app, "Ann", Buffer.from(csv));
  await read();
  await read();
  const { items } = await ann.call("GET", "/raindrops/0?sort=title");
  const [a, b] = items;
  t.match(a, { title: "A", cover: OWN, media: [{ link: a?.cover, type: "image" }] });
  t.match(b, { title: "B", cover: "http://covers.example/missing.png" });
  t.same([`${A}/p.png`, `${B}/p.png`].map(asked), [0, 0], "the pictures of the pages do not replace them");
  await ann.call("PUT", `/raindrop/${a?._id}`, { pleaseParse: { date: "2026-01-01T00:00:00Z" } });
  await read();
  t.equal((await itemOf(ann, Number(a?._id))).cover, a?.cover);
});

t.test("the icon of a site is beside the bookmarks of all accounts that have read one of its pages", async (t) => {
  const { ann, bob, read, asked, iconsOf, send } = await openReading(t, {
    [`${A}/`]: pageOf(NAMED),
    [`${A}/i.png`]: picture(red),
    [`${A}/other`]: pageOf(),
  });
  await ann.addItem(-1, { link: `${A}/` });
  await read();
  const [icon = "", ...more] = await iconsOf(ann);
  t.match(icon, /^\/site-icons\/[\w-]{22}$/);
  t.same(more, []);
  const { status, headers } = await send("GET", icon);
  t.equal(status, 200);
  t.match(Object.fromEntries(headers), {
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  t.equal((await send("GET", "/site-icons/a.example")).status, 404);

  await bob.addItem(-1, { link: `${A}/missing` });
  await read();
  t.same(await iconsOf(bob), [], "nobody finds out which sites others have saved");
  await bob.addItem(-1, { link: `${A}/other` });
  await read();
  t.same(await iconsOf(bob), [icon]);
  t.equal(asked(`${A}/i.png`), 1);
});

t.test("the icon of a site is on the page of a public collection", async (t) => {
  const { ann, read, app } = await openReading(t, { [`${A}/`]: pageOf(NAMED), [`${A}/i.png`]: picture(red) });
  const { _id } = await ann.addCollection("Public", undefined, { public: true });
  await ann.addItem(_id, { link: `${A}/` });
  const shown = async () =>
    (await (await fetch(`${app.base}/public/${_id}/public`)).text()).match(/<img class="site-icon"/g);
  await read();
  t.equal((await shown())?.length, 1);
});

t.test("a site is asked for its icon again after 30 days, or after a day if it had none", async (t) => {
  const pages: Record<string, SitePage> = { [`${A}/`]: pageOf() };
  const { ann, read, asked, iconsOf, app } = await openReading(t, pages);
  const { _id } = await ann.addItem(-1, { link: `${A}/` });
  const again = async () => {
    await ann.call("PUT", `/raindrop/${_id}`, { pleaseParse: { date: "2026-01-01T00:00:00Z" } });
    await read();
    return asked(`${A}/favicon.ico`);
  };
  await read();
  pages[`${A}/favicon.ico`] = picture(red);
  t.equal(await again(), 1);
  app.advanceClock(DAY_MS);
  t.equal(await again(), 2);
  const [icon] = await iconsOf(ann);
  app.advanceClock(29 * DAY_MS);
  t.equal(await again(), 2);
  app.advanceClock(DAY_MS);
  t.equal(await again(), 3);
  t.same(await iconsOf(ann), [icon], "the same bytes have the same address");
  pages[`${A}/favicon.ico`] = picture(blue);
  app.advanceClock(30 * DAY_MS);
  t.equal(await again(), 4);
  const [other] = await iconsOf(ann);
  t.not(other, icon);
  delete pages[`${A}/favicon.ico`];
  app.advanceClock(30 * DAY_MS);
  t.equal(await again(), 5);
  t.same(await iconsOf(ann), [other], "an icon outlives a site that does not send it for a while");
});

t.test("a page of another host, to which a link leads, does not choose the icon of the host", async (t) => {
  const { ann, read, asked, iconsOf } = await openReading(t, {
    [`${A}/short`]: { status: 302, headers: { location: `${B}/` } },
    [`${A}/favicon.ico`]: picture(red),
    [`${B}/`]: pageOf(NAMED),
    [`${B}/i.png`]: picture(blue),
  });
  await ann.addItem(-1, { link: `${A}/short` });
  await read();
  t.equal((await iconsOf(ann)).length, 1);
  t.same([asked(`${A}/favicon.ico`), asked(`${B}/i.png`)], [1, 0]);
});

t.test("that an icon is used is recorded once a day", async (t) => {
  const { ann, read, iconsOf, context, app } = await openReading(t, {
    [`${A}/`]: pageOf(NAMED),
    [`${A}/i.png`]: picture(red),
  });
  await ann.addItem(-1, { link: `${A}/` });
  await read();
  const usedAt = async () => {
    await iconsOf(ann);
    return (await context.database.selectFrom("page_icons").select("used_at").executeTakeFirstOrThrow()).used_at;
  };
  const first = await usedAt();
  app.advanceClock(DAY_MS - 1);
  t.equal(await usedAt(), first);
  app.advanceClock(1);
  t.equal(await usedAt(), first + DAY_MS);
});

t.test("the least recently used of too many icons is deleted", async (t) => {
  const database = await openTestDatabase(t);
  const at = (host: string, used_at: number) => ({ host, id: host, bytes: red, fetched_at: 0, used_at });
  const hosts = Array.from({ length: 9_998 }, (_, index) => at(`${index}.example`, 5_000));
  for (let start = 0; start < hosts.length; start += 1_000)
    await database
      .insertInto("page_icons")
      .values(hosts.slice(start, start + 1_000))
      .execute();
  await database
    .insertInto("page_icons")
    .values([at("old.example", 1_000), at("older.example", 500)])
    .execute();
  await hostIcons.store(database, "new.example", red, 6_000);
  const left = await database.selectFrom("page_icons").select("host").where("used_at", "<>", 5_000).execute();
  t.same(left.map(({ host }) => host).sort(), ["new.example", "old.example"]);
  await hostIcons.store(database, "new.example", red, 7_000);
  t.equal((await database.selectFrom("page_icons").select("host").execute()).length, 10_000);
});
