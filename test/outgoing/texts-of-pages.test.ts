import t from "tap";
import { openLibrary } from "../support/library.ts";
import { openSite } from "../support/site.ts";

const HTML = { "content-type": "text/html; charset=utf-8" };
const PARAGRAPH = "<p>The keeper climbs 217 steps, every evening, and lights the lamp before the ships arrive.</p>";

t.test("listItems: a search finds what a page says, once it was read", async (t) => {
  const body = `<title>Lighthouse</title><nav><a href="/">Start</a></nav><main>${PARAGRAPH.repeat(4)}</main>`;
  const site = await openSite(t, {
    "http://a.example/": { headers: HTML, body },
    "http://b.example/": { headers: HTML, body: "<title>Without a text</title>" },
  });
  const { ann, app } = await openLibrary(t, { FETCH_LINKS: "on", FETCH_PROXY: site.base });
  const { _id: id } = await ann.addItem(-1, { link: "http://a.example/", title: "" });
  await ann.addItem(-1, { link: "http://b.example/", title: "" });
  await app.context.pages?.settled();
  const find = async (search: string) => {
    const { items } = await ann.call("GET", `/raindrops/0?search=${encodeURIComponent(search)}`);
    return items.map(({ title }: { readonly title: string }) => title);
  };
  t.same((await find("")).sort(), ["Lighthouse", "Without a text"]);
  t.same(await find("lighthouse keeper"), ["Lighthouse"]);
  t.same(await find("start"), [], "the navigation is no part of the text");
  const texts = await app.context.database.selectFrom("item_texts").select(["item_id", "html"]).execute();
  t.match(texts, [{ item_id: id, html: /^<div>.*217 steps/s }]);
});
