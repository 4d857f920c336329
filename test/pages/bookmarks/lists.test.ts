import t from "tap";
import { openPageClient } from "../../../harness/page-client.ts";
import { openBookmarks, titlesIn } from "../../support/bookmarks.ts";

t.test("signed-out visitors sign in first, and return to the list", async (t) => {
  const { app, ann } = await openBookmarks(t);
  const stranger = openPageClient(app.base);
  for (const path of ["/bookmarks", "/bookmarks/-99?search=a"]) {
    const location = `/account/sign-in?next=${encodeURIComponent(path)}`;
    t.match(await stranger.get(path), { status: 303, location }, path);
    await stranger.get(location);
    const fields = { email: ann.email, password: ann.password, next: path };
    t.match(await stranger.post("/account/sign-in", fields), { status: 303, location: path });
    stranger.jar.clear();
  }
});

t.test("lists show the items of their place, newest first", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { _id: development } = await ann.addCollection("Development");
  await ann.addItem(-1, { title: "Unsorted one" });
  app.advanceClock(1000);
  await ann.addItem(development, { title: "Developer one" });
  const { _id: old } = await ann.addItem(development, { title: "Deleted one" });
  await ann.call("DELETE", `/raindrop/${old}`);
  const titles = async (path: string) => titlesIn((await annPages.get(path)).text);
  t.same(await titles("/bookmarks"), ["Developer one", "Unsorted one"]);
  t.same(await titles("/bookmarks/"), ["Developer one", "Unsorted one"]);
  t.same(await titles("/bookmarks/-1"), ["Unsorted one"]);
  t.same(await titles(`/bookmarks/${development}`), ["Developer one"]);
  t.same(await titles("/bookmarks/-99"), ["Deleted one"]);
  t.same(await titles("/bookmarks?sort=nothing&view=nothing&page=x"), ["Developer one", "Unsorted one"]);
  t.same(await titles("/bookmarks?sort=title"), ["Developer one", "Unsorted one"]);
  t.same(await titles("/bookmarks?sort=created"), ["Unsorted one", "Developer one"]);
});

t.test("collections of others and malformed ids are 404", async (t) => {
  const { ann, bobPages } = await openBookmarks(t);
  const { _id: id } = await ann.addCollection("Secret plans");
  for (const path of [id, "0", "-2", "x", "1e3", "9".repeat(30), "%00"]) {
    const { status, text } = await bobPages.get(`/bookmarks/${path}`);
    t.equal(status, 404, String(path));
    t.notMatch(text, "Secret");
  }
  await ann.call("PUT", `/collection/${id}`, { public: true });
  const { status, text } = await bobPages.get(`/bookmarks/${id}`);
  t.equal(status, 200);
  t.match(text, "You may read this collection, but not change it.");
  t.notMatch(text, 'name="ids"');
});

t.test("pages have 50 items; a page after the last one leads to the last", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const items = Array.from({ length: 100 }, (_, index) => ({
    link: `https://example.com/${index}`,
    title: `Item ${index}`,
  }));
  await ann.call("POST", "/raindrops", { items });
  await ann.addItem(-1, { title: "The newest" });
  const first = (await annPages.get("/bookmarks/-1?view=simple")).text;
  t.equal(titlesIn(first).length, 50);
  t.match(first, "101 bookmarks");
  t.match(first, "Page 1 of 3");
  t.match(first, 'href="/bookmarks/-1?view&#61;simple&#38;page&#61;2">Next');
  t.notMatch(first, ">Previous<");
  const last = (await annPages.get("/bookmarks/-1?page=3")).text;
  t.equal(titlesIn(last).length, 1);
  t.notMatch(last, ">Next<");
  t.match(await annPages.get("/bookmarks/-1?page=4&view=grid"), {
    status: 303,
    location: "/bookmarks/-1?view=grid&page=3",
  });
  t.ok(first.length < 150_000, `${first.length} characters`);
});

t.test("the view is that of the collection, or the one chosen", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addCollection("Pictures", undefined, { view: "grid" });
  await ann.addItem(id, { title: "One", excerpt: "Excerpt" });
  const list = async (query: string) =>
    /<ul class="items (\w+)"/.exec((await annPages.get(`/bookmarks/${id}${query}`)).text)?.[1];
  t.equal(await list(""), "grid");
  for (const view of ["list", "simple", "grid", "masonry"]) t.equal(await list(`?view=${view}`), view);
  t.match((await annPages.get(`/bookmarks/${id}?view=list`)).text, "Excerpt");
  t.notMatch((await annPages.get(`/bookmarks/${id}?view=simple`)).text, "Excerpt");
});

t.test("an item shows its site, tags, note, highlights and flags, and only web addresses are links", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  await ann.addItem(-1, {
    title: "Write-ahead logging",
    link: "https://www.example.com/wal?a=1&b=2",
    excerpt: "An excerpt",
    note: "A note",
    tags: ["databases", "to read"],
    important: true,
    broken: true,
    highlights: [{ text: "Marked words", note: "Why" }],
  });
  const { text } = await annPages.get("/bookmarks?view=masonry");
  t.match(text, '<a href="https://www.example.com/wal?a&#61;1&#38;b&#61;2" rel="noopener noreferrer"');
  for (const part of [
    "An excerpt",
    "A note",
    "Marked words",
    "Why",
    'aria-label="Important: ',
    "Broken",
    ">example.com<",
    "E</span>",
  ])
    t.match(text, part);
  t.match(text, 'href="/bookmarks?search&#61;%23databases"');
  t.match(text, 'href="/bookmarks?search&#61;%23%22to+read%22"');
  await app.context.database.updateTable("items").set({ link: "javascript:alert(1)" }).execute();
  const line = (await annPages.get("/bookmarks?view=list")).text;
  for (const part of ["A note", "1 highlight", ">databases<"]) t.match(line, part);
  t.notMatch(line, "An excerpt", "the note comes before it");
  const unsafe = (await annPages.get("/bookmarks")).text;
  t.notMatch(unsafe, "javascript:");
  t.match(unsafe, "This address can&#39;t be opened from here");
});

t.test("texts of users are escaped", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const hostile = (place: string) => `<script>alert('${place}')</script>"`;
  const { _id: id } = await ann.addCollection(hostile("collection"), undefined, {
    description: hostile("description"),
  });
  await ann.call("PUT", "/user", { groups: [{ title: hostile("group"), hidden: false, sort: 0, collections: [id] }] });
  await ann.addItem(id, {
    title: hostile("title"),
    link: `https://example.com/"><script>alert('link')</script>`,
    excerpt: hostile("excerpt"),
    note: hostile("note"),
    tags: [hostile("tag"), "نص"],
    highlights: [{ text: hostile("highlight"), note: hostile("mark") }],
  });
  for (const view of ["list", "simple", "grid", "masonry"]) {
    const { text } = await annPages.get(
      `/bookmarks/${id}?view=${view}&search=${encodeURIComponent('type:link "><script>')}`,
    );
    t.notMatch(text, "<script>", view);
    const all = (await annPages.get(`/bookmarks?view=${view}`)).text;
    t.notMatch(all, "<script>", view);
    t.match(all, "alert(&#39;title&#39;)");
  }
  const { text } = await annPages.get(`/bookmarks/${id}?view=masonry`);
  for (const place of ["collection", "description", "group", "title", "excerpt", "note", "tag", "highlight", "mark"])
    t.match(text, `alert(&#39;${place}&#39;)`, place);
});

t.test("covers that this server stores are shown, others are not requested", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem(-1, { cover: "https://elsewhere.example/cover.png" });
  t.notMatch((await annPages.get("/bookmarks")).text, "<img");
  const picture = "A".repeat(22);
  await app.context.database
    .updateTable("items")
    .set({ cover: `http://triptych.test/rest/v1/cover/${picture}` })
    .where("id", "=", id)
    .execute();
  const { text, headers } = await annPages.get("/bookmarks");
  t.match(text, `<img class="cover" src="/rest/v1/cover/${picture}" alt=""`);
  t.match(headers.get("vary"), /\bSave-Data\b/);
  const saving = (await annPages.get("/bookmarks", { "save-data": "on" })).text;
  t.notMatch(saving, '<img class="cover"', "browsers that save data get letters");
  t.match(saving, '<span class="cover letter');
});
