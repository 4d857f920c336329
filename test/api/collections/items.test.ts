import t from "tap";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

async function titlesOf({ call }: LibraryOwner, path: string): Promise<string[]> {
  return (await call("GET", path)).items.map(({ title }) => title);
}

t.test("createItem: missing fields get their defaults", async (t) => {
  const { ann } = await openLibrary(t);
  const { item } = await ann.call("POST", "/raindrop", { link: "https://Example.com/a?b#c", pleaseParse: {} });
  t.strictSame(item, {
    _id: item._id,
    link: "https://Example.com/a?b#c",
    title: "https://Example.com/a?b#c",
    excerpt: "",
    note: "",
    type: "link",
    cover: "",
    media: [],
    tags: [],
    highlights: [],
    important: false,
    broken: false,
    removed: false,
    collection: { $ref: "collections", $id: -1, oid: -1 },
    collectionId: -1,
    user: { $ref: "users", $id: ann.id },
    creatorRef: { _id: ann.id, name: "Ann", fullName: "Ann", avatar: "", email: "" },
    domain: "example.com",
    created: "2026-01-01T12:00:00.000Z",
    lastUpdate: "2026-01-01T12:00:00.000Z",
    sort: 1,
    order: 0,
  });
  t.strictSame((await ann.call("GET", `/raindrop/${item._id}`)).item, item);
});

t.test("createItem: the default title is the link, truncated without splitting a character", async (t) => {
  const { ann } = await openLibrary(t);
  const start = `https://e.com/${"a".repeat(985)}`;
  const { title } = (await ann.call("POST", "/raindrop", { link: `${start}😀😀` })).item;
  t.equal(title, `${start}😀`);
});

t.test("createItem: returns 400 with the name of the invalid field", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const foreign = (await bob.addCollection("Bob's"))._id;
  const invalid: [field: string, value: unknown][] = [
    ["link", undefined],
    ["link", "ftp://example.com/"],
    ["link", "javascript:alert(1)"],
    ["link", "http://["],
    ["link", `https://${"x".repeat(600)}.com/`],
    ["link", `https://example.com/${"x".repeat(8000)}`],
    ["title", "x".repeat(1001)],
    ["excerpt", "x".repeat(10_001)],
    ["note", "a\0b"],
    ["type", "song"],
    ["cover", 5],
    ["cover", "https://example.com/\0"],
    ["tags", "one"],
    ["tags", [null]],
    ["media", ["https://example.com/a.png"]],
    ["media", [{ link: 5 }]],
    ["important", "true"],
    ["collection", { $id: foreign }],
  ];
  for (const [field, value] of invalid) {
    const received = await ann.request("POST", "/raindrop", { link: "https://example.com/", [field]: value });
    t.match(errorFieldsOf(received), { status: 400, error: field }, JSON.stringify({ [field]: value })?.slice(0, 60));
  }
  t.equal((await ann.counts())[0], 0);
  const { errorMessage } = errorFieldsOf(await ann.request("POST", "/raindrop", { link: "http://[" }));
  t.equal(errorMessage, "The link is not a valid URL.");
  const long = `https://example.com/${"x".repeat(7980)}`;
  t.equal((await ann.call("POST", "/raindrop", { link: long })).item.title, long.slice(0, 1000));
});

t.test("createItems: creates up to 1,000 items in the given order, or none if one is invalid", async (t) => {
  const { ann } = await openLibrary(t);
  const one = { link: "https://example.com/", tags: ["b", "a", "b"] };
  const { items } = await ann.call("POST", "/raindrops", { items: Array(100).fill(one) });
  t.equal(items.length, 100);
  t.same(items[0]?.tags, ["b", "a"]);
  const ordered = await ann.call("POST", "/raindrops", { items: [one, { ...one, order: 50 }] });
  t.match(ordered.items, [{ order: 0 }, { order: 50 }]);
  for (const [page, index] of [
    [0, 0],
    [50, 1],
  ] as const) {
    const { items: placed } = await ann.call("GET", `/raindrops/-1?sort=sort&perpage=1&page=${page}`);
    t.match(placed, [{ _id: ordered.items[index]?._id }], `page ${page}`);
  }
  await ann.call("DELETE", "/raindrops/-1", { ids: ordered.items.map(({ _id }) => _id) });
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...one, title: `${index}` }));
  const created = await ann.call("POST", "/raindrops", { items: many });
  t.same(
    created.items.map(({ title }) => title),
    many.map(({ title }) => title),
  );
  for (const items of [[], [...many, one]]) t.equal((await ann.request("POST", "/raindrops", { items })).status, 400);
  const mixed = [one, { ...one, collection: { $id: 4711 } }];
  t.match(errorFieldsOf(await ann.request("POST", "/raindrops", { items: mixed })), {
    status: 400,
    error: "collection",
  });
  t.equal((await ann.counts())[0], 1100);
});

t.test("createItems: stores texts as createItem does", async (t) => {
  const { ann } = await openLibrary(t);
  const texts = ["a\u0000b", "half \ud83d", "\u2028'\"\\", "Ärger 日本 😀", "null", "1e3"];
  const fields = texts.map((text) => ({ title: text, excerpt: text, note: text, tags: [text.trim()] }));
  for (const [index, content] of fields.entries()) {
    const item = { link: "https://example.com/", ...content };
    const single = await ann.request("POST", "/raindrop", item);
    const many = await ann.request("POST", "/raindrops", { items: [item] });
    t.equal(many.status, single.status, `text ${index}`);
    if (single.status !== 200) continue;
    const { items } = await ann.call("POST", "/raindrops", { items: [item] });
    const { item: one } = await ann.call("POST", "/raindrop", item);
    const contentOf = ({ title, excerpt, note, tags }: typeof one) => ({ title, excerpt, note, tags });
    t.same(items.map(contentOf), [contentOf(one)]);
  }
});

t.test("listItems: returns pages in every sort order", async (t) => {
  const { ann, advanceClock } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("One");
  for (const [title, host] of [
    ["b", "c.example"],
    ["A", "b.example"],
    ["c", "a.example"],
  ] as const) {
    await ann.addItem(id, { title, link: `https://${host}/` });
    advanceClock(1_000);
  }
  const orders: [order: string, titles: string[]][] = [
    ["-created", ["c", "A", "b"]],
    ["created", ["b", "A", "c"]],
    ["title", ["A", "b", "c"]],
    ["-title", ["c", "b", "A"]],
    ["domain", ["c", "A", "b"]],
    ["-domain", ["b", "A", "c"]],
    ["sort", ["c", "A", "b"]],
    ["-sort", ["b", "A", "c"]],
    ["-lastUpdate", ["c", "A", "b"]],
    ["lastUpdate", ["b", "A", "c"]],
    ["+lastUpdate", ["b", "A", "c"]],
    ["score", ["c", "A", "b"]],
    ["", ["c", "A", "b"]],
  ];
  for (const [order, titles] of orders) {
    t.same(await titlesOf(ann, `/raindrops/${id}?sort=${order}`), titles, order);
    t.same(await titlesOf(ann, `/raindrops/0?sort=${order}`), titles, `${order}, collection 0`);
  }
  const { items, count, ...rest } = await ann.call("GET", `/raindrops/${id}?page=1&perpage=2`);
  t.same([items.map(({ title }) => title), count], [["b"], 3]);
  t.match(rest, { result: true, collectionId: id });
  t.match(await ann.call("GET", `/raindrops/${id}?page=9&perpage=50`), { items: [], count: 3 });
  for (const query of ["perpage=many", "perpage=1.5", "page=-1", "page=x", "sort=views", "nested=1", "search=%00"]) {
    t.equal((await ann.request("GET", `/raindrops/${id}?${query}`)).status, 400, query);
  }
});

t.test("listItems: nested=true adds the descendants, and collection 0 is everything outside the Trash", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: above } = await ann.addCollection("Above");
  const { _id: below } = await ann.addCollection("Below", above);
  await ann.addItem(above, { title: "above" });
  await ann.addItem(below, { title: "below" });
  await ann.addItem(-1, { title: "unsorted" });
  const { _id: trashed } = await ann.addItem(below, { title: "trashed" });
  await ann.call("DELETE", `/raindrop/${trashed}`);
  t.same(await titlesOf(ann, `/raindrops/${above}`), ["above"]);
  t.same(await titlesOf(ann, `/raindrops/${above}?nested=true`), ["below", "above"]);
  t.same(await titlesOf(ann, "/raindrops/0"), ["unsorted", "below", "above"]);
  t.same(await titlesOf(ann, "/raindrops/-1"), ["unsorted"]);
  t.same(await titlesOf(ann, "/raindrops/-99"), ["trashed"]);
});

t.test("listItems: ids select items, in every order, with pages and a search", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: garden } = await ann.addCollection("Garden");
  const items = [];
  for (const title of ["Tea", "Green tea", "Coffee"]) items.push(await ann.addItem(garden, { title, excerpt: "tea" }));
  const elsewhere = await ann.addItem(-1, { title: "Tea elsewhere" });
  const foreign = await bob.addItem(-1, { title: "Tea of Bob" });
  const [tea, green, coffee] = items.map(({ _id }) => _id);
  const all = [coffee, elsewhere._id, foreign._id, tea, green, tea, 4711].join(",");
  const titles = (query: string) => titlesOf(ann, `/raindrops/${garden}?${query}`);
  t.strictSame(await titles(`ids=${tea},${coffee}`), ["Coffee", "Tea"]);
  t.strictSame(await titles(`ids=${all}&sort=title`), ["Coffee", "Green tea", "Tea"]);
  t.strictSame(await titles(`ids=${all}&sort=-sort`), ["Tea", "Green tea", "Coffee"]);
  t.strictSame(await titles(`ids=${tea},${coffee}&search=tea&sort=score`), ["Tea", "Coffee"], "words in the title");
  t.strictSame(await titles(`ids=${tea},${green}&search=title:green`), ["Green tea"]);
  t.strictSame(await titles(`ids=${tea},${green}&search=nothing`), []);
  t.strictSame(await titles("ids="), ["Coffee", "Green tea", "Tea"], "an empty value counts as left out");
  const page = await ann.call("GET", `/raindrops/0?ids=${all}&sort=title&perpage=1&page=1`);
  t.match(page, { count: 4, items: [{ title: "Green tea" }] });
  t.equal((await ann.request("GET", `/raindrops/${garden}?ids=a`)).status, 400);
});

t.test("updateItem: missing fields keep their values, and a returned item can be sent back", async (t) => {
  const { ann, advanceClock } = await openLibrary(t);
  const media = [{ link: "https://example.com/m", type: "image" }];
  const made = await ann.addItem(-1, {
    tags: ["a"],
    media,
    note: "n",
    cover: "https://example.com/c",
    important: true,
  });
  await ann.addItem(-1);
  advanceClock(1_000);
  const { item } = await ann.call("PUT", `/raindrop/${made._id}`, { title: "Other" });
  t.strictSame(item, { ...made, title: "Other", lastUpdate: "2026-01-01T12:00:01.000Z" });
  t.strictSame((await ann.call("PUT", `/raindrop/${made._id}`, { ...item, __v: 1, highlights: [] })).item, item);
  const other = await ann.call("PUT", `/raindrop/${made._id}`, { tags: [], media: [], cover: "", note: "" });
  t.match(other.item, { tags: [], media: [], cover: "", note: "" });
});

t.test("updateItem: order moves an item, unless a whole item is sent back with its order unchanged", async (t) => {
  const { ann } = await openLibrary(t);
  const ids: number[] = [];
  for (const title of ["a", "b", "c", "d"]) ids.push((await ann.addItem(-1, { title }))._id);
  const moveTo = async (index: number, order: number) => {
    await ann.call("PUT", `/raindrop/${ids[index]}`, { order });
    return (await titlesOf(ann, "/raindrops/-1?sort=sort")).join("");
  };
  t.equal(await moveTo(0, 0), "adcb");
  t.equal(await moveTo(0, 1), "dacb");
  t.equal(await moveTo(3, 2), "acdb");
  t.equal(await moveTo(0, 3), "cdba");
  t.equal(await moveTo(1, 2_147_483_647), "cdab");
  const { item } = await ann.call("GET", `/raindrop/${ids[2]}`);
  await ann.call("PUT", `/raindrop/${ids[3]}`, { order: 0 });
  await ann.call("PUT", `/raindrop/${ids[2]}`, item);
  t.equal((await titlesOf(ann, "/raindrops/-1?sort=sort")).join(""), "dcab");
  t.equal(await moveTo(2, 0), "cdab");
  t.equal((await titlesOf(ann, "/raindrops/-1?sort=-sort")).join(""), "badc", "-sort is the reverse");
  t.equal((await titlesOf(ann, "/raindrops/-1?sort=%20sort")).join(""), "cdab");
  await ann.addItem(-1, { title: "e" });
  await ann.addItem(-1, { title: "f", order: 2 });
  t.equal(
    (await titlesOf(ann, "/raindrops/-1?sort=sort")).join(""),
    "ecfdab",
    "a new item comes first, or at its order",
  );
});

t.test(
  "updateItem: two items can swap places more often than the distance between numbers can be halved",
  async (t) => {
    const { ann, bob } = await openLibrary(t);
    // Equal numbers would be ordered by id, so the first item is once newer and once older than those that swap.
    for (const [owner, [first, one, other]] of [
      [ann, ["d", "a", "b"]],
      [bob, ["a", "c", "d"]],
    ] as const) {
      const ids = new Map<string, number>();
      for (const title of ["a", "b", "c", "d"]) ids.set(title, (await owner.addItem(-1, { title }))._id);
      const move = async (title: string, order: number) => {
        await owner.call("PUT", `/raindrop/${ids.get(title)}`, { order });
        return (await titlesOf(owner, "/raindrops/-1?sort=sort")).join("").slice(0, 3);
      };
      await move(first, 0);
      await move(other, 1);
      for (let time = 1; time <= 30; time++) {
        t.equal(await move(one, 1), `${first}${one}${other}`, `${one}, time ${time}`);
        t.equal(await move(other, 1), `${first}${other}${one}`, `${other}, time ${time}`);
      }
    }
  },
);

t.test("updateItem: a moved item gets a sort halfway between its neighbours, which keep theirs", async (t) => {
  const { ann } = await openLibrary(t);
  const ids: number[] = [];
  for (let count = 0; count < 4; count++) ids.push((await ann.addItem())._id);
  const sortsAfterMoving = async (index: number, order: number) => {
    await ann.call("PUT", `/raindrop/${ids[index]}`, { order });
    return (await ann.call("GET", "/raindrops/-1?sort=sort")).items.map(({ sort }) => sort);
  };
  t.same(await sortsAfterMoving(3, 2), [3, 2, 1.5, 1]);
  t.same(await sortsAfterMoving(2, 1), [2, 1.75, 1.5, 1]);
  t.same(await sortsAfterMoving(2, 0), [3, 2, 1.5, 1]);
  t.same(await sortsAfterMoving(2, 3), [2, 1.5, 1, 0]);
});

t.test("deleteItem: moves an item to the Trash, where it can be restored or deleted for good", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  const { _id: id } = await ann.addItem(collection);
  const trashed = (await ann.call("DELETE", `/raindrop/${id}`)).item;
  t.match(trashed, { _id: id, removed: true, collectionId: -99, collection: { $id: -99 } });
  t.match((await ann.call("PUT", `/raindrop/${id}`, { note: "in the Trash" })).item, { removed: true });
  t.match((await ann.call("PUT", `/raindrop/${id}`, { collection: { $id: collection } })).item, { removed: false });
  await ann.call("DELETE", `/raindrop/${id}`);
  t.match((await ann.call("DELETE", `/raindrop/${id}`)).item, { _id: id, removed: true });
  t.equal((await ann.request("GET", `/raindrop/${id}`)).status, 404);
});

t.test("getAccount: returns the token's account, with its root collections in order", async (t) => {
  const { ann } = await openLibrary(t);
  const [one, other] = [await ann.addCollection("One"), await ann.addCollection("Other")];
  await ann.addCollection("Below", one._id);
  const { user } = await ann.call("GET", "/user");
  t.match(user, { _id: ann.id, fullName: "Ann", email: "ann@example.com", pro: true });
  t.equal(user.email_MD5, "257c57037d384ae37ea27a07e8a01665");
  t.same(
    user.groups.map(({ collections }) => collections),
    [[other._id, one._id]],
  );
});
