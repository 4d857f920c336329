import t from "tap";
import { openLibrary } from "../support/library.ts";
import { countRows, readCounters, setCounters } from "../support/usage.ts";

const ROUNDS = 20;

t.test("createItem: of concurrent requests some fail, and each of the others creates one item", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const { _id: collection } = await ann.addCollection("One");
  await bob.addItem();
  // Bob has reached his quota.
  await setCounters(app.context.database, bob.id, { item_count: 1_000_000 });
  const post = (person: typeof ann, link: string, place: number, headers = {}) =>
    person.request("POST", "/raindrop", { link, collection: { $id: place } }, headers);
  const linkOf = (name: string, round: number) => `https://example.com/${name}/${round}`;

  const statuses = await Promise.all(
    Array.from({ length: ROUNDS }, async (_, round) => {
      const keyed = { "idempotency-key": `the key ${round}` };
      const responses = await Promise.all([
        post(ann, linkOf("created", round), collection),
        post(ann, linkOf("keyed", round), collection, keyed),
        post(ann, linkOf("keyed", round), collection, keyed),
        post(ann, linkOf("nowhere", round), collection + 1_000),
        post(bob, linkOf("over-quota", round), -1),
        post(ann, linkOf("unsorted", round), -1),
      ]);
      const repeated = await post(ann, linkOf("keyed", round), collection, keyed);
      t.same(repeated.body, responses[1]?.status === 200 ? responses[1].body : responses[2]?.body);
      return responses.map(({ status }) => status);
    }),
  );
  for (const [created, first, second, nowhere, overQuota, unsorted] of statuses) {
    t.same([created, nowhere, overQuota, unsorted], [200, 400, 403, 200]);
    t.ok([first, second].includes(200) && [200, 409].includes(first ?? 0) && [200, 409].includes(second ?? 0));
  }

  const { database } = app.context;
  const stored = await database.selectFrom("items").select(["account_id", "link", "sort"]).orderBy("link").execute();
  const own = stored.filter(({ account_id }) => account_id === ann.id);
  const expected = Array.from({ length: ROUNDS }, (_, round) =>
    ["created", "keyed", "unsorted"].map((name) => linkOf(name, round)),
  );
  t.same(
    own.map(({ link }) => link),
    expected.flat().sort(),
  );
  t.equal(new Set(own.map(({ sort }) => sort)).size, own.length, "each has its own position");
  t.equal(stored.length - own.length, 1, "Bob still has one item");
  t.same(await readCounters(database, ann.id), await countRows(database, ann.id));
});
