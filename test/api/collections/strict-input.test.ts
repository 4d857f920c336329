import t from "tap";
import { openLibrary, type Reader, wrongOf } from "../../support/library.ts";

type Request = [path: string, body: object | undefined, error: string];

const CHANGES = { PUT: { important: true, tags: ["new"] }, DELETE: undefined } as const;

/** Reads everything that a bulk operation could change. */
async function stateOf({ get }: Reader) {
  const paths = ["/collections", "/collections/childrens", "/raindrops/0", "/raindrops/-99"];
  return Promise.all(paths.map((path) => get("GET", path)));
}

/** Opens a library with items in a collection, in Unsorted and in the Trash. */
async function openFilled(t: Parameters<typeof openLibrary>[0]) {
  const { ann } = await openLibrary(t);
  const { _id: collection } = await ann.collect("One");
  const { _id: item } = await ann.keep(collection, { title: "old", tags: ["x"] });
  await ann.keep(collection, { title: "other" });
  await ann.keep(-1, { title: "other" });
  const { _id: trashed } = await ann.keep(-1, { title: "trashed" });
  await ann.get("DELETE", `/raindrop/${trashed}`);
  return { ann, collection, item };
}

for (const [method, change] of Object.entries(CHANGES)) {
  t.test(`${method} /raindrops/{collectionId}: input that could be meant as a filter is rejected`, async (t) => {
    const { ann, collection, item } = await openFilled(t);
    const before = await stateOf(ann);
    const parameters: [query: string, error: string][] = [
      ["search=old", "search"],
      ["search=%20", "search"],
      ["search=&search=old", "search"],
      ["search[]=old", "search[]"],
      ["Search=old", "Search"],
      ["nested=true&search=old", "search"],
      ["tag=x", "tag"],
      [`ids=${item}`, "ids"],
      ["important=true", "important"],
      ["type=article", "type"],
      ["sort=-created&offset=5", "offset"],
      ["a%2Fb=1", "a~1b"],
    ];
    const fields: [field: string, value: unknown][] = [
      ["search", "old"],
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
      ["collectionId", -1],
    ];
    for (const place of [collection, -1, -99, 0]) {
      const selection = place === 0 ? { ids: [item] } : {};
      const requests: Request[] = [
        ...parameters.map(([query, error]): Request => {
          const body = place === 0 ? { ...change, ...selection } : change;
          return [`/raindrops/${place}?${query}`, body, error];
        }),
        ...fields.map(([field, value]): Request => {
          return [`/raindrops/${place}`, { ...change, ...selection, [field]: value }, field];
        }),
      ];
      for (const [path, body, error] of requests) {
        const received = await ann.ask(method, path, body);
        t.match(wrongOf(received), { status: 400, error }, `${path} ${JSON.stringify(body)}`);
      }
    }
    t.same(await stateOf(ann), before);
  });
}

t.test("DELETE /raindrops/{collectionId}: a title in the body is rejected as well", async (t) => {
  const { ann, collection } = await openFilled(t);
  const before = await stateOf(ann);
  const received = await ann.ask("DELETE", `/raindrops/${collection}`, { title: "old" });
  t.match(wrongOf(received), { status: 400, error: "title", errorMessage: /body field "title"/ });
  t.same(await stateOf(ann), before);
});

t.test("bulk operations on items ignore what clients send besides", async (t) => {
  const { ann, collection, item } = await openFilled(t);
  const query = "?search=&sort=-created&page=0&perpage=40&version=2&dangerAll=true&nested=true";
  const change = { important: true, search: "", title: "", excerpt: "", pleaseParse: {} };
  t.equal((await ann.get("PUT", `/raindrops/${collection}${query}`, change)).modified, 2);
  t.match((await ann.get("GET", `/raindrop/${item}`)).item, { title: "old", important: true });
  t.equal((await ann.get("DELETE", `/raindrops/0${query}`, { ids: [item], search: "" })).modified, 1);
  t.equal((await ann.get("DELETE", `/raindrops/${collection}${query}`, {})).modified, 1);
});

t.test("bulk operations on collections and the Trash reject input that they do not name", async (t) => {
  const { ann, collection } = await openFilled(t);
  const { _id: empty } = await ann.collect("Two");
  const before = await stateOf(ann);
  const requests: [method: string, ...Request][] = [
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
    t.match(wrongOf(await ann.ask(method, path, body)), { status: 400, error }, `${method} ${path}`);
  }
  t.same(await stateOf(ann), before);
  t.equal((await ann.ask("PUT", "/collections/clean?version=2", {})).status, 200);
  t.equal((await ann.ask("DELETE", "/collection/-99?dangerAll=true", {})).status, 200);
});
