import t, { type Test } from "tap";
import { formOf } from "../../../harness/forms.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { errorFieldsOf, openLibrary } from "../../support/library.ts";
import { mediaOf } from "../../support/media.ts";
import { countRows, readCounters, setCounters } from "../../support/usage.ts";

const QUOTA = { status: 403, error: "quota" };
const LINK = "https://example.com/";

/** Opens a server on which every account may store 1 MiB. */
function openSmall(t: Test) {
  return openLibrary(t, { ACCOUNT_QUOTA_MIB: "1" });
}

t.test("createItem and createItems: return 403 when the account has 1,000,000 items", async (t) => {
  const { ann, bob, app } = await openLibrary(t);
  const { _id: id } = await ann.addItem();
  await setCounters(app.context.database, ann.id, { item_count: 999_999 });
  const items = [{ link: LINK }, { link: LINK }];
  t.match(errorFieldsOf(await ann.request("POST", "/raindrops", { items })), QUOTA);
  await ann.addItem();
  t.match(errorFieldsOf(await ann.request("POST", "/raindrop", { link: LINK })), {
    ...QUOTA,
    errorMessage: "Your account has reached its limit of 1,000,000 items. Delete items and empty the Trash.",
  });
  t.equal((await ann.call("PUT", `/raindrop/${id}`, { title: "changed" })).item.title, "changed");
  await ann.call("DELETE", `/raindrop/${id}`);
  t.match(errorFieldsOf(await ann.request("POST", "/raindrop", { link: LINK })), QUOTA, "items in the Trash count");
  await ann.call("DELETE", `/raindrop/${id}`);
  await ann.addItem();
  await bob.addItem();
});

t.test("createCollection: returns 403 when the account has 100,000 collections", async (t) => {
  const { ann, bob, app } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("One");
  await setCounters(app.context.database, ann.id, { collection_count: 100_000 });
  t.match(errorFieldsOf(await ann.request("POST", "/collection", { title: "Two" })), {
    ...QUOTA,
    errorMessage: "Your account has reached its limit of 100,000 collections. Delete collections first.",
  });
  await bob.addCollection("Two");
  await ann.call("DELETE", `/collection/${id}`);
  await ann.addCollection("Two");
});

t.test("every change that would exceed the storage of the account returns 403 and changes nothing", async (t) => {
  const { ann, app } = await openSmall(t);
  const { database } = app.context;
  const { _id: collection } = await ann.addCollection("One");
  const { _id: item } = await ann.addItem(collection);
  await setCounters(database, ann.id, { stored_bytes: 1024 * 1024 - 10 });
  const before = [await countRows(database, ann.id), await readCounters(database, ann.id)];
  const { headers, body } = await formOf({ bytes: await pngOf(4, 4, "red") });
  const changes: [method: string, path: string, body: unknown, headers?: Record<string, string>][] = [
    ["POST", "/raindrop", { link: LINK }],
    ["POST", "/raindrops", { items: [{ link: LINK }] }],
    ["PUT", `/raindrop/${item}`, { note: "longer" }],
    ["PUT", `/raindrops/${collection}`, { tags: ["a longer one"] }],
    ["PUT", `/raindrops/${collection}`, { media: mediaOf(30) }],
    ["PUT", `/raindrops/${collection}`, { cover: "https://example.com/cover" }],
    ["POST", "/collection", { title: "Another one" }],
    ["PUT", `/collection/${collection}`, { description: "A longer one" }],
    ["PUT", `/collection/${collection}/cover`, body, headers],
  ];
  for (const [method, path, body, headers] of changes) {
    const received = await ann.request(method, path, body, headers);
    t.match(errorFieldsOf(received), {
      ...QUOTA,
      errorMessage: "Your account has used its storage of 1 MiB. Delete items, files or covers, and empty the Trash.",
    });
    t.same([await countRows(database, ann.id), await readCounters(database, ann.id)], before, `${method} ${path}`);
  }
});

t.test("an account over its quota can change and delete its items and collections", async (t) => {
  const { ann, app } = await openSmall(t);
  const { _id: collection } = await ann.addCollection("A collection");
  const { _id: item } = await ann.addItem(collection, { title: "An item" });
  await setCounters(app.context.database, ann.id, { stored_bytes: 5 * 1024 * 1024, collection_count: 200_000 });
  await ann.call("PUT", `/raindrop/${item}`, { title: "Item", important: true });
  await ann.call("PUT", `/raindrops/${collection}`, { important: false });
  await ann.call("PUT", `/collection/${collection}`, { title: "Less" });
  await ann.call("PUT", "/collections", { expanded: false });
  await ann.call("DELETE", `/raindrop/${item}`);
  await ann.call("DELETE", `/collection/${collection}`);
  await ann.call("DELETE", "/collection/-99");
});

t.test("of concurrent requests only as many succeed as the quota allows", async (t) => {
  const { ann, app } = await openLibrary(t);
  await ann.addItem();
  await setCounters(app.context.database, ann.id, { item_count: 999_997 });
  const received = await Promise.all(Array.from({ length: 8 }, () => ann.request("POST", "/raindrop", { link: LINK })));
  t.same(received.map(({ status }) => status).sort(), [200, 200, 200, 403, 403, 403, 403, 403]);
  t.equal((await readCounters(app.context.database, ann.id)).item_count, 1_000_000);
});
