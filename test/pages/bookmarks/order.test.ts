import t from "tap";
import { openBookmarks, titlesIn } from "../../support/bookmarks.ts";

t.test("bookmarks are moved up and down in their own order", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  const { _id: place } = await ann.addCollection("Place");
  const ids: Record<string, number> = {};
  for (const title of ["three", "two", "one"]) ids[title] = (await ann.addItem(place, { title }))._id;
  const list = `/bookmarks/${place}?sort=sort`;
  const titles = async () => titlesIn((await annPages.get(list)).text);
  t.same(await titles(), ["one", "two", "three"]);
  const former = await annPages.get(`/bookmarks/${place}?sort=-sort`);
  t.same(titlesIn(former.text), ["one", "two", "three"], "an address that a user saved earlier");
  const { text } = await annPages.get(list);
  const buttons = [
    ...text.matchAll(
      /aria-label="([^:]*)[^"]*" class="row-action" formaction="([^"]*)" name="position" value="(\d+):(\d)"/g,
    ),
  ];
  t.same(
    buttons.map(([, label, , id, position]) => [Number(id), position, label]),
    [
      [ids.one, "1", "Move down"],
      [ids.two, "0", "Move up"],
      [ids.two, "2", "Move down"],
      [ids.three, "1", "Move up"],
    ],
  );
  t.equal(text.match(/name="position" disabled/g)?.length, 2, "the first one can't move up, nor the last one down");
  const order = `/bookmarks/${place}/order?sort=sort`;
  t.equal(buttons[0]?.[2]?.replace("&#61;", "="), order);
  const moved = await annPages.post(order, { position: `${ids.three}:0` });
  t.match(moved, { status: 303, location: `${list}#item-${ids.three}` });
  t.same(await titles(), ["three", "one", "two"]);
  await annPages.post(order, { position: `${ids.three}:1` });
  t.same(await titles(), ["one", "three", "two"]);
});

t.test("only lists in their own order offer to move bookmarks", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  for (const title of ["one", "two"]) await ann.addItem(-1, { title });
  t.match(
    (await annPages.get("/bookmarks/-1?sort=sort")).text,
    'data-order="/bookmarks/-1/order?sort&#61;sort" data-first="0"',
  );
  for (const path of [
    "/-1?sort=-created",
    "?sort=sort",
    "/-1?sort=sort&search=one",
    "/-99?sort=sort",
    "/-1?sort=sort&nested=1",
  ]) {
    const { text } = await annPages.get(`/bookmarks${path}`);
    t.notMatch(text, "data-order", path);
    t.notMatch(text, 'name="position"', path);
  }
});

t.test("bookmarks of others, in other places, and malformed positions are not moved", async (t) => {
  const { ann, bob, annPages } = await openBookmarks(t);
  const { _id: own } = await ann.addItem(-1);
  const { _id: place } = await ann.addCollection("Place");
  const { _id: theirs } = await bob.addItem(-1);
  await annPages.get("/bookmarks");
  for (const position of [`${theirs}:0`, `${own}:-1`, `${own}:x`, `${own}:`, "", "0:0", "999:0"])
    t.equal((await annPages.post("/bookmarks/-1/order", { position })).status, 404, position);
  t.equal((await annPages.post(`/bookmarks/${place}/order`, { position: `${own}:0` })).status, 404);
  t.equal((await annPages.post("/bookmarks/-1/order", { position: `${own}:0`, _csrf: "wrong" })).status, 403);
});

t.test("the overview of shortcuts is a page, and a dialog of each list", async (t) => {
  const { annPages } = await openBookmarks(t);
  const { text } = await annPages.get("/bookmarks/shortcuts");
  for (const key of ["j", "k", "x", "o", "Enter", "e", "/", "a", "?"]) t.match(text, `<kbd>${key}</kbd>`, key);
  t.match((await annPages.get("/bookmarks")).text, /<dialog id="shortcuts".*<kbd>j<\/kbd>/s);
});
