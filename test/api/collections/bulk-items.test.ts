import t from "tap";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

type InvalidRequest = [path: string, body: object | undefined, error: string];

/** The method and body of a valid `updateItems` and `deleteItems`. */
const CHANGES = { PUT: { important: true, tags: ["new"] }, DELETE: undefined } as const;

/** Reads everything that a bulk operation could change. */
async function stateOf({ call }: LibraryOwner) {
  const paths = ["/collections", "/collections/childrens", "/raindrops/0", "/raindrops/-99"];
  return Promise.all(paths.map((path) => call("GET", path)));
}

/** Opens a library with items in a collection, in Unsorted and in the Trash. */
async function openFilled(t: Parameters<typeof openLibrary>[0]) {
  const { ann } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  const { _id: item } = await ann.addItem(collection, { title: "old", tags: ["x"] });
  await ann.addItem(collection, { title: "other" });
  await ann.addItem(-1, { title: "other" });
  const { _id: trashed } = await ann.addItem(-1, { title: "trashed" });
  await ann.call("DELETE", `/raindrop/${trashed}`);
  return { ann, collection, item };
}

t.test("updateItems: adds tags, removes all tags if the list is empty, and moves items", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: from } = await ann.addCollection("From");
  const { _id: to } = await ann.addCollection("To");
  const [one, other] = [await ann.addItem(from, { tags: ["a"] }), await ann.addItem(from)];
  const foreign = await bob.addItem();
  const ids = [one._id, one._id, foreign._id, 4711];
  t.equal((await ann.call("PUT", `/raindrops/${from}`, { ids, tags: ["b", "a"], important: true })).modified, 1);
  t.match((await ann.call("GET", `/raindrop/${one._id}`)).item, { tags: ["a", "b"], important: true });
  t.match((await ann.call("GET", `/raindrop/${other._id}`)).item, { tags: [], important: false });
  t.equal((await ann.call("PUT", `/raindrops/${from}`, { tags: [], cover: "https://example.com/c" })).modified, 2);
  t.match((await ann.call("GET", `/raindrop/${one._id}`)).item, { tags: [], cover: "https://example.com/c" });
  t.equal((await ann.call("PUT", `/raindrops/${from}`, { collection: { $id: to } })).modified, 2);
  t.match(await ann.counts(), { [from]: 0, [to]: 2 });
  t.equal((await ann.call("PUT", "/raindrops/0", { ids: [one._id], collection: { $id: -1 } })).modified, 1);
  t.equal((await ann.call("PUT", `/raindrops/${to}`, {})).modified, 0);
  t.equal((await ann.call("PUT", "/raindrops/-1", { ids: [foreign._id], important: true })).modified, 0);
  t.equal((await bob.call("GET", `/raindrop/${foreign._id}`)).item.important, false);
  t.match(errorFieldsOf(await ann.request("PUT", "/raindrops/0", { important: true })), {
    status: 400,
    error: 400,
    errorMessage: "to update all raindrops please specify *dangerAll*",
  });
  t.match(errorFieldsOf(await ann.request("PUT", `/raindrops/${to}`, { ids: [] })), { status: 400, error: "ids" });
});

t.test(
  "updateItems: addTags and deleteTags add and remove tags, as Raindrop.io's application for iOS sends them",
  async (t) => {
    const { ann } = await openLibrary(t);
    const { _id: id } = await ann.addItem(-1, { tags: ["a", "b"] });
    const { _id: other } = await ann.addItem(-1, { tags: ["c"] });
    const tagsAfter = async (change: object) => {
      await ann.call("PUT", "/raindrops/0", { ids: [id, other], ...change });
      return (await ann.call("GET", `/raindrop/${id}`)).item.tags;
    };
    t.strictSame(await tagsAfter({ addTags: ["x", "", " a "] }), ["a", "b", "x"]);
    t.strictSame(await tagsAfter({ deleteTags: ["b", "", "unknown"] }), ["a", "x"]);
    t.strictSame(await tagsAfter({ addTags: [], deleteTags: [] }), ["a", "x"]);
    t.strictSame(await tagsAfter({ tags: ["y"], addTags: ["z"], deleteTags: [""] }), ["a", "x", "y", "z"]);
    t.strictSame(await tagsAfter({ addTags: [], deleteTags: ["y"], important: true }), ["a", "x", "z"]);
    t.strictSame(await tagsAfter({ tags: [], addTags: ["q"] }), ["a", "x", "z", "q"], "adding wins over an empty list");
    t.strictSame((await ann.call("GET", `/raindrop/${other}`)).item.tags, ["c", "x", "a", "z", "q"]);
    const both = await ann.request("PUT", "/raindrops/0", { ids: [id], addTags: ["p"], deleteTags: ["q"] });
    t.match(errorFieldsOf(both), { status: 400, error: "deleteTags" });
  },
);

t.test("updateItems, deleteItems: matched counts the selected items, modified those that change", async (t) => {
  const { ann, collection, item } = await openFilled(t);
  const countsOf = async (method: string, path: string, body: object) => {
    const { matched, modified } = await ann.call(method, path, body);
    return [matched, modified];
  };
  t.same(await countsOf("PUT", `/raindrops/${collection}`, {}), [2, 0]);
  t.same(await countsOf("PUT", `/raindrops/${collection}`, { ids: [item] }), [1, 0]);
  t.same(await countsOf("PUT", `/raindrops/${collection}`, { ids: [item, 4711], important: true }), [1, 1]);
  t.same(await countsOf("PUT", "/raindrops/0", { collection: { $id: -1 }, dangerAll: true }), [3, 2]);
  t.same(await countsOf("PUT", "/raindrops/0?search=missing", { important: true }), [0, 0]);
  t.same(await countsOf("DELETE", "/raindrops/-1", { ids: [item] }), [1, 1]);
  t.same(await countsOf("DELETE", "/raindrops/-1", {}), [2, 2]);
  t.same(await countsOf("DELETE", "/raindrops/-99", { ids: [item] }), [1, 1]);
  t.same(await countsOf("DELETE", "/raindrops/-99", {}), [3, 3]);
});

t.test("updateItems, deleteItems: changedBookmarksDate changes only if an item was changed", async (t) => {
  const { ann, advanceClock } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  const ids = [(await ann.addItem())._id, (await ann.addItem())._id];
  const isDateChangedBy = async (method: string, path: string, body?: object) => {
    const date = async () => (await ann.call("GET", "/user/stats")).meta.changedBookmarksDate;
    const before = await date();
    advanceClock(1_000);
    await ann.call(method, path, body);
    return (await date()) !== before;
  };
  for (const path of ["/raindrops/-1", "/raindrops/-99"]) {
    t.equal(await isDateChangedBy("PUT", path, { ids: [4711], important: true }), false, `PUT ${path}`);
    t.equal(await isDateChangedBy("DELETE", path, { ids: [4711] }), false, `DELETE ${path}`);
  }
  t.equal(await isDateChangedBy("DELETE", `/raindrops/${collection}`), false);
  t.equal(await isDateChangedBy("PUT", "/raindrops/-1", { ids, important: true }), true);
  t.equal(await isDateChangedBy("DELETE", "/raindrops/-1", { ids }), true);
  t.equal(await isDateChangedBy("DELETE", "/raindrops/-99", { ids }), true);
  t.equal(await isDateChangedBy("DELETE", "/raindrops/-99"), false);
});

t.test(
  "deleteItems: moves items to the Trash, with nested=true also those of child collections, and deletes items in the Trash",
  async (t) => {
    const { ann } = await openLibrary(t);
    const { _id: above } = await ann.addCollection("Above");
    const { _id: below } = await ann.addCollection("Below", above);
    const [one] = [await ann.addItem(above), await ann.addItem(above), await ann.addItem(below), await ann.addItem()];
    t.equal((await ann.call("DELETE", `/raindrops/${above}`, { ids: [one._id] })).modified, 1);
    t.equal((await ann.call("DELETE", `/raindrops/${above}?nested=true`)).modified, 2);
    t.match(await ann.counts(), { 0: 1, [-99]: 3, [above]: 0, [below]: 0 });
    t.equal((await ann.call("DELETE", "/raindrops/-99", { ids: [one._id] })).modified, 1);
    t.equal((await ann.call("DELETE", "/raindrops/-99")).modified, 2);
    t.match(await ann.counts(), { 0: 1, [-99]: 0 });
  },
);

t.test("deleteItems: deletes nothing when the content type is not JSON", async (t) => {
  const { ann, base } = await openLibrary(t);
  await ann.addItem();
  const { status } = await fetch(`${base}/rest/v1/raindrops/-1`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${ann.token}`, "content-type": "multipart/form-data; boundary=x" },
    body: new Blob(['{"ids":[4711]}']).stream(),
    duplex: "half",
  });
  t.equal(status, 415);
  t.equal((await ann.counts())[-1], 1);
});

t.test(
  "bulk operations on items return 412 when If-Match has an outdated entity tag of the list's first page",
  async (t) => {
    const { ann } = await openLibrary(t);
    await ann.addItem();
    const conditions = async () => ({
      "if-match": (await ann.request("GET", "/raindrops/-1")).headers.get("etag") ?? "",
    });
    const old = await conditions();
    await ann.addItem();
    for (const [method, change] of Object.entries(CHANGES)) {
      const before = await stateOf(ann);
      t.equal((await ann.request(method, "/raindrops/-1", change, old)).status, 412);
      t.same(await stateOf(ann), before);
      t.match((await ann.request(method, "/raindrops/-1", change, await conditions())).body, { modified: 2 });
    }
  },
);

t.test("of concurrent changes to an item with the same entity tag, only one succeeds", async (t) => {
  const { ann } = await openLibrary(t);
  const path = `/raindrop/${(await ann.addItem())._id}`;
  const conditions = { "if-match": (await ann.request("GET", path)).headers.get("etag") ?? "" };
  const titles = ["a", "b", "c", "d"];
  const received = await Promise.all(titles.map((title) => ann.request("PUT", path, { title }, conditions)));
  t.same(received.map(({ status }) => status).sort(), [200, 412, 412, 412]);
});

t.test("a conditional change succeeds when other items of the account change at the same time", async (t) => {
  const { ann } = await openLibrary(t);
  const items = await Promise.all(["a", "b", "c"].map((title) => ann.addItem(-1, { title })));
  const changes = items.map(async ({ _id }) => {
    const path = `/raindrop/${_id}`;
    const conditions = { "if-match": (await ann.request("GET", path)).headers.get("etag") ?? "" };
    return ann.request("PUT", path, { note: "changed" }, conditions);
  });
  t.same(
    (await Promise.all(changes)).map(({ status }) => status),
    [200, 200, 200],
  );
});

for (const [method, change] of Object.entries(CHANGES)) {
  t.test(`${method} /raindrops/{collectionId}: returns 400 for input that could be meant as a filter`, async (t) => {
    const { ann, collection, item } = await openFilled(t);
    const before = await stateOf(ann);
    const parameters: [query: string, error: string][] = [
      ["search=&search=old", "search"],
      ["search[]=old", "search[]"],
      ["Search=old", "Search"],
      ["tag=x", "tag"],
      [`ids=${item}`, "ids"],
      ["important=true", "important"],
      ["type=article", "type"],
      ["sort=-created&offset=5", "offset"],
      ["a%2Fb=1", "a~1b"],
    ];
    const fields: [field: string, value: unknown][] = [
      ["search", [{ key: "word", val: "old" }]],
      ["tag", "x"],
      ["_id", item],
      ["id", item],
      ["page", 0],
      ["perpage", 1],
      ["type", "link"],
      ["domain", "example.com"],
      ["broken", false],
      ["created", "2026-01-01"],
      ["notag", true],
      [method === "DELETE" ? "collectionId" : "parentId", -1],
    ];
    for (const place of [collection, -1, -99, 0]) {
      const selection = place === 0 ? { ids: [item] } : {};
      const requests: InvalidRequest[] = [
        ...parameters.map(([query, error]): InvalidRequest => {
          const body = place === 0 ? { ...change, ...selection } : change;
          return [`/raindrops/${place}?${query}`, body, error];
        }),
        ...fields.map(([field, value]): InvalidRequest => {
          return [`/raindrops/${place}`, { ...change, ...selection, [field]: value }, field];
        }),
      ];
      for (const [path, body, error] of requests) {
        const received = await ann.request(method, path, body);
        t.match(errorFieldsOf(received), { status: 400, error }, `${path} ${JSON.stringify(body)}`);
      }
    }
    t.same(await stateOf(ann), before);
  });
}

t.test("deleteItems: returns 400 for a title in the body, although updateItems ignores it", async (t) => {
  const { ann, collection } = await openFilled(t);
  const before = await stateOf(ann);
  const received = await ann.request("DELETE", `/raindrops/${collection}`, { title: "old" });
  t.match(errorFieldsOf(received), { status: 400, error: "title", errorMessage: /body field "title"/ });
  t.same(await stateOf(ann), before);
});

t.test(
  "bulk operations on items ignore empty searches, paging and other input that clients send by default",
  async (t) => {
    const { ann, collection, item } = await openFilled(t);
    const query = "?search=&sort=-created&page=0&perpage=40&version=2&dangerAll=false&nested=true";
    const change = { important: true, search: "", title: "", excerpt: "", pleaseParse: {} };
    t.equal((await ann.call("PUT", `/raindrops/${collection}${query}`, change)).modified, 2);
    t.match((await ann.call("GET", `/raindrop/${item}`)).item, { title: "old", important: true });
    t.equal((await ann.call("DELETE", `/raindrops/0${query}`, { ids: [item], search: "" })).modified, 1);
    t.equal((await ann.call("DELETE", `/raindrops/${collection}${query}`, {})).modified, 1);
  },
);

t.test(
  "bulk operations on collections and the Trash return 400 for input that could be meant as a filter",
  async (t) => {
    const { ann, collection } = await openFilled(t);
    const { _id: empty } = await ann.addCollection("Two");
    const before = await stateOf(ann);
    const requests: [method: string, ...InvalidRequest][] = [
      ["DELETE", "/collection/-99?search=old", undefined, "search"],
      ["DELETE", "/collection/-99", { ids: [1] }, "ids"],
      ["DELETE", "/collections?search=old", { ids: [collection] }, "search"],
      ["DELETE", "/collections", { ids: [collection], search: "old" }, "search"],
      ["PUT", "/collections?ids=1", { expanded: false }, "ids"],
      ["PUT", "/collections", { expanded: false, ids: [empty] }, "ids"],
      ["PUT", "/collections/merge", { to: collection, ids: [empty], search: "old" }, "search"],
      ["PUT", "/collections/merge?search=old", { to: collection, ids: [empty] }, "search"],
      ["PUT", "/collections/clean?ids=1", undefined, "ids"],
      ["PUT", "/collections/clean", { ids: [1] }, "ids"],
      ["PUT", "/collections/clean", [1], "0"],
    ];
    for (const [method, path, body, error] of requests) {
      t.match(errorFieldsOf(await ann.request(method, path, body)), { status: 400, error }, `${method} ${path}`);
    }
    t.same(await stateOf(ann), before);
    t.equal((await ann.request("PUT", "/collections/clean?version=2", {})).status, 200);
    t.equal((await ann.request("DELETE", "/collection/-99?dangerAll=true", {})).status, 200);
  },
);
