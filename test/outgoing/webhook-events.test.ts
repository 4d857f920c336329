import t, { type Test } from "tap";
import { inBatches } from "../../harness/import-batches.ts";
import { inTransaction } from "../../src/database/database.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as importing from "../../src/library/import/store.ts";
import { openReceiver } from "../support/webhook-receiver.ts";
import { openWithWebhooks } from "../support/webhooks.ts";

/** Starts a server with a webhook of Ann, and a function that returns the events of a change. */
async function openListening(t: Test) {
  const opened = await openWithWebhooks(t);
  const receiver = await openReceiver(t);
  await opened.addWebhook(opened.ann, receiver.url);
  let seen = 0;
  /** The type and data of the events after those that were returned before. */
  async function next(count: number) {
    const events = await receiver.received(seen + count);
    seen += count;
    return events.slice(seen - count, seen).map(({ type, data }) => ({ type, data }));
  }
  /** Checks the type and data of the next events, in any order: only those of one collection are ordered. */
  async function receives(expected: readonly object[]) {
    t.same(sorted(await next(expected.length)), sorted(expected));
  }
  return { ...opened, receiver, next, receives };
}

function sorted(events: readonly object[]): string[] {
  return events.map((event) => JSON.stringify(event)).sort();
}

t.test("an event has the format of Standard Webhooks", async (t) => {
  const { ann, receiver } = await openListening(t);
  const { _id: collection } = await ann.addCollection("Development");
  const { _id: item } = await ann.addItem(collection);
  const [, added] = await receiver.received(2);
  t.equal(
    added?.text,
    `{"type":"item.created","timestamp":"2026-01-01T12:00:00.000Z","data":{"count":1,"items":[${item}],"collections":[${collection}]}}`,
  );
  t.match(added?.headers, {
    "content-type": "application/json",
    "user-agent": "Triptych-Webhooks",
    "webhook-id": /^msg_[\w-]{22}$/,
    "webhook-timestamp": "1767268800",
    "webhook-signature": /^v1,[\w+/]{43}=$/,
  });
});

t.test("creating, changing, moving, removing and deleting an item are events", async (t) => {
  const { ann, next, receives } = await openListening(t);
  const [{ _id: from }, { _id: to }] = [await ann.addCollection("From"), await ann.addCollection("To")];
  await next(2);
  const { _id: item } = await ann.addItem(from);
  await ann.call("PUT", `/raindrop/${item}`, { title: "New" });
  await ann.call("PUT", `/raindrop/${item}`, { collection: { $id: to } });
  await ann.call("DELETE", `/raindrop/${item}`);
  await ann.call("DELETE", `/raindrop/${item}`);
  const data = { count: 1, items: [item] };
  await receives([
    { type: "item.created", data: { ...data, collections: [from] } },
    { type: "item.updated", data: { ...data, collections: [from] } },
    { type: "item.updated", data: { ...data, collections: [from, to], to } },
    { type: "item.removed", data: { ...data, collections: [to] } },
    { type: "item.deleted", data: { ...data, collections: [-99] } },
  ]);
});

t.test("creating, changing, merging and removing collections are events", async (t) => {
  const { ann, next, receives } = await openListening(t);
  const { _id: one } = await ann.addCollection("One");
  const { _id: two } = await ann.addCollection("Two");
  const { _id: inner } = await ann.addCollection("Inner", two);
  await next(3);
  await ann.call("PUT", `/collection/${one}`, { title: "New" });
  await ann.call("PUT", "/collections/merge", { to: one, ids: [two] });
  await ann.call("DELETE", `/collection/${one}`);
  await receives([
    { type: "collection.updated", data: { count: 1, collections: [one] } },
    { type: "collection.updated", data: { count: 1, collections: [inner] } },
    { type: "collection.merged", data: { count: 1, collections: [two], to: one } },
    { type: "collection.removed", data: { count: 2, collections: [one, inner], to: -99 } },
  ]);
});

t.test("a change of many items is one event with their number and the first 100 ids", async (t) => {
  const { ann, next } = await openListening(t);
  const { _id: $id } = await ann.addCollection("Many");
  await next(1);
  const items = Array.from({ length: 100 }, (_, index) => ({
    link: `https://example.com/${index}`,
    collection: { $id },
  }));
  const { items: first } = await ann.call("POST", "/raindrops", { items });
  await ann.call("POST", "/raindrops", { items });
  await ann.call("PUT", `/raindrops/${$id}`, { important: true });
  await ann.call("DELETE", `/raindrops/${$id}`);
  const [one, two, updated, removed] = await next(4);
  t.same(one, { type: "item.created", data: { count: 100, items: first.map(({ _id }) => _id), collections: [$id] } });
  t.match(two, { type: "item.created", data: { count: 100 } });
  t.match(updated, { type: "item.updated", data: { count: 200, items: { length: 100 }, collections: [$id] } });
  t.same(removed, { type: "item.removed", data: { count: 200, items: [], collections: [$id] } }, "a whole collection");
});

t.test("an import is one event for its bookmarks and one for its folders", async (t) => {
  const { app, ann, next } = await openListening(t);
  const bookmark = {
    title: "",
    excerpt: "",
    note: "",
    cover: "",
    tags: [],
    highlights: [],
    important: false,
    created: undefined,
    updated: undefined,
  };
  const bookmarks = ["A", "B"].map((name) => ({ ...bookmark, link: `https://example.com/${name}`, path: [name] }));
  await importing.store(app.context.database, app.context.clock, ann.id, inBatches(bookmarks));
  t.match(await next(2), [
    { type: "collection.created", data: { count: 2, collections: { length: 2 } } },
    { type: "item.created", data: { count: 2, items: { length: 2 }, collections: { length: 2 } } },
  ]);
});

t.test("reverting a change is an event", async (t) => {
  const { ann, next, receives } = await openListening(t);
  const { _id } = await ann.addItem();
  await ann.call("DELETE", `/raindrop/${_id}`);
  await next(2);
  const { items } = await ann.call("GET", "/undo");
  await ann.call("POST", `/undo/${items[0]?._id}`);
  await receives([{ type: "change.reverted", data: { operation: "deleteItem", count: 1, collections: [] } }]);
});

t.test("a change that is rolled back sends nothing", async (t) => {
  const { app, ann, receives } = await openListening(t);
  const { database, clock } = app.context;
  const input = { description: "", view: "list", public: false, expanded: true, parentId: null, cover: [] } as const;
  const failing = inTransaction(database, async (transaction) => {
    await collections.create(transaction, clock, ann.id, { ...input, title: "Never" });
    throw new Error("rolled back");
  });
  await t.rejects(failing, /rolled back/);
  t.equal(
    (await ann.request("POST", "/raindrop", { link: "https://example.com/", collection: { $id: 999 } })).status,
    400,
  );
  const { _id } = await ann.addCollection("Afterwards");
  await receives([{ type: "collection.created", data: { count: 1, collections: [_id] } }]);
});

t.test("a webhook gets the types that its owner chose, and nothing of other accounts", async (t) => {
  const { ann, bob, addWebhook } = await openWithWebhooks(t);
  const [ofAnn, ofBob] = [await openReceiver(t), await openReceiver(t)];
  await addWebhook(ann, ofAnn.url, ["collection.created"]);
  await addWebhook(bob, ofBob.url);
  await ann.addItem();
  await bob.addItem();
  await ann.addCollection("Anns");
  await bob.addCollection("Bobs");
  t.match(await ofAnn.received(1), [{ type: "collection.created" }]);
  t.match(await ofBob.received(2), [{ type: "item.created" }, { type: "collection.created" }]);
  t.equal(ofAnn.events.length, 1);
});

t.test("a change by a member of a shared collection is an event of its owner", async (t) => {
  const { ann, bob, addWebhook } = await openWithWebhooks(t);
  const [ofAnn, ofBob] = [await openReceiver(t), await openReceiver(t)];
  const { _id } = await ann.addCollection("Shared");
  const { token } = await ann.call("POST", `/collection/${_id}/sharing`, { role: "member" });
  await bob.call("POST", `/collection/${_id}/join`, { token });
  await addWebhook(ann, ofAnn.url);
  await addWebhook(bob, ofBob.url);
  const { _id: item } = await bob.addItem(_id);
  t.match(await ofAnn.received(1), [{ type: "item.created", data: { items: [item], collections: [_id] } }]);
  await bob.addItem();
  t.match(await ofBob.received(1), [{ data: { collections: [-1] } }], "the first event of Bob is that of his own item");
});
