import t from "tap";
import { openPageClient } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";
import { parseXml, textsOf } from "../../support/xml.ts";

const ORIGIN = "http://triptych.test";

/** Characters that XML does not allow, and others that it must escape. */
const HOSTILE = "\u0001\u000b\u001f\ufffe\uffff</title>]]>&amp;<b>\"'🌳 אב\ttab";

/** What is left of `HOSTILE` in XML. */
const HARMLESS = "</title>]]>&amp;<b>\"'🌳 אב\ttab";

/** The text that a reader of HTML without elements shows. Throws if there is an element. */
function toText(markup: string): string {
  if (markup.includes("<")) throw new Error("The markup has an element.");
  return markup.replace(/&#(\d+);/g, (_escape, code: string) => String.fromCodePoint(Number(code)));
}

async function openWithFeed(t: Parameters<typeof openLibrary>[0], title = "Recipes") {
  const { app, ann } = await openLibrary(t);
  const collection = await ann.addCollection(title, undefined, { public: true });
  const client = openPageClient(app.base);
  const id = collection._id;
  const rss = async () => {
    const { text } = await client.get(`/public/${id}/feed.xml`);
    const [channel = parseXml("<missing/>")] = parseXml(text).children;
    return { channel, items: channel.children.filter(({ name }) => name === "item") };
  };
  const json = async () => JSON.parse((await client.get(`/public/${id}/feed.json`)).text);
  return { app, ann, id, client, rss, json };
}

t.test("the RSS feed has the required elements, and its own address", async (t) => {
  const { ann, id, client, rss } = await openWithFeed(t);
  const excerpt = "Peas & <b>";
  await ann.addItem(id, { link: "https://example.com/?a=1&b=2", title: "Soup", excerpt, tags: ["green", "warm"] });
  const { headers, text } = await client.get(`/public/${id}/feed.xml`);
  t.equal(headers.get("content-type"), "application/rss+xml; charset=utf-8");
  t.match(parseXml(text), { name: "rss", attributes: { version: "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom" } });
  const { channel, items } = await rss();
  t.same(textsOf(channel, "title"), ["Recipes"]);
  t.same(textsOf(channel, "link"), [`${ORIGIN}/public/${id}/recipes`]);
  t.same(textsOf(channel, "description"), ["Recipes"], "the title, for want of a description");
  t.match(
    channel.children.find(({ name }) => name === "atom:link"),
    { attributes: { href: `${ORIGIN}/public/${id}/feed.xml`, rel: "self", type: "application/rss+xml" } },
  );
  const [item = parseXml("<missing/>")] = items;
  t.same(textsOf(item, "title"), ["Soup"]);
  t.same(textsOf(item, "link"), ["https://example.com/?a=1&b=2"]);
  t.same(textsOf(item, "pubDate"), ["Thu, 01 Jan 2026 12:00:00 GMT"]);
  t.same(textsOf(item, "category"), ["green", "warm"]);
  t.same(textsOf(item, "description"), ["Peas &#38; &#60;b&#62;"], "readers take it as HTML");
  t.match(textsOf(item, "guid"), [/feed\.xml#\d+$/]);
});

t.test(
  "a description is text: HTML in it is escaped for readers of the RSS feed, and unchanged in the JSON feed",
  async (t) => {
    const { ann, id, rss, json } = await openWithFeed(t);
    const description = 'Soups & <b>more</b> <img src="x" onerror="alert(1)">';
    await ann.call("PUT", `/collection/${id}`, { description });
    const { channel } = await rss();
    t.same(textsOf(channel, "description").map(toText), [description]);
    t.equal((await json()).description, description);
  },
);

t.test("the JSON feed has the required fields", async (t) => {
  const { app, ann, id, client, json } = await openWithFeed(t);
  await ann.call("PUT", `/collection/${id}`, { description: "What we cook" });
  await ann.addItem(id, { link: "https://example.com/soup", title: "Soup", excerpt: "Peas", tags: ["green"] });
  const { _id } = await ann.addItem(id, { title: "Mail" });
  // The API accepts only links of the web.
  const link = "mailto:ann@example.com";
  await app.context.database.updateTable("items").set({ link }).where("id", "=", _id).execute();
  const { headers } = await client.get(`/public/${id}/feed.json`);
  t.equal(headers.get("content-type"), "application/feed+json; charset=utf-8");
  const feed = await json();
  t.match(feed, {
    version: "https://jsonfeed.org/version/1.1",
    title: "Recipes",
    description: "What we cook",
    home_page_url: `${ORIGIN}/public/${id}/recipes`,
    feed_url: `${ORIGIN}/public/${id}/feed.json`,
    authors: [{ name: "Ann" }],
  });
  const [mail, soup] = feed.items;
  t.match(soup, {
    id: /^http:.*feed\.json#\d+$/,
    url: "https://example.com/soup",
    title: "Soup",
    content_text: "Peas",
    date_published: "2026-01-01T12:00:00.000Z",
    tags: ["green"],
  });
  t.match(mail, { content_text: "Mail" });
  t.notOk("url" in mail, "only links to the web");
});

t.test("hostile texts leave the RSS feed well-formed", async (t) => {
  const { ann, id, rss, json } = await openWithFeed(t, HOSTILE);
  await ann.call("PUT", `/collection/${id}`, { description: HOSTILE });
  await ann.addItem(id, { link: "https://example.com/?<'&\"]]>", title: HOSTILE, excerpt: HOSTILE, tags: ["<&>"] });
  const { channel, items } = await rss();
  t.same([textsOf(channel, "title"), textsOf(channel, "description").map(toText)], [[HARMLESS], [HARMLESS]]);
  const [item = parseXml("<missing/>")] = items;
  t.same(textsOf(item, "title"), [HARMLESS]);
  t.same(textsOf(item, "category"), ["<&>"]);
  t.equal(textsOf(item, "link").length, 1);
  t.equal((await json()).items[0].content_text, HOSTILE);
});

t.test("a feed has the newest 50 items, an entity tag and 304", async (t) => {
  const { ann, id, client, rss, json } = await openWithFeed(t);
  const items = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      link: `https://example.com/${from + index}`,
      title: `Recipe ${from + index}`,
      created: new Date(Date.UTC(2025, 0, 1, 0, 0, from + index)).toISOString(),
      collection: { $id: id },
    }));
  await ann.call("POST", "/raindrops", { items: items(1, 50) });
  const etags: string[] = [];
  for (const path of [`/public/${id}/feed.xml`, `/public/${id}/feed.json`]) {
    const { headers } = await client.get(path);
    const etag = headers.get("etag") ?? "";
    t.match(await client.get(path, { "if-none-match": etag }), { status: 304, text: "" }, path);
    t.equal(headers.get("cache-control"), "no-cache");
    t.equal(headers.get("x-robots-tag"), "noindex");
    t.same(headers.getSetCookie(), []);
    etags.push(etag);
  }
  await ann.call("POST", "/raindrops", { items: items(51, 1) });
  for (const [index, path] of [`/public/${id}/feed.xml`, `/public/${id}/feed.json`].entries())
    t.equal((await client.get(path, { "if-none-match": etags[index] ?? "" })).status, 200, path);
  const titles = (await rss()).items.flatMap((item) => textsOf(item, "title"));
  t.same([titles.length, titles[0], titles.at(-1)], [50, "Recipe 51", "Recipe 2"]);
  t.equal((await json()).items.length, 50);
});

t.test("the address of a page with the name of a feed redirects to the feed", async (t) => {
  const { id, client } = await openWithFeed(t);
  for (const file of ["feed.xml", "feed.json"])
    t.match(await client.get(`/public/${id}/recipes/${file}`), { status: 301, location: `/public/${id}/${file}` });
  t.equal((await client.get("/public/999/recipes/feed.xml")).status, 404);
});
