import t from "tap";
import * as savedSearches from "../../../src/library/saved-searches.ts";
import { openBookmarks } from "../../support/bookmarks.ts";

const SEARCHES = "/bookmarks/searches";
const HOSTILE = `<script>alert("1")</script>`;

/** The links of the saved searches in the tree, by name. */
function linksIn(page: string): Record<string, string> {
  const [, list = ""] = /<summary>Saved searches<\/summary>(.*?)<\/details>/s.exec(page) ?? [];
  const links = list.matchAll(/<a href="([^"]*)"[^>]*><bdi dir="auto">([^<]*)<\/bdi>/g);
  return Object.fromEntries([...links].map(([, href = "", name = ""]) => [decoded(name), decoded(href)]));
}

function decoded(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
}

/** The address to which the page of a search leads to save it; undefined if it offers none. */
function saveLinkIn(page: string): string | undefined {
  const [, href] = /<a class="button secondary small" href="([^"]*)">Save this search/.exec(page) ?? [];
  return href && decoded(href);
}

t.test("a search is saved with its place and order, and listed in the tree, also with hostile texts", async (t) => {
  const { ann, annPages, bobPages } = await openBookmarks(t);
  const { _id: id } = await ann.addCollection("Development");
  const page = `/bookmarks/${id}?${new URLSearchParams({ search: `${HOSTILE} #a&b`, sort: "title", nested: "1" })}`;
  const address = saveLinkIn((await annPages.get(page)).text) ?? "";
  const form = (await annPages.get(address)).text;
  t.match(form, 'value="&#60;script&#62;');
  t.match(form, /Search: <bdi dir="auto">&#60;script&#62;.*Collection: <bdi dir="auto">Development<\/bdi>/s);
  const [, cancel = ""] = /<a class="button secondary" href="([^"]*)">Cancel/.exec(form) ?? [];
  t.equal(decoded(cancel), page, "Cancel leads back to the search");
  const saved = await annPages.post(address, { name: ` ${HOSTILE} ` });
  t.match(saved, { status: 303, notice: "search-saved", location: page });
  const { text } = await annPages.get(page);
  t.same(linksIn(text), { [HOSTILE]: page });
  t.match(text, `href="${page.replaceAll("&", "&#38;").replaceAll("=", "&#61;")}" aria-current="page"`);
  t.equal(saveLinkIn(text), undefined, "it is saved already");
  t.notMatch(text, "<script>alert");
  t.notMatch((await annPages.get(SEARCHES)).text, "<script>alert");
  t.same(linksIn((await bobPages.get("/bookmarks")).text), {});
  t.match((await bobPages.get(SEARCHES)).text, "You have no saved searches");
});

t.test("only a valid search of a readable place can be saved", async (t) => {
  const { ann, annPages, bobPages } = await openBookmarks(t);
  const { _id: id } = await ann.addCollection("Private");
  t.equal(saveLinkIn((await annPages.get("/bookmarks")).text), undefined);
  const tooMany = `/bookmarks?search=${"x+".repeat(101)}`;
  t.equal(saveLinkIn((await annPages.get(tooMany)).text), undefined);
  t.equal(saveLinkIn((await annPages.get("/bookmarks?search=type:films")).text), undefined, "an unknown value");
  for (const query of [
    "",
    "?search=x",
    "?place=0&search=+",
    `?place=0&search=${"x".repeat(2001)}`,
    "?place=x&search=x",
  ])
    t.equal((await annPages.get(`${SEARCHES}/new${query}`)).status, 404, query.slice(0, 30));
  t.equal((await bobPages.get(`${SEARCHES}/new?place=${id}&search=x`)).status, 404);
  t.equal((await bobPages.post(`${SEARCHES}/new?place=${id}&search=x`, { name: "x" })).status, 404);
});

t.test("a name has 1 to 100 characters and belongs to one search; what was typed stays", async (t) => {
  const { annPages, bobPages } = await openBookmarks(t);
  const address = `${SEARCHES}/new?place=0&search=tea`;
  await annPages.get(address);
  await annPages.post(address, { name: "Tea" });
  t.match(await annPages.post(address, { name: "Tea" }), { text: /value="Tea".*belongs to another saved search/s });
  t.match((await annPages.post(address, { name: " " })).text, 'id="name-error"');
  t.match((await annPages.post(address, { name: "x".repeat(101) })).text, "must have 1 to 100 characters");
  await bobPages.get(address);
  t.match(await bobPages.post(address, { name: "Tea" }), { notice: "search-saved" });
});

t.test("a saved search is renamed and deleted, by its owner only", async (t) => {
  const { app, ann, annPages, bobPages } = await openBookmarks(t);
  const { database, clock } = app.context;
  const list = { placeId: 0, search: "tea", sort: undefined, nested: false };
  await savedSearches.create(database, clock, ann.id, "Tea", list);
  await savedSearches.create(database, clock, ann.id, "Coffee", { ...list, search: "coffee" });
  const [{ id } = { id: 0 }] = await savedSearches.list(database, ann.id);
  const own = `${SEARCHES}/${id}`;
  await bobPages.get(`${SEARCHES}/new?place=0&search=x`);
  t.equal((await bobPages.get(own)).status, 404);
  t.equal((await bobPages.post(own, { name: "Mine" })).status, 404);
  t.equal((await bobPages.post(`${own}/delete`)).status, 404);
  const { text } = await annPages.get(own);
  t.match(
    text,
    /<h1>Edit saved search.*Search: <bdi dir="auto">tea<\/bdi> · Collection: <bdi dir="auto">All bookmarks/s,
  );
  t.match(text, /value="Tea".*href="\/bookmarks\/searches">Cancel/s);
  t.match((await annPages.post(own, { name: "Coffee" })).text, "belongs to another saved search");
  t.match(await annPages.post(own, { name: "Green tea" }), { location: SEARCHES, notice: "search-renamed" });
  t.same(Object.keys(linksIn((await annPages.get("/bookmarks")).text)), ["Green tea", "Coffee"]);
  t.match(await annPages.post(`${own}/delete`), { location: SEARCHES, notice: "search-deleted" });
  t.same(Object.keys(linksIn((await annPages.get("/bookmarks")).text)), ["Coffee"]);
  t.equal((await annPages.get(own)).status, 404);
});

t.test("an account has at most 100 saved searches, also if many are saved at once", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { database, clock } = app.context;
  const list = { placeId: 0, search: "tea", sort: undefined, nested: false };
  const save = (name: string) => savedSearches.create(database, clock, ann.id, name, list);
  const saved = await Promise.allSettled(Array.from({ length: 110 }, (_, index) => save(`${index}`)));
  t.equal(saved.filter(({ status }) => status === "fulfilled").length, 100);
  const address = `${SEARCHES}/new?place=0&search=other`;
  await annPages.get(address);
  t.match((await annPages.post(address, { name: "One more" })).text, /at most 100 saved searches.*value="One more"/s);
  t.equal((await savedSearches.list(database, ann.id)).length, 100);
});

t.test("the tree leaves out the saved search of a deleted collection, until the collection is restored", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addCollection("Development");
  const address = `${SEARCHES}/new?place=${id}&search=tea`;
  await annPages.get(address);
  await annPages.post(address, { name: "Tea" });
  await ann.call("DELETE", `/collection/${id}`);
  t.same(linksIn((await annPages.get("/bookmarks")).text), {});
  const { text } = await annPages.get(SEARCHES);
  t.match(text, "Deleted, or no longer shared with you");
  t.notMatch(text, `href="/bookmarks/${id}`);
  const [, form = ""] = /href="(\/bookmarks\/searches\/\d+)"/.exec(text) ?? [];
  t.match((await annPages.get(form)).text, "Collection: Deleted, or no longer shared with you");
});
