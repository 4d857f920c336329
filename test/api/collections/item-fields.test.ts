import t from "tap";
import { errorFieldsOf, openLibrary } from "../../support/library.ts";

t.test("createItem: media have a type, and the first one is the cover unless the client sends one", async (t) => {
  const { ann } = await openLibrary(t);
  const media = [{ link: "https://example.com/a.png" }, { link: "https://example.com/b.mp4", type: "video" }];
  const typed = [{ ...media[0], type: "image" }, media[1]];
  t.match(await ann.addItem(-1, { media }), { media: typed, cover: "https://example.com/a.png" });
  t.match(await ann.addItem(-1, { media, cover: "<screenshot>" }), { cover: "https://example.com/a.png" });
  t.match(await ann.addItem(-1, { media, cover: "https://example.com/c" }), { cover: "https://example.com/c" });
  const { _id: id } = await ann.addItem(-1, { cover: "<screenshot>" });
  t.match((await ann.call("PUT", `/raindrop/${id}`, { media })).item, { media: typed, cover: "" });
});

t.test("updateItem and updateItems: take the cover <screenshot> as none", async (t) => {
  const { ann } = await openLibrary(t);
  const cover = "https://example.com/c";
  const { _id: id } = await ann.addItem(-1, { cover });
  t.equal((await ann.call("PUT", `/raindrop/${id}`, { cover: "<screenshot>" })).item.cover, "");
  await ann.call("PUT", `/raindrop/${id}`, { cover });
  await ann.call("PUT", "/raindrops/-1", { cover: "<screenshot>" });
  t.equal((await ann.call("GET", `/raindrop/${id}`)).item.cover, "");
});

t.test("getItem: media without a type, which older items have, are images", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: id } = await ann.addItem();
  const media = JSON.stringify([{ link: "https://example.com/a.png" }]);
  await app.context.database.updateTable("items").set({ media }).execute();
  t.same((await ann.call("GET", `/raindrop/${id}`)).item.media, [{ link: "https://example.com/a.png", type: "image" }]);
});

t.test("createItem: the domain is the host without www.", async (t) => {
  const { ann } = await openLibrary(t);
  t.equal((await ann.addItem(-1, { link: "https://WWW.Example.com:8080/" })).domain, "example.com");
  t.equal((await ann.addItem(-1, { link: "https://www2.example.com/" })).domain, "www2.example.com");
});

t.test("createItem and updateItem: take an empty type and null as left out", async (t) => {
  const { ann } = await openLibrary(t);
  for (const type of ["", null]) {
    t.match(await ann.addItem(-1, { type }), { type: "link" });
    const { _id } = await ann.addItem(-1, { type: "article" });
    t.match((await ann.call("PUT", `/raindrop/${_id}`, { type })).item, { type: "article" });
    const media = [{ link: "https://example.com/a.png", type }];
    t.match(await ann.addItem(-1, { media }), { media: [{ link: media[0]?.link, type: "image" }] });
  }
});

const ADDRESS = `https://example.com/${"x".repeat(2028)}`;

/** What clients send for a cover or a link of the media that is not there. */
const NO_ADDRESSES = ["ftp://example.com/", "data:image/png;base64,AA==", `${ADDRESS}x`, "a.png", "https://a b/"];

t.test("createItem, updateItem and updateItems: drop empty tags, and media without an address", async (t) => {
  const { ann } = await openLibrary(t);
  const media = [...NO_ADDRESSES, "", "<screenshot>", ADDRESS].map((link) => ({ link, type: "image" }));
  const kept = { tags: ["a"], media: [{ link: ADDRESS, type: "image" }] };
  const sent = { tags: ["", "a", " "], media: [{}, { screenshot: true }, ...media] };
  t.match(await ann.addItem(-1, sent), { ...kept, cover: ADDRESS });
  const { _id } = await ann.addItem(-1);
  t.match((await ann.call("PUT", `/raindrop/${_id}`, sent)).item, kept);
  const dropped = { ids: [_id], tags: [""], media: [{ link: "<screenshot>" }] };
  await ann.call("PUT", "/raindrops/0", dropped);
  t.match((await ann.call("GET", `/raindrop/${_id}`)).item, kept, "a bulk operation adds nothing, and removes nothing");
  await ann.call("PUT", `/raindrop/${_id}`, { tags: [""], media: [{ link: "<screenshot>" }] });
  t.match((await ann.call("GET", `/raindrop/${_id}`)).item, { tags: [], media: [] });
});

t.test("createItem, updateItem and updateItems: ignore a cover that is no address", async (t) => {
  const { ann } = await openLibrary(t);
  for (const cover of NO_ADDRESSES) {
    t.match(await ann.addItem(-1, { cover }), { cover: "" });
    t.match(await ann.addItem(-1, { cover, media: [{ link: ADDRESS }] }), { cover: ADDRESS });
    const { _id } = await ann.addItem(-1, { cover: ADDRESS });
    t.match((await ann.call("PUT", `/raindrop/${_id}`, { cover, title: "New" })).item, {
      cover: ADDRESS,
      title: "New",
    });
    await ann.call("PUT", "/raindrops/0", { ids: [_id], cover });
    t.match((await ann.call("GET", `/raindrop/${_id}`)).item, { cover: ADDRESS });
  }
});

t.test("createItem and updateItem: set and remove a reminder", async (t) => {
  const { ann } = await openLibrary(t);
  const date = "2030-02-01T09:00:00.000Z";
  const { _id: id, reminder } = await ann.addItem(-1, { reminder: { date: "2030-02-01T10:00:00+01:00" } });
  t.same(reminder, { date });
  const change = async (value: unknown) =>
    (await ann.call("PUT", `/raindrop/${id}`, { reminder: value })).item.reminder;
  t.equal(await change({}), undefined);
  t.same(await change({ date }), { date });
  t.equal(await change({ date: null }), undefined);
  t.same(await change({ data: date }), { date });
  t.equal(await change(null), undefined);
  for (const invalid of [{ date: "tomorrow" }, { data: 5 }, "2030-02-01"]) {
    const response = await ann.request("PUT", `/raindrop/${id}`, { reminder: invalid });
    t.match(errorFieldsOf(response), { status: 400, error: "reminder" });
  }
});

t.test("createItem and updateItem: take created and lastUpdate from 1970 to a day from now", async (t) => {
  const { ann } = await openLibrary(t);
  const [created, lastUpdate] = ["2020-01-01T00:00:00.000Z", "2021-01-01T00:00:00.000Z"];
  const item = await ann.addItem(-1, { created, lastUpdate });
  t.match(item, { created, lastUpdate });
  const change = async (fields: object) => (await ann.call("PUT", `/raindrop/${item._id}`, fields)).item;
  t.match(await change({ lastUpdate: created }), { created, lastUpdate: created });
  t.match(await change({ created: lastUpdate, lastUpdate: created }), { created: lastUpdate, lastUpdate: created });
  t.not((await change({ title: "new" })).lastUpdate, created, "without lastUpdate it is now");

  const whole = await change({ lastUpdate: created });
  t.not((await change({ ...whole, title: "newer" })).lastUpdate, created, "a whole item with the stored one, too");
  t.match(await change({ ...whole, lastUpdate }), { lastUpdate });
  for (const time of ["1969-12-31T23:59:59Z", "9999-01-01T00:00:00Z", "2020-01-01", "yesterday"]) {
    for (const field of ["created", "lastUpdate"]) {
      const response = await ann.request("PUT", `/raindrop/${item._id}`, { [field]: time });
      t.match(errorFieldsOf(response), { status: 400, error: field }, time);
      const body = { link: "https://example.com/", [field]: time };
      t.match(errorFieldsOf(await ann.request("POST", "/raindrop", body)), { status: 400, error: field }, time);
    }
  }
});

t.test("createItem: counts created and lastUpdate of null as left out", async (t) => {
  const { ann } = await openLibrary(t);
  const { created, lastUpdate } = await ann.addItem();
  t.match(await ann.addItem(-1, { created: null, lastUpdate: null }), { created, lastUpdate });
});

t.test("listItems: -created sorts by the time that a client has set", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: late } = await ann.addItem(-1, { created: "2021-01-01T00:00:00Z" });
  const { _id: early } = await ann.addItem(-1, { created: "2020-01-01T00:00:00Z" });
  t.same(
    (await ann.call("GET", "/raindrops/-1")).items.map(({ _id }) => _id),
    [late, early],
  );
});

t.test("createItem and updateItem: store a book as a document", async (t) => {
  const { ann } = await openLibrary(t);
  t.match(await ann.addItem(-1, { type: "book" }), { type: "document" });
  const { _id: id } = await ann.addItem(-1);
  t.match((await ann.call("PUT", `/raindrop/${id}`, { type: "book" })).item, { type: "document" });
});
