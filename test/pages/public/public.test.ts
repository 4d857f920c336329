import t from "tap";
import { formOf } from "../../../harness/forms.ts";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { pngOf } from "../../../harness/pictures.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { BASE, type LibraryOwner, openLibrary } from "../../support/library.ts";

const HTML = { accept: "text/html" };

/** A server on which Ann has the public collection "Recipes". */
async function openWithRecipes(t: Parameters<typeof openLibrary>[0], settings: Record<string, string> = {}) {
  const { app, ann, bob } = await openLibrary(t, settings);
  const recipes = await ann.addCollection("Recipes", undefined, { public: true, description: "What we cook" });
  return { app, ann, bob, recipes, page: `/public/${recipes._id}/recipes`, client: openPageClient(app.base) };
}

t.test("anyone reads the title, description, owner and items of a public collection", async (t) => {
  const { app, ann, recipes, page, client } = await openWithRecipes(t);
  await ann.addItem(recipes._id, {
    link: "https://example.com/soup",
    title: "Soup",
    excerpt: "With peas",
    tags: ["green", "warm"],
  });
  const { status, text, headers } = await client.get(page);
  t.equal(status, 200);
  t.match(text, /<h1 dir="auto">Recipes<\/h1>/);
  t.match(text, /A public collection of <bdi dir="auto">Ann<\/bdi> · 1 bookmark</);
  t.match(text, "What we cook");
  t.match(text, '<a href="https://example.com/soup" rel="noopener noreferrer nofollow ugc">Soup</a>');
  for (const shown of ["With peas", "green", "warm", "example.com", "2026-01-01 12:00"]) t.match(text, shown);
  t.match(headers.get("cache-control"), "no-cache");
  t.equal(headers.get("x-robots-tag"), "noindex");
  t.match(text, '<meta name="robots" content="noindex">');
  t.match((await client.get(page, { "accept-language": "de" })).text, "Eine öffentliche Sammlung von");
  t.equal(app.log.filter((line) => line.includes('"level":50')).length, 0);
});

t.test("links of items lead only to the web, and all texts are escaped", async (t) => {
  const { app, ann, recipes, page, client } = await openWithRecipes(t);
  const hostile = `<script>alert("'&\u202e אב`;
  await ann.call("PUT", "/user", { fullName: hostile });
  await ann.call("PUT", `/collection/${recipes._id}`, { description: hostile });
  const item = await ann.addItem(recipes._id, { title: hostile, excerpt: hostile, tags: [hostile] });
  // The API accepts only links of the web.
  const link = "javascript:alert(1)";
  await app.context.database.updateTable("items").set({ link }).where("id", "=", item._id).execute();
  await ann.addItem(recipes._id, { link: 'https://example.com/"><script>', title: "quoted" });
  const { text } = await client.get(page);
  t.notMatch(text, /<script>/);
  t.notMatch(text, "javascript:");
  t.equal(text.match(/&#60;script&#62;alert\(&#34;&#39;&#38;\u202e אב/g)?.length, 8, "metadata and the filter too");
  t.match(text, 'href="https://example.com/&#34;&#62;&#60;script&#62;"');
});

t.test("never shows notes, highlights, reminders or collections in the collection", async (t) => {
  const { ann, recipes, page, client } = await openWithRecipes(t);
  const child = await ann.addCollection("Secret child", recipes._id);
  await ann.addItem(child._id, { title: "Secret item" });
  await ann.addItem(recipes._id, {
    title: "Soup",
    note: "Secret note",
    highlights: [{ text: "Secret highlight", note: "Secret remark" }],
    reminder: { date: "2031-05-06T00:00:00Z" },
  });
  for (const path of [page, ...feedsOf(recipes._id)]) {
    const { text } = await client.get(path);
    t.match(text, "Soup");
    t.notMatch(text, /Secret|2031/, path);
  }
});

t.test("anyone searches a public collection, and filters it by its tags", async (t) => {
  const { ann, recipes, page, client } = await openWithRecipes(t);
  const add = (title: string, tags: readonly string[]) =>
    ann.addItem(recipes._id, { link: `https://example.com/${title}`, title, tags });
  await add("Soup", ["green", "warm"]);
  await add("Salad", ["green", "two words"]);
  await add("Stew", ["warm"]);
  const titlesOn = async (search: string) => {
    const { status, text } = await client.get(`${page}?${new URLSearchParams({ search })}`);
    t.equal(status, 200);
    return [...text.matchAll(/<h2[^>]*><a[^>]*>([^<]*)/g)].map(([, title]) => title).sort();
  };
  t.same(await titlesOn("soup"), ["Soup"]);
  t.same(await titlesOn("#green"), ["Salad", "Soup"]);
  t.same(await titlesOn("#green #warm"), ["Soup"]);
  t.same(await titlesOn("nothing"), []);
  const { text } = await client.get(page);
  t.match(
    text,
    `<a href="${page}?search&#61;%23green" rel="nofollow">#<bdi dir="auto">green</bdi> <span class="count">2`,
  );
  t.match(text, `<a href="${page}?search&#61;%23%22two+words%22" rel="nofollow">`);
  const filtered = (await client.get(`${page}?search=%23green`)).text;
  t.match(filtered, "2 bookmarks found");
  t.match(filtered, `<a href="${page}" rel="nofollow" aria-current="true">`);
  t.match(filtered, `<a href="${page}?search&#61;%23green+%23warm"`);
  t.match((await client.get(`${page}?search=nothing`)).text, "Nothing found");
  const { headers } = await client.get(`${page}?search=soup`);
  const etag = headers.get("etag") ?? "";
  t.equal((await client.get(`${page}?search=soup`, { "if-none-match": etag })).status, 304);
});

t.test("a search of strangers finds nothing by notes and reminders, and none outside the collection", async (t) => {
  const { ann, recipes, page, client } = await openWithRecipes(t);
  const child = await ann.addCollection("Child", recipes._id);
  await ann.addItem(child._id, { title: "Hidden", tags: ["secret"] });
  await ann.addItem(-1, { title: "Hidden", tags: ["secret"] });
  await ann.addItem(recipes._id, { title: "Soup", note: "hidden", reminder: { date: "2031-05-06T00:00:00Z" } });
  for (const search of ["hidden", "note:hidden", "note:true", "reminder:true", "#secret"]) {
    const { status, text } = await client.get(`${page}?${new URLSearchParams({ search })}`);
    t.equal(status, 200, search);
    t.match(text, "Nothing found", search);
    t.notMatch(text, /Soup|Hidden<|#<bdi dir="auto">secret/, search);
  }
});

t.test("a search that is not valid is said on the page; the pages of a search keep it", async (t) => {
  const { ann, recipes, page, client } = await openWithRecipes(t);
  const items = Array.from({ length: 51 }, (_, index) => ({
    link: `https://example.com/${index}`,
    title: `Soup ${index}`,
    collection: { $id: recipes._id },
  }));
  await ann.call("POST", "/raindrops", { items });
  const many = Array.from({ length: 101 }, (_, index) => `word${index}`).join(" ");
  t.match(await client.get(`${page}?${new URLSearchParams({ search: many })}`), { status: 400, text: /role="alert"/ });
  t.equal((await client.get(`${page}?search=${"x".repeat(3000)}`)).status, 200);
  const { text } = await client.get(`${page}?search=soup`);
  t.match(text, `<a class="button secondary" rel="next" href="${page}?search&#61;soup&#38;page&#61;2">`);
  t.match((await client.get(`${page}?search=soup&page=2`)).text, "Page 2 of 2");
  t.match((await client.get(`${page}?search=soup&page=3`)).text, `href="${page}?search&#61;soup">First page`);
});

t.test("a public collection has its own layout, with covers", async (t) => {
  const { ann, recipes, page, client } = await openWithRecipes(t);
  const { _id } = await ann.addItem(recipes._id, {
    link: "https://example.com/soup",
    title: "Soup",
    excerpt: "With peas",
    tags: ["green"],
  });
  const cover = await formOf({ bytes: await pngOf(8, 8, "teal") });
  await ann.request("PUT", `/raindrop/${_id}/cover`, cover.body, cover.headers);
  await ann.addItem(recipes._id, { link: "https://example.org/", title: "Bare" });
  for (const [view, shown, hidden] of [
    ["list", ["With peas", "green", "<img src="], ["public-letter"]],
    ["simple", ["Soup"], ["With peas", 'class="public-tags"', "<img src="]],
    ["grid", ["green", "<img src=", ">E</span>"], ["With peas"]],
    ["masonry", ["With peas", "green", "<img src="], ["public-letter"]],
  ] as const) {
    await ann.call("PUT", `/collection/${recipes._id}`, { view });
    const list = /<ul class="public-items.*?<\/ul>\n<p|<ul class="public-items.*<p class="aside"/s;
    const [content = ""] = list.exec((await client.get(page)).text) ?? [];
    t.match(content, `<ul class="public-items ${view}`);
    for (const part of shown) t.match(content, part, `${view}: ${part}`);
    for (const part of hidden) t.notOk(content.includes(part), `${view}: no ${part}`);
  }
});

t.test("a missing, a private and an unpublished collection are the same 404", async (t) => {
  const { app, ann, recipes, page, client } = await openWithRecipes(t);
  const diary = await ann.addCollection("Diary");
  t.equal((await client.get(page, HTML)).status, 200);
  await ann.call("PUT", `/collection/${recipes._id}`, { public: false });
  const bodyOf = async (path: string) => {
    const { status, text } = await client.get(path, HTML);
    t.equal(status, 404, path);
    return text.replaceAll(path, "").replace(/<code>.*?<\/code>/g, "");
  };
  const missing = await bodyOf("/public/999/recipes");
  for (const path of [page, `/public/${diary._id}/diary`, `/public/${diary._id}`])
    t.equal(await bodyOf(path), missing, path);
  const missingFeed = await bodyOf("/public/999/feed.xml");
  for (const path of [...feedsOf(recipes._id), ...feedsOf(diary._id)]) t.equal(await bodyOf(path), missingFeed, path);
  const owner = await signIn(app.base, ann);
  t.equal((await owner.get(`/public/${diary._id}/diary`)).status, 404, "also for the owner");
  for (const path of ["/public/0", "/public/-1", "/public/x", "/public/1e3", "/public/99999999999999999999"])
    t.equal((await client.get(path)).status, 404, path);
  for (const number of ["0", "-1", "x", "1.5", "9007199254741"])
    t.equal((await client.get(`${page}?page=${number}`)).status, 404, number);
});

t.test("collections of deactivated and deleted accounts are not found", async (t) => {
  const { app, ann, bob, recipes, page, client } = await openWithRecipes(t);
  const { database, clock } = app.context;
  const books = await bob.addCollection("Books", undefined, { public: true });
  await accounts.update(database, clock, ann.id, { active: false });
  await accounts.remove(database, clock, bob.id);
  for (const path of [page, ...feedsOf(recipes._id), `/public/${books._id}/books`, ...feedsOf(books._id)])
    t.equal((await client.get(path)).status, 404, path);
});

t.test("another address of a page redirects to the one with its title", async (t) => {
  const { ann, page, recipes, client } = await openWithRecipes(t);
  const id = recipes._id;
  for (const path of [
    `/public/${id}`,
    `/public/${id}/x`,
    `/public/${id}/Recipes`,
    `/public/${id}/%2F%2Fevil.example`,
  ]) {
    t.match(await client.get(`${path}?page=2`), { status: 301, location: `${page}?page=2` }, path);
    t.match((await client.get(path)).headers.get("cache-control"), "no-cache");
  }
  t.equal((await client.get(`/public/${id}/rec%69pes`)).status, 200, "encoded letters are the same");
  const rename = async (title: string) => {
    await ann.call("PUT", `/collection/${id}`, { title });
    return (await client.get(`/public/${id}/old`)).location;
  };
  t.equal(await rename("Größe 木 🌳"), `/public/${id}/${encodeURIComponent("größe-木")}`);
  t.equal((await client.get(`/public/${id}/größe-木`)).status, 200);
  t.equal(await rename("!!!"), `/public/${id}`);
  t.equal((await client.get(`/public/${id}`)).status, 200);
  t.equal(await rename("木".repeat(200)), `/public/${id}/${encodeURIComponent("木".repeat(80))}`);
  t.equal((await client.get(`/public/${id}/${"木".repeat(80)}`)).status, 200);
  t.equal(await rename("feed.xml"), `/public/${id}/feed-xml`);
});

t.test("a page has 50 items, newest first, and links to its neighbours", async (t) => {
  const { app, ann, recipes, page, client } = await openWithRecipes(t);
  await addNumbered(ann, recipes._id, 103, app.advanceClock);
  const numbersIn = (text: string) => [...text.matchAll(/>Recipe (\d+)</g)].map(([, number]) => Number(number));
  const first = await client.get(page);
  t.same([numbersIn(first.text).length, numbersIn(first.text)[0]], [50, 103]);
  t.match(first.text, /103 bookmarks.*<span>Page 1 of 3<\/span>/s);
  t.match(first.text, `rel="next" href="${page}?page&#61;2"`);
  t.notMatch(first.text, 'rel="prev"');
  const last = await client.get(`${page}?page=3`);
  t.same(numbersIn(last.text), [3, 2, 1]);
  t.match(last.text, 'rel="prev"');
  t.notMatch(last.text, 'rel="next"');
  t.match((await client.get(`${page}?page=4`)).text, "This page is empty");
  t.match(first.text, `<link rel="canonical" href="http://triptych.test${page}">`);
  t.ok(first.text.length < 150_000, `${first.text.length} characters`);
});

t.test("caches store the page of strangers, and revalidate it", async (t) => {
  const { app, ann, recipes, page, client } = await openWithRecipes(t);
  const etag = (await client.get(page)).headers.get("etag") ?? "";
  t.match(etag, /^(?:W\/)?"[\w-]+"$/);
  t.match(await client.get(page, { "if-none-match": etag }), { status: 304, text: "" });
  await ann.addItem(recipes._id, { title: "Soup" });
  t.equal((await client.get(page, { "if-none-match": etag })).status, 200);
  t.match((await client.get(page)).headers.get("vary"), /Accept-Language, Cookie, Save-Data/);
  const { headers } = await (await signIn(app.base, ann)).get(page);
  t.same([headers.get("cache-control"), headers.get("etag")], ["private, no-store", null]);
});

t.test("shows covers that this server stores, and no others, also to previews of links", async (t) => {
  const { ann, recipes, page, client } = await openWithRecipes(t);
  t.notMatch((await client.get(page)).text, /<img|og:image/);
  const { headers, body } = await formOf({ bytes: await pngOf(8, 8, "red") });
  await ann.request("PUT", `/collection/${recipes._id}/cover`, body, headers);
  const item = await ann.addItem(recipes._id, { title: "Own" });
  await ann.request("PUT", `/raindrop/${item._id}/cover`, body, headers);
  for (const cover of ["https://tracker.example/x.png", "http://triptych.test/rest/v1/cover/../user"])
    await ann.addItem(recipes._id, { title: "Other", cover });
  const { text } = await client.get(page);
  const pictures = [...text.matchAll(/<img[^>]*src="([^"]+)"/g)].map(([, source = ""]) => source);
  t.equal(pictures.length, 2);
  for (const path of pictures) t.equal((await client.get(path)).headers.get("content-type"), "image/webp", path);
  t.match(text, `<meta property="og:image" content="http://triptych.test${pictures[0]}">`);
  t.match(text, `<meta property="og:url" content="http://triptych.test${page}">`);
  const saving = (await client.get(page, { "save-data": "on" })).text;
  t.notMatch(saving, "<img", "browsers that save data load none");
  t.match(saving, "og:image");
  t.match(text, '<meta property="og:title" content="Recipes">');
  t.match(text, '<meta property="og:description" content="What we cook">');
  t.match(
    text,
    `<link rel="alternate" type="application/rss+xml" title="Recipes (RSS)" href="/public/${recipes._id}/feed.xml">`,
  );
  t.match(text, 'type="application/feed+json"');
});

t.test("requests count towards the limit of anonymous requests to the API", async (t) => {
  const { app, page, recipes, client } = await openWithRecipes(t, { COLLECTIONS_LIMIT_PER_MINUTE: "4" });
  const statuses = [];
  for (const path of [page, `/public/${recipes._id}/feed.xml`, "/public/999", page])
    statuses.push((await client.get(path)).status);
  t.same(statuses, [200, 200, 404, 200]);
  const { status, headers } = await client.get(page);
  t.same([status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")], [429, "4", "0"]);
  t.equal((await app.send("GET", `${BASE}/collection/${recipes._id}`)).status, 429);
  t.match((await client.get(page, { ...HTML, "accept-language": "de" })).text, /Zu viele Anfragen\. Bitte in \d+ s/);
});

/** Adds items "Recipe 1", "Recipe 2" and so on, each a second after the one before. */
async function addNumbered(owner: LibraryOwner, $id: number, count: number, advanceClock: (by: number) => void) {
  for (let first = 1; first <= count; first += 50) {
    const numbers = Array.from({ length: Math.min(50, count - first + 1) }, (_, index) => first + index);
    advanceClock(60_000);
    const items = numbers.map((number) => ({
      link: `https://example.com/${number}`,
      title: `Recipe ${number}`,
      created: new Date(Date.UTC(2025, 0, 1, 0, 0, number)).toISOString(),
      collection: { $id },
    }));
    await owner.call("POST", "/raindrops", { items });
  }
}

function feedsOf(id: number): string[] {
  return [`/public/${id}/feed.xml`, `/public/${id}/feed.json`];
}
