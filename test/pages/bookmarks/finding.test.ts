import t, { type Test } from "tap";
import { completionsOf } from "../../../src/pages/bookmarks/completions.ts";
import { openBookmarks } from "../../support/bookmarks.ts";

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
