import t, { type Test } from "tap";
import { Marker } from "../../../src/library/search/marks.ts";
import { completionsOf } from "../../../src/pages/bookmarks/completions.ts";
import { marked } from "../../../src/pages/bookmarks/marked.ts";
import { openBookmarks } from "../../support/bookmarks.ts";

/** What a page marks in its list. */
function marksIn(page: string): string[] {
  return [...page.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text = ""]) => decoded(text));
}

/** What the search field suggests. */
function suggestionsIn(page: string): string[] {
  const [, list = ""] = /<datalist id="suggestions">(.*?)<\/datalist>/s.exec(page) ?? [];
  return [...list.matchAll(/<option value="([^"]*)">/g)].map(([, text = ""]) => decoded(text));
}

function decoded(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
}

async function openFilled(t: Test) {
  const opened = await openBookmarks(t);
  const { ann, bob, annPages } = opened;
  await ann.addItem(-1, {
    title: "Crème brûlée & <b>cream</b>",
    link: "https://example.com/dessert",
    excerpt: `${"x ".repeat(200)}The cream of a recipe`,
    note: "CREAM, \u{1d4b8}ream and creamy puffs",
    tags: ["Sweet things", "cream"],
  });
  await ann.addItem(-1, { title: "Water for gardens", link: "https://example.org/water", tags: ["Gärten", "water"] });
  await bob.addItem(-1, { title: "Watercolour", tags: ["garage"] });
  const pageOf = async (search: string, place = "?") =>
    (await annPages.get(`/bookmarks${place}&search=${encodeURIComponent(search)}`)).text;
  return { ...opened, pageOf };
}

t.test("what a search finds is marked in title, excerpt, note and tags, as it is written there", async (t) => {
  const { pageOf } = await openFilled(t);
  t.same(marksIn(await pageOf("creme")), ["Crème"]);
  const page = await pageOf("cream", "?view=masonry");
  t.same(marksIn(page), ["cream", "cream", "CREAM", "\u{1d4b8}ream", "creamy", "cream"]);
  t.same(
    marksIn(await pageOf("cream", "?view=list")),
    ["cream", "CREAM", "\u{1d4b8}ream", "creamy", "cream"],
    "the note in one line",
  );
  t.same(marksIn(await pageOf("recipe")), ["recipe"], "the excerpt, which has it");
  t.notMatch(page, "<b>cream");
  t.match(page, "… ", "the excerpt begins shortly before the word");
  t.same(marksIn(await pageOf('"creamy puffs"')), ["creamy puffs"]);
  t.same(marksIn(await pageOf('#"SWEET things"')), ["Sweet things"]);
  t.same(marksIn(await pageOf("title:cream note:puffs")), ["cream", "puffs"]);
  t.same(marksIn(await pageOf("info:recipe")), ["recipe"]);
  t.same(marksIn(await pageOf("gard -cream")), ["gardens"]);
  t.same(marksIn(await pageOf("water type:link domain:example.org")), ["Water", "water"]);
  t.same(marksIn(await pageOf("")), []);
});

t.test("marks are escaped, cut with their text, and never overlap", async (t) => {
  const show = (search: string, text: string, max: number) => marked(new Marker(search), "title", text, max);
  const cut = "a b ccccc\u{1f600}";
  t.equal(show("b", cut, 10), "a <mark>b</mark> ccccc\ufffd …");
  t.equal(show("b \u{1f600}", cut, 10), "a <mark>b</mark> ccccc<mark>\ufffd</mark> …");
  t.equal(show("b", "<b>&", 10), "&#60;<mark>b</mark>&#62;&#38;");
  const long = `${"one two ".repeat(20)}three four`;
  t.equal(
    show("three", long, 40),
    "… two one two one two one two one two <mark>thre</mark> …",
    "from a word before it",
  );
  t.notMatch(show("three", `${"one two ".repeat(70)}three`, 40), "mark", "only in the first 500 characters");
  const { pageOf } = await openFilled(t);
  t.same(marksIn(await pageOf('water wat "water for"')), ["Water for", "water"]);
});

t.test("the field suggests operators, their values, and tags of the account", async (t) => {
  const { pageOf } = await openFilled(t);
  const all = suggestionsIn(await pageOf(""));
  for (const token of ["#cream", '#"Sweet things"', "important:true", "type:video", "domain:", "site:", "match:OR"])
    t.ok(all.includes(token), token);
  for (const token of ["created:", "broken:true", "cache.status:ready"]) t.ok(all.includes(token), token);
  t.notOk(all.includes("lang:"));
  t.same(suggestionsIn(await pageOf("water #GA")), ["water #Gärten"]);
  t.same(suggestionsIn(await pageOf('cream -#"sw')), ['cream -#"Sweet things"']);
  t.same(suggestionsIn(await pageOf("type:v")), ["type:video"]);
  t.same(suggestionsIn(await pageOf("x cache.status:re")), ["x cache.status:ready", "x cache.status:retry"]);
  t.same(suggestionsIn(await pageOf("wa")), ["#water"]);
  t.same(completionsOf("MA", []), ["match:OR"]);
  t.same(completionsOf("broken:true", []), []);
});

t.test("a search that finds nothing offers near words of the account", async (t) => {
  const { pageOf, ann, bobPages } = await openFilled(t);
  const offered = async (search: string, place = "?") => {
    const [, text = ""] = /Did you mean <a [^>]*><bdi dir="auto">(.*?)<\/bdi>/.exec(await pageOf(search, place)) ?? [];
    return decoded(text);
  };
  t.equal(await offered("wtaer"), "water");
  t.equal(await offered("waterr -x type:link"), "water -x type:link");
  t.equal(await offered('"gradens" Water'), '"gardens" Water');
  t.equal(await offered("bruleee"), "brulee");
  t.equal(await offered("gaerten"), "garten", "tags too");
  t.equal(await offered("watercolor"), "", "the word of another account");
  t.equal(await offered("water brulee"), "", "the account has both");
  t.equal(await offered("wtaer -water"), "", "it would find nothing");
  t.equal(await offered("cat"), "", "short words have too many others next to them");
  t.equal(await offered("title:wtaer"), "", "only words in any field");
  const { _id: id } = await ann.addCollection("Empty");
  t.equal(await offered("wtaer", `/${id}?`), "", "nothing in this collection");
  t.equal(await offered("wtaer", "/-1?"), "water");
  await ann.call("PUT", `/collection/${id}`, { public: true });
  await ann.addItem(id, { title: "Gardens" });
  const foreign = await bobPages.get(`/bookmarks/${id}?search=gradens`);
  t.match(foreign.text, "Nothing found");
  t.notMatch(foreign.text, "Did you mean");
});
