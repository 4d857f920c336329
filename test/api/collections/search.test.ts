import t, { type Test } from "tap";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

/** The titles of the items that a search finds, in the order of the list. */
async function find({ call }: LibraryOwner, search: string, { place = 0, query = "" } = {}): Promise<string[]> {
  const { items } = await call("GET", `/raindrops/${place}?search=${encodeURIComponent(search)}${query}`);
  return items.map(({ title }) => title);
}

/** A library with a collection, another one in it, and items everywhere. */
async function openFilled(t: Test) {
  const library = await openLibrary(t);
  const { ann, bob, advanceClock } = library;
  const { _id: above } = await ann.addCollection("Above");
  const { _id: below } = await ann.addCollection("Below", above);
  const rows = [
    [above, { title: "Crème brûlée", note: "A dessert of cream", tags: ["Sweet things", "true"] }],
    [below, { title: "Water", excerpt: "A cream puff is sweet", link: "https://www.github.com/Some/repo-name" }],
    [-1, { title: "Video", type: "video", important: true, link: "https://example.com/größe100%" }],
    [-1, { title: "東京の地図", broken: true }],
  ] as const;
  for (const [place, fields] of rows) {
    await ann.addItem(place, fields);
    advanceClock(5 * 3_600_000);
  }
  await bob.addItem(-1, { title: "Creme of another account" });
  return { ...library, above, below };
}

t.test("listItems: search finds words, phrases, tags and parts of links of the caller's items", async (t) => {
  const { ann } = await openFilled(t);
  const searches: [search: string, titles: string[]][] = [
    ["creme", ["Crème brûlée"]],
    ["CRÈM", ["Crème brûlée"]],
    ["cream", ["Water", "Crème brûlée"]],
    ["cream dessert", ["Crème brûlée"]],
    ["cream -dessert", ["Water"]],
    ["eam", []],
    ['"cream puff"', ["Water"]],
    ['"cream pu"', []],
    ["ithu", ["Water"]],
    ["github.com/some", ["Water"]],
    ["link:name", ["Water"]],
    ["größe100%", ["Video"]],
    ["#true", ["Crème brûlée"]],
    ["#sweet", []],
    ['#"SWEET things"', ["Crème brûlée"]],
    ['"#sweet things"', ["Crème brûlée"]],
    ["domain:github.com", ["Water"]],
    ["site:github.com", ["Water"]],
    ["water -SITE:www.github.com", []],
    ["title:cream", []],
    ["excerpt:cream", ["Water"]],
    ["note:cream", ["Crème brûlée"]],
    ["info: cream", ["Water"]],
    ["京", ["東京の地図"]],
    ["京東", []],
    ["https://www.github.com/Some/repo-name", ["Water"]],
    ["brulee video match:or", ["Video", "Crème brûlée"]],
    ["important:true broken:true match:OR", ["東京の地図", "Video"]],
    ["❤️", ["Video"]],
    ["-notag:true", ["Crème brûlée"]],
    ["created:>2026-01-01", ["東京の地図"]],
    ["created:>=2026-01-01T17:00Z created:<2026-01-02", ["Video", "Water"]],
    ["lastUpdate:<2026-01-01T17:00:00Z", ["Crème brûlée"]],
    ["created:2026 type:link -water -map", ["東京の地図", "Crème brûlée"]],
    ["created:abc", []],
    ["type:foo", []],
    ["#", []],
    ["_", []],
  ];
  for (const [search, titles] of searches) t.same(await find(ann, search), titles, search);
  t.equal((await find(ann, " ")).length, 4);
});

t.test("listItems: search finds only items of the place; nested=true adds the descendants", async (t) => {
  const { ann, above } = await openFilled(t);
  t.same(await find(ann, "cream", { place: above }), ["Crème brûlée"]);
  t.same(await find(ann, "cream", { place: above, query: "&nested=true" }), ["Water", "Crème brûlée"]);
  await ann.call("DELETE", `/raindrops/${above}?nested=true`);
  t.same(await find(ann, "cream"), []);
  t.same(await find(ann, "cream", { place: -99 }), ["Water", "Crème brûlée"]);
  await ann.call("DELETE", "/collection/-99");
  t.same(await find(ann, "cream", { place: -99 }), []);
});

t.test("listItems: a search follows changes of an item", async (t) => {
  const { ann } = await openFilled(t);
  const { _id: id } = await ann.addItem(-1, { title: "old", tags: ["before"] });
  await ann.call("PUT", `/raindrop/${id}`, { title: "new" });
  t.same([await find(ann, "old"), await find(ann, "new"), await find(ann, "#before")], [[], ["new"], ["new"]]);
  await ann.call("PUT", "/raindrops/-1", { ids: [id], tags: ["after"] });
  t.same(await find(ann, "#after"), ["new"]);
});

t.test("listItems: sort=score ranks words in titles first; pages of matches have the number of all", async (t) => {
  const { ann, advanceClock } = await openLibrary(t);
  for (const [title, note] of [
    ["one two", ""],
    ["one", "two"],
    ["other", "one two"],
    ["one two three", ""],
  ] as const) {
    await ann.addItem(-1, { title, note });
    advanceClock(1_000);
  }
  const titles = ["one two three", "one two", "one", "other"];
  t.same(await find(ann, "one two", { query: "&sort=score" }), titles);
  t.same(await find(ann, "one two", { query: "&sort=title" }), ["one", "one two", "one two three", "other"]);
  t.same(await find(ann, "type:link", { query: "&sort=score" }), ["one two three", "other", "one", "one two"]);
  for (const [page, title] of titles.entries()) {
    const query = `?search=one+two&sort=score&perpage=1&page=${page}`;
    const { items, count } = await ann.call("GET", `/raindrops/-1${query}`);
    t.same([items.map((item) => item.title), count], [[title], 4]);
  }
  t.match(await ann.call("GET", "/raindrops/-1?search=one&page=9"), { items: [], count: 4 });
});

t.test("listItems: a search has at most 2,000 characters and 100 words and operators", async (t) => {
  const { ann } = await openFilled(t);
  const longest = Array(100).fill("-abcdefghijklmnopqr").join(" ");
  t.equal((await find(ann, longest)).length, 4);
  for (const search of [`${longest} b`, "a".repeat(2_001)]) {
    const received = await ann.request("GET", `/raindrops/0?search=${encodeURIComponent(search)}`);
    t.match(errorFieldsOf(received), { status: 400, error: "search" });
  }
});

t.test("updateItems, deleteItems: search in query and body, ids and nested restrict the items together", async (t) => {
  const { ann, above } = await openFilled(t);
  const update = async (path: string, body: object) =>
    (await ann.call("PUT", `/raindrops/${path}`, { tags: ["found"], ...body })).modified;
  t.equal(await update(`${above}?search=cream`, {}), 1);
  t.equal(await update(`${above}?search=cream&nested=true`, { search: "water" }), 1);
  t.equal(await update("0", { search: "cream -water" }), 1);
  t.equal(await update("0?search=nothing", {}), 0);
  t.same((await find(ann, "#found")).length, 2);
  const { items } = await ann.call("GET", "/raindrops/-1");
  const ids = items.map(({ _id }) => _id);
  t.equal((await ann.call("PUT", "/raindrops/0?search=cream", { ids, important: true })).modified, 0);
  t.equal((await ann.call("PUT", "/raindrops/-1?search=video", { ids, collection: { $id: above } })).modified, 1);
  for (const search of ["%20", "%23", "-", "type:foo"]) {
    t.equal((await ann.call("DELETE", `/raindrops/0?search=${search}`)).modified, 0, search);
  }
  t.equal((await ann.call("DELETE", `/raindrops/0?search=water`, { ids })).modified, 0);
  t.equal((await ann.call("DELETE", "/raindrops/0", { search: "water" })).modified, 1);
  t.same(await find(ann, "", { place: -99 }), ["Water"]);
  t.equal((await ann.call("DELETE", "/raindrops/-99?search=cream")).modified, 1);
  t.match(await ann.counts(), { 0: 3, [-99]: 0 });
});

t.test("updateItems: changes everything outside the Trash only with dangerAll; deleteItems needs none", async (t) => {
  const { ann, above } = await openFilled(t);
  await ann.call("DELETE", "/raindrops/0?search=water");
  t.equal((await ann.request("PUT", "/raindrops/0", { important: true })).status, 400);
  t.equal((await ann.request("PUT", "/raindrops/0?search=", { important: true, dangerAll: false })).status, 400);
  t.equal((await ann.call("PUT", "/raindrops/0?dangerAll=true", { important: true })).modified, 3);
  t.equal((await ann.call("PUT", "/raindrops/0", { collection: { $id: above }, dangerAll: true })).modified, 2);
  t.equal((await ann.call("DELETE", "/raindrops/0", {})).modified, 3);
  t.match(await ann.counts(), { 0: 0, [-99]: 4 });
});
