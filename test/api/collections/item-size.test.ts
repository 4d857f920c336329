import t from "tap";
import { errorFieldsOf, openLibrary } from "../../support/library.ts";
import { mediaOf } from "../../support/media.ts";

const KIB = 1024;

function shortMediaOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({ link: `https://example.com/${index}` }));
}

function tagsOf(count: number, name = "tag"): string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${index}`);
}

/** The size of an item in bytes: the length of these fields as JSON. */
function sizeOf({ link, title, excerpt, note, cover, tags, media }: Record<string, unknown>): number {
  return Buffer.byteLength(JSON.stringify({ link, title, excerpt, note, cover, tags, media }));
}

/** Contents that are too large, with the field that the error names. */
const TOO_LARGE: readonly [field: string, content: object][] = [
  ["tags", { tags: tagsOf(101) }],
  ["media", { media: shortMediaOf(101) }],
  ["media", { media: mediaOf(34) }],
  ["note", { note: "\u0001".repeat(10_000), excerpt: "x".repeat(9_000) }],
];

t.test("createItem, createItems and updateItem: return 400 for an item that is too large", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id } = await ann.addItem();
  for (const [error, content] of TOO_LARGE) {
    const expected = { status: 400, error };
    const item = { link: "https://example.com/", ...content };
    t.match(errorFieldsOf(await ann.request("POST", "/raindrop", item)), expected);
    t.match(errorFieldsOf(await ann.request("POST", "/raindrops", { items: [{ link: item.link }, item] })), expected);
    t.match(errorFieldsOf(await ann.request("PUT", `/raindrop/${id}`, content)), expected);
  }
  t.match(await ann.counts(), { 0: 1 });
});

t.test("createItem: accepts 100 tags, 100 media and 64 KiB, and no byte more", async (t) => {
  const { ann } = await openLibrary(t);
  const media = [...mediaOf(28), ...shortMediaOf(100).slice(28)];
  const item = await ann.addItem(-1, { tags: tagsOf(100), media });
  const padding = 64 * KIB - sizeOf({ ...item });
  const largest = { title: item.title, tags: item.tags, media: item.media, note: "x".repeat(padding) };
  t.equal(sizeOf({ ...(await ann.addItem(-1, largest)) }), 64 * KIB);
  const tooLarge = { ...largest, link: item.link, note: `${largest.note}x` };
  t.match(errorFieldsOf(await ann.request("POST", "/raindrop", tooLarge)), {
    status: 400,
    error: "media",
    errorMessage: "An item can have at most 65536 bytes of text, tags, media and highlights as JSON.",
  });
});

t.test("updateItems: changes nothing when one of the items would become too large", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  await ann.addItem(collection, { title: "empty" });
  await ann.addItem(collection, { tags: tagsOf(100), media: mediaOf(32), cover: "https://example.com/" });
  const before = await ann.call("GET", `/raindrops/${collection}`);
  const changes: [error: string, change: object][] = [
    ["tags", { tags: ["one more"] }],
    ["media", { media: mediaOf(2, "other") }],
    ["media", { media: shortMediaOf(70) }],
    ["cover", { cover: `https://example.com/${"x".repeat(2_000)}`, important: true }],
  ];
  for (const [error, change] of changes) {
    const received = await ann.request("PUT", `/raindrops/${collection}`, change);
    t.match(errorFieldsOf(received), { status: 400, error });
    t.same(await ann.call("GET", `/raindrops/${collection}`), before);
  }
});

t.test("items stored before the limits existed stay readable, and can change if they do not grow", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: id } = await ann.addItem();
  const [media, tags] = [mediaOf(490), tagsOf(300)];
  await app.context.database
    .updateTable("items")
    .set({ media: JSON.stringify(media), tags: JSON.stringify(tags) })
    .execute();
  t.equal((await ann.call("GET", `/raindrop/${id}`)).item.media.length, 490);
  t.equal((await ann.call("PUT", `/raindrop/${id}`, { important: true })).item.important, true);
  t.equal((await ann.call("PUT", `/raindrop/${id}`, { media: media.slice(0, 400) })).item.media.length, 400);
  t.match(errorFieldsOf(await ann.request("PUT", `/raindrop/${id}`, { title: "longer than the default title" })), {
    status: 400,
    error: "title",
  });
  t.match(errorFieldsOf(await ann.request("PUT", "/raindrops/-1", { tags: ["more"] })), { status: 400, error: "tags" });
  t.equal((await ann.call("PUT", "/raindrops/-1", { tags: ["tag 7"], media: [] })).modified, 1);
  t.match(await ann.call("GET", `/raindrop/${id}`), { item: { media: [], tags } });
});
