import t, { type Test } from "tap";
import { openBookmarks } from "../../support/bookmarks.ts";

const TAGS = "/bookmarks/tags";
const HOSTILE = `<b>"x"&y`;

/** The tags that a page lists, each with its number of bookmarks. */
function tagsIn(page: string): string[] {
  const rows = page.matchAll(/<bdi dir="auto">([^<]*)<\/bdi><\/a><\/span><\/th><td class="value"[^>]*>(\d+)/g);
  return [...rows].map(([, name, count]) => `${name} ${count}`);
}

/** Ann has five tags on four bookmarks, and Bob one. */
async function openTagged(t: Test) {
  const opened = await openBookmarks(t);
  const { ann, bob, annPages } = opened;
  const { _id: id } = await ann.addCollection("Development");
  for (const tags of [["Água", "tea"], ["tea"], ["tea", "Zen"], ["água"]]) await ann.addItem(id, { tags });
  await ann.addItem(-1, { tags: [HOSTILE] });
  const { _id: trashed } = await ann.addItem(-1, { tags: ["gone"] });
  await ann.call("DELETE", `/raindrop/${trashed}`);
  await bob.addItem(-1, { tags: ["tea", "Bob's"] });
  await annPages.get("/bookmarks/collections/new");
  const tagged = async (search: string) =>
    (await ann.call("GET", `/raindrops/0?search=${encodeURIComponent(search)}`)).count;
  return { ...opened, tagged };
}

const change = (...tags: readonly string[]) =>
  `${TAGS}/change?${new URLSearchParams(tags.map((tag): [string, string] => ["tags", tag]))}`;

t.test("the page lists the tags outside the Trash with their counts, in two orders", async (t) => {
  const { annPages } = await openTagged(t);
  const { text } = await annPages.get(TAGS);
  t.same(tagsIn(text), ["tea 3", "&#60;b&#62;&#34;x&#34;&#38;y 1", "Zen 1", "Água 1", "água 1"]);
  t.match(text, "5 tags");
  t.notMatch(text, "<b>");
  t.notMatch(text, "Bob's");
  const byName = tagsIn((await annPages.get(`${TAGS}?sort=name`)).text);
  t.same(byName, ["&#60;b&#62;&#34;x&#34;&#38;y 1", "Água 1", "água 1", "tea 3", "Zen 1"]);
  t.match(text, 'href="/bookmarks?search&#61;%23tea"');
});

t.test("the page finds tags by a part, in any case and without diacritics; a selection stays", async (t) => {
  const { annPages } = await openTagged(t);
  const { text } = await annPages.get(`${TAGS}?filter=AGU&tags=%C3%81gua`);
  t.same(tagsIn(text), ["Água 1", "água 1"]);
  t.match(text, /value="Água" aria-label="Select Água" checked>/);
  const none = (await annPages.get(`${TAGS}?filter=nothing`)).text;
  t.match(none, /No tag matches.*Try other or fewer letters/s);
  t.same(tagsIn((await annPages.get(`${TAGS}?page=2`)).text), []);
});

t.test("a tag is renamed, also to one that exists, and the notice has a button to undo it", async (t) => {
  const { annPages, tagged, bob } = await openTagged(t);
  t.match((await annPages.get(change("tea"))).text, /value="tea".*>Rename<\/button>/s);
  const changed = await annPages.post(change("tea"), { replace: " Zen " });
  t.match(changed, { status: 303, location: TAGS, notice: "tags-changed" });
  t.match((await annPages.get(TAGS)).text, `name="step" value="${changed.step}"`);
  t.equal(await tagged("#zen"), 3);
  t.equal(await tagged("#tea"), 0);
  t.equal((await bob.call("GET", "/raindrops/0?search=%23tea")).count, 1);
  await annPages.post("/bookmarks/undo", { step: changed.step ?? "" });
  t.equal(await tagged("#tea"), 3);
  t.equal(await tagged("#zen"), 1);
});

t.test("several tags become one, or are deleted", async (t) => {
  const { annPages, tagged } = await openTagged(t);
  t.match((await annPages.get(change("Água", "água", "nothing"))).text, /Change 2 tags.*>Merge<\/button>/s);
  t.match(await annPages.post(change("Água", "água"), { replace: "water" }), { notice: "tags-changed" });
  t.equal(await tagged("#water"), 2);
  const remove = change("water", HOSTILE).replace("change?", "change/delete?");
  t.match(await annPages.post(remove), { location: TAGS, notice: "tags-deleted" });
  t.same(tagsIn((await annPages.get(TAGS)).text), ["tea 3", "Zen 1"]);
});

t.test("a form without tags, a name, or anything to change changes nothing", async (t) => {
  const { annPages, ann } = await openTagged(t);
  const before = await ann.call("GET", "/tags");
  t.match(await annPages.get(`${TAGS}/change`), { status: 303, notice: "tags-none-selected" });
  t.match(await annPages.get(change("Bob's")), { status: 303, notice: "tags-none-selected" });
  t.match((await annPages.post(change("tea"), { replace: " " })).text, 'id="replace-error"');
  t.match((await annPages.post(change("tea"), { replace: "x".repeat(101) })).text, 'id="replace-error"');
  t.match(await annPages.post(change("tea"), { replace: "tea" }), { notice: "unchanged" });
  t.match(await annPages.post(change("Bob's"), { replace: "mine" }), { notice: "unchanged" });
  t.equal((await annPages.post(`${TAGS}/change`, { replace: "x" })).status, 404);
  t.same(await ann.call("GET", "/tags"), before);
});
