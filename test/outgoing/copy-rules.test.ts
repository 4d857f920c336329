import t, { type Test } from "tap";
import { openLibrary } from "../support/library.ts";
import { openSite, type SitePage } from "../support/site.ts";

const PAGE = { headers: { "content-type": "text/html" }, body: "<title>A</title><p>Text" };

/** A server that reads pages, and a function that tells of which items, by their titles, there are copies. */
async function openKeeping(t: Test, { page = PAGE, ...settings }: { page?: SitePage } & Record<string, unknown> = {}) {
  const pages = Object.fromEntries("abcdefgh".split("").map((name) => [linkOf(name), page]));
  const site = await openSite(t, pages);
  const library = await openLibrary(t, { FETCH_LINKS: "on", FETCH_PROXY: site.base, ...settings });
  const { app, ann } = library;
  return {
    ...library,
    site,
    add: (collection: number, name: string) => ann.addItem(collection, { link: linkOf(name), title: name }),
    copied: async () => {
      // Each page is read again a second after the last time.
      app.advanceClock(60_000);
      await app.context.pages?.settled();
      const { items } = await ann.call("GET", "/raindrops/0?sort=title");
      return items.filter(({ cache }) => cache?.status === "ready").map(({ title }) => title);
    },
  };
}

function linkOf(name: string): string {
  return `http://${name}.example/`;
}

t.test("keepCopies: pages of bookmarks in the collection itself are copied", async (t) => {
  const { ann, add, copied } = await openKeeping(t);
  const { _id: kept } = await ann.addCollection("Kept", undefined, { keepCopies: true });
  const { _id: inside } = await ann.addCollection("Inside", kept);
  await add(kept, "a");
  await add(inside, "b");
  await add(-1, "c");
  const items = ["d", "e"].map((name) => ({ link: linkOf(name), title: name, collectionId: kept }));
  await ann.call("POST", "/raindrops", { items });
  t.same(await copied(), ["a", "d", "e"]);
});

t.test("keepCopies: pages that were read already are copied once their bookmarks are moved there", async (t) => {
  const { ann, add, copied } = await openKeeping(t);
  const { _id: kept } = await ann.addCollection("Kept", undefined, { keepCopies: true });
  const [from, merged] = [await ann.addCollection("From"), await ann.addCollection("Merged")];
  const [one, two] = [await add(-1, "a"), await add(-1, "b")];
  await add(-1, "c");
  await add(from._id, "d");
  await add(merged._id, "e");
  t.same(await copied(), []);
  await ann.call("PUT", `/raindrop/${one._id}`, { collection: { $id: kept } });
  t.same(await copied(), ["a"]);
  await ann.call("PUT", "/raindrops/-1", { ids: [two._id], collection: { $id: kept } });
  t.same(await copied(), ["a", "b"]);
  await ann.call("PUT", `/raindrops/${from._id}`, { collection: { $id: kept } });
  t.same(await copied(), ["a", "b", "d"]);
  await ann.call("PUT", "/collections/merge", { to: kept, ids: [merged._id] });
  t.same(await copied(), ["a", "b", "d", "e"]);
});

t.test("keepCopies: the pages of bookmarks that are there when it is set are copied; false removes none", async (t) => {
  const { ann, add, copied, site } = await openKeeping(t);
  const { _id: id } = await ann.addCollection("Later");
  const [one] = [await add(id, "a"), await add(id, "b")];
  await add(-1, "c");
  await copied();
  await ann.call("PUT", `/collection/${id}`, { keepCopies: true });
  t.same(await copied(), ["a", "b"]);
  const requests = site.requests.length;
  await ann.call("PUT", `/collection/${id}`, { keepCopies: true, title: "Same" });
  await copied();
  t.equal(site.requests.length, requests, "nothing is read again");
  await ann.call("PUT", `/collection/${id}`, { keepCopies: false });
  await add(id, "d");
  t.same(await copied(), ["a", "b"]);
  // A copy that somebody has removed is made again only if the page is read again.
  await ann.call("PUT", `/collection/${id}`, { keepCopies: true });
  await ann.call("PUT", `/raindrop/${one._id}`, { keepCopy: false });
  t.same(await copied(), ["b", "d"]);
});

t.test("keepCopies: restored bookmarks are copied, too", async (t) => {
  const { ann, add, copied } = await openKeeping(t);
  const { _id: id } = await ann.addCollection("Kept");
  const { _id: item } = await add(id, "a");
  await copied();
  await ann.call("DELETE", `/raindrop/${item}`);
  await ann.call("PUT", `/collection/${id}`, { keepCopies: true });
  t.same(await copied(), []);
  await ann.call("PUT", "/raindrops/-99", { ids: [item], removed: false });
  t.same(await copied(), ["a"]);
});

t.test(
  "keepCopies: leaves a quarter of the storage, and is without effect if the server makes no copies",
  async (t) => {
    const large = { headers: PAGE.headers, body: `<p>${"x".repeat(800 * 1024)}` };
    const { ann, add, copied } = await openKeeping(t, { page: large, ACCOUNT_QUOTA_MIB: "1" });
    const { _id: id } = await ann.addCollection("Kept", undefined, { keepCopies: true });
    const { _id: item } = await add(id, "a");
    t.same(await copied(), []);
    t.equal((await ann.call("GET", `/raindrop/${item}`)).item.cache, undefined);
    await ann.call("PUT", `/raindrop/${item}`, { keepCopy: true });
    t.same(await copied(), ["a"], "what somebody asks for may use all");
    const off = await openKeeping(t, { KEEP_COPIES: "off" });
    const { _id: without } = await off.ann.addCollection("Kept", undefined, { keepCopies: true });
    await off.add(without, "a");
    t.same(await off.copied(), []);
  },
);
