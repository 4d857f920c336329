import t from "tap";
import { openBookmarks, titlesIn } from "../../support/bookmarks.ts";

/** The filters of a page: each token's count, by its label. */
function filtersIn(page: string): Record<string, number> {
  const links = page.matchAll(/class="filter"[^>]*><span>(.*?)<\/span>(?: <span class="count">(\d+)<\/span>)?/g);
  return Object.fromEntries(
    [...links].map(([, label = "", count]) => [label.replaceAll(/<[^>]+>/g, ""), Number(count)]),
  );
}

/** A library with three items in two collections. */
async function openWithItems(t: Parameters<typeof openBookmarks>[0]) {
  const opened = await openBookmarks(t);
  const { ann } = opened;
  const { _id: development } = await ann.addCollection("Development");
  const { _id: databases } = await ann.addCollection("Databases", development);
  await ann.addItem(databases, {
    title: "Write-ahead logging",
    link: "https://one.example/",
    tags: ["to read"],
    important: true,
  });
  await ann.addItem(development, {
    title: "Logging for beginners",
    link: "https://two.example/",
    type: "video",
    note: "n",
  });
  await ann.addItem(-1, {
    title: "Bread",
    link: "https://three.example/",
    tags: ["food"],
    highlights: [{ text: "h" }],
  });
  const titles = async (path: string) => titlesIn((await opened.annPages.get(path)).text);
  return { ...opened, development, databases, titles };
}

t.test("a search finds items with the operators of the API, in the collection or everywhere", async (t) => {
  const { titles, development, databases } = await openWithItems(t);
  t.same(await titles("/bookmarks?search=logging&sort=title"), ["Logging for beginners", "Write-ahead logging"]);
  t.same(await titles(`/bookmarks/${development}?search=logging`), ["Logging for beginners"]);
  t.same((await titles(`/bookmarks/${development}?search=logging&nested=1`)).length, 2);
  t.same(await titles(`/bookmarks/${development}?nested=1&sort=title`), [
    "Logging for beginners",
    "Write-ahead logging",
  ]);
  t.same(await titles(`/bookmarks/${databases}?search=bread`), []);
  for (const [search, title] of [
    ["#food", "Bread"],
    ['#"to read"', "Write-ahead logging"],
    ["type:video", "Logging for beginners"],
    ["logging -important:true", "Logging for beginners"],
    ["  bread  ", "Bread"],
    ["domain:three.example", "Bread"],
  ] as const)
    t.same(await titles(`/bookmarks?search=${encodeURIComponent(search)}`), [title], search);
});

t.test("a search from a list in its usual order shows the best matches first", async (t) => {
  const { annPages } = await openWithItems(t);
  t.match((await annPages.get("/bookmarks")).text, 'aria-current="true">Newest first</a>');
  const { text } = await annPages.get("/bookmarks?search=logging&sort=");
  t.match(text, 'aria-current="true">Best match</a>');
  t.match(text, '<a href="/bookmarks?search&#61;logging&#38;sort&#61;-created">Newest first</a>');
});

t.test("an empty result says so, and offers to remove the search", async (t) => {
  const { annPages, databases } = await openWithItems(t);
  const { status, text } = await annPages.get(`/bookmarks/${databases}?search=nothing&view=grid`);
  t.equal(status, 200);
  t.match(text, "0 bookmarks found");
  t.match(text, "Nothing found");
  t.match(text, `href="/bookmarks/${databases}?view&#61;grid"`);
  t.match(text, 'href="/bookmarks?search&#61;nothing&#38;view&#61;grid">Search everywhere');
});

t.test("an invalid search says what is wrong, and keeps it", async (t) => {
  const { annPages } = await openWithItems(t);
  const many = Array.from({ length: 101 }, (_, index) => `word${index}`).join(" ");
  const { status, text } = await annPages.get(`/bookmarks?search=${encodeURIComponent(many)}`);
  t.equal(status, 400);
  t.match(text, "Search in this list must have at most 100 words and operators.");
  t.match(text, /id="search"[^>]*aria-invalid="true"/);
  t.match(text, "word100");
  for (const [search, hint] of [
    ["type:films", "“films” is not a valid value for type: use link, article, image, video, document, audio."],
    ["important:yes", "“yes” is not a valid value for important: use true or false."],
    ["created:yesterday", "“yesterday” is not a valid value for created"],
    ["_id:x", "“x” is not a valid value for _id"],
    ["cache.status:no", "“no” is not a valid value for cache.status: use ready, retry"],
    ["lang:en", "lang: is not supported on this server."],
  ] as const)
    t.match((await annPages.get(`/bookmarks?search=${encodeURIComponent(search)}`)).text, hint);
  t.notMatch((await annPages.get("/bookmarks?search=type:video+created:2026+important:")).text, "is not a valid value");
});

t.test("a search that is longer than the API allows is an error", async (t) => {
  const { annPages } = await openWithItems(t);
  const { status, text } = await annPages.get(`/bookmarks?search=${"x".repeat(2001)}`);
  t.equal(status, 400);
  t.match(text, "Search in this list must have at most 2000 characters.");
});

t.test("filters add a token to the search or remove it, with the counts of the API", async (t) => {
  const { ann, annPages, development } = await openWithItems(t);
  const { text } = await annPages.get("/bookmarks");
  t.same(filtersIn(text), {
    Important: 1,
    "Without tags": 1,
    "With highlights": 1,
    "With notes": 1,
    Links: 2,
    Videos: 1,
    "#food": 1,
    "#to read": 1,
  });
  const counts = await ann.call("GET", "/filters/0");
  t.match(counts, { important: { count: 1 }, notag: { count: 1 }, highlights: { count: 1 }, note: { count: 1 } });
  t.match(text, 'href="/bookmarks?search&#61;important%3Atrue"');
  const on = (await annPages.get("/bookmarks?search=logging+important%3Atrue&sort=title")).text;
  t.match(on, 'href="/bookmarks?search&#61;logging&#38;sort&#61;title" aria-current="true"');
  t.same(filtersIn(on).Important, 1);
  t.same(filtersIn((await annPages.get(`/bookmarks/${development}`)).text), {
    "Without tags": 1,
    "With notes": 1,
    Videos: 1,
  });
});

t.test("the search field suggests the tags of the list and operators", async (t) => {
  const { annPages } = await openWithItems(t);
  const { text } = await annPages.get("/bookmarks");
  t.match(text, 'list="suggestions"');
  for (const token of ["#food", "#&#34;to read&#34;", "important:true", "type:video"])
    t.match(text, `<option value="${token}">`);
});
