import t from "tap";
import { openLibrary } from "../../support/library.ts";

const LINK = "https://www.example.com/new";

t.test("suggestForLink: suggests what items of the same host have most, without the Trash", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const [books, films] = [await ann.addCollection("Books"), await ann.addCollection("Films")];
  await ann.addItem(films._id, { link: "https://example.com/a", tags: ["rare", "common"] });
  await ann.addItem(books._id, { link: "http://example.com/b", tags: ["common", "Daily"] });
  await ann.addItem(books._id, { link: "https://example.com/c", tags: ["common", "Daily"] });
  await ann.addItem(-1, { link: "https://example.com/d", tags: [] });
  await ann.addItem(-99, { link: "https://example.com/e", tags: ["gone", "Gone"] });
  await ann.addItem(books._id, { link: "https://example.org/", tags: ["other"] });
  await bob.addItem(-1, { link: "https://example.com/f", tags: ["foreign"] });

  const expected = { collections: [{ $id: books._id }, { $id: films._id }], tags: ["common", "Daily", "rare"] };
  t.same((await ann.call("POST", "/raindrop/suggest", { link: LINK })).item, expected);
  const whole = { link: LINK, title: "Other, daily and foreign: a RARE page", tags: [], important: true };
  t.same((await ann.call("POST", "/raindrop/suggest", whole)).item.tags, ["other", "rare", "common", "Daily"]);
  const nothing = { collections: [], tags: [] };
  t.same((await ann.call("POST", "/raindrop/suggest", { link: "https://example.net/" })).item, nothing);
  t.equal((await ann.call("GET", "/raindrops/0?search=new")).count, 0, "nothing is saved");
  t.equal((await ann.request("POST", "/raindrop/suggest", { link: "https://[" })).status, 400);
});

t.test("suggestForItem: leaves out the item itself and the tags that it has, and returns up to five", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id } = await ann.addItem(-1, { link: LINK, title: "Tag1 and tag2", tags: ["tag2", "own"] });
  const path = `/raindrop/${id}/suggest`;
  t.same((await ann.call("GET", path)).item, { collections: [], tags: [] });
  const collections: number[] = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const { _id: collection } = await ann.addCollection(`Collection ${number}`);
    collections.unshift(collection);
    await ann.addItem(collection, { link: `https://example.com/${number}`, tags: [`tag${number}`] });
  }
  t.same((await ann.call("GET", path)).item, {
    collections: collections.slice(0, 5).map(($id) => ({ $id })),
    tags: ["tag1", "tag6", "tag5", "tag4", "tag3"],
  });
});

t.test("suggestForLink: reads the newest 50 items of a host", async (t) => {
  const { ann } = await openLibrary(t);
  await ann.addItem(-1, { link: LINK, tags: ["old"] });
  await ann.call("POST", "/raindrops", { items: Array.from({ length: 49 }, () => ({ link: LINK })) });
  t.same((await ann.call("POST", "/raindrop/suggest", { link: LINK })).item.tags, ["old"]);
  await ann.addItem(-1, { link: LINK });
  t.same((await ann.call("POST", "/raindrop/suggest", { link: LINK })).item.tags, []);
});
