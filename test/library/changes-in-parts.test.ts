import { fork } from "node:child_process";
import { once } from "node:events";
import t, { type Test } from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../support/library.ts";
import { setCounters } from "../support/usage.ts";
import { createWebhook } from "../support/webhooks.ts";

// These tests always use SQLite, even when the other tests run on PostgreSQL: there, others write at the same time.

const KILLED_CHANGE = new URL("killed-change.ts", import.meta.url);

/** Many parts: ten items are changed at a time, and each time others may write. */
const COUNT = 300;

/** Starts a server whose long changes pause wherever they may, with as many items of Ann. */
async function openPausing(t: Test) {
  const { database, path } = await openDatabaseFile(t, { maxHold: 0, writesInThread: true });
  const library = await openLibrary(t, {}, { database });
  const { ann } = library;
  for (let first = 0; first < COUNT; first += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({
      link: `https://example.com/${first + index}`,
      title: `${first + index}`,
      tags: ["old"],
    }));
    await ann.call("POST", "/raindrops", { items });
  }
  return { ...library, database, path };
}

/** What Ann sees of her items, times included. */
async function itemsOf({ call }: LibraryOwner): Promise<unknown[]> {
  const pages = [];
  for (let page = 0; page < COUNT / 50; page++) {
    pages.push(...(await call("GET", `/raindrops/0?perpage=50&page=${page}&sort=created`)).items);
  }
  return pages;
}

/** How many of Ann's items have each tag. */
async function tagsOf({ request }: LibraryOwner): Promise<unknown> {
  const { body } = await request("GET", "/tags/0");
  return (body as { items: { _id: string; count: number }[] }).items.map(({ _id, count }) => [_id, count]);
}

/** Waits until a change of Ann has committed its first part. */
async function untilUnfinished(database: Awaited<ReturnType<typeof openPausing>>["database"]): Promise<void> {
  const unfinished = database.selectFrom("libraries").select("account_id").where("unfinished_step", "is not", null);
  while ((await unfinished.executeTakeFirst()) === undefined) await new Promise(setImmediate);
}

t.test("updateItems: others write and log in while a bulk change is under way", async (t) => {
  const { ann, bob, database, send } = await openPausing(t);
  const ended: string[] = [];
  const change = ann.call("PUT", "/raindrops/0", { tags: ["new"], dangerAll: true }).then(() => ended.push("Ann"));
  await untilUnfinished(database);
  await bob.addItem();
  ended.push("Bob");
  const login = await send("POST", "/api/user/login", { body: { email: bob.email, password: bob.password } });
  t.equal(login.status, 200);
  await change;
  t.same(ended, ["Bob", "Ann"]);
  t.same(await tagsOf(ann), [
    ["new", COUNT],
    ["old", COUNT],
  ]);
  t.same(await verify(database), []);
});

/** The body of a request for many new items. */
const newItems = (last: object = {}) => {
  const items = Array.from({ length: COUNT }, (_, index) => ({ link: `https://example.org/${index}` }));
  return { items: [...items, { link: "https://example.org/last", ...last }] };
};

t.test(
  "createItems: others write while many items are created, which happens once for an Idempotency-Key",
  async (t) => {
    const { ann, bob, database } = await openPausing(t);
    const headers = { "idempotency-key": "many items" };
    const ended: string[] = [];
    const creation = ann.request("POST", "/raindrops", newItems(), headers).finally(() => ended.push("Ann"));
    await untilUnfinished(database);
    await bob.addItem();
    ended.push("Bob");
    const { status, body } = await creation;
    t.same([status, ended], [200, ["Bob", "Ann"]]);
    const again = await ann.request("POST", "/raindrops", newItems(), headers);
    t.same([again.status, again.headers.get("idempotent-replayed")], [200, "true"]);
    t.same(again.body, body);
    t.equal((await ann.counts())[0], 2 * COUNT + 1);
    t.same((await ann.request("GET", "/undo")).body, { result: true, items: [] }, "nobody can undo it");
    t.same(await verify(database), []);
  },
);

t.test("createItems: nothing remains if the last of many items fails, also for its Idempotency-Key", async (t) => {
  const { ann, database } = await openPausing(t);
  const before = await itemsOf(ann);
  const headers = { "idempotency-key": "many items" };
  const failed = await ann.request("POST", "/raindrops", newItems({ collection: 4711 }), headers);
  t.match(errorFieldsOf(failed), { status: 400, error: "collection" });
  t.same(await itemsOf(ann), before);
  t.equal((await ann.counts())[0], COUNT);
  t.same(await verify(database), []);
  t.equal((await ann.request("POST", "/raindrops", newItems(), headers)).status, 200);
});

t.test("updateItems: other changes of the account wait, and do not see a half", async (t) => {
  const { ann, database } = await openPausing(t);
  const first = ann.call("PUT", "/raindrops/0", { tags: ["one"], dangerAll: true });
  await untilUnfinished(database);
  const others = await Promise.all([
    ann.call("PUT", "/raindrops/0", { tags: ["two"], dangerAll: true }),
    ann.call("PUT", "/tags/0", { tags: ["one"], replace: "three" }),
    ann.addItem(),
  ]);
  t.equal((await first).modified, COUNT);
  t.ok(others[0].modified >= COUNT);
  const counts = new Map((await tagsOf(ann)) as [string, number][]);
  t.equal(counts.get("old"), COUNT);
  t.equal((counts.get("one") ?? 0) + (counts.get("three") ?? 0), COUNT, "every item was renamed, or none");
  t.notOk(counts.has("one"));
  t.same(await verify(database), []);
});

t.test("updateItems: what a change has done is reverted if its last item fails", async (t) => {
  const { app, ann, database } = await openPausing(t);
  await createWebhook(app, ann.id, "https://receiver.example/");
  const large = "x".repeat(9_000);
  const { _id: last } = await ann.addItem(-1, { note: large, excerpt: large, title: "Last" });
  const media = Array.from({ length: 20 }, (_, index) => ({
    link: `https://example.com/${index}/${"m".repeat(1_000)}`,
  }));
  await ann.call("PUT", `/raindrop/${last}`, { media: [...media, ...media.map(({ link }) => ({ link: `${link}b` }))] });
  await database.deleteFrom("webhook_deliveries").execute();
  const [before, tags] = [await itemsOf(ann), await tagsOf(ann)];
  const more = Array.from({ length: 10 }, (_, index) => ({
    link: `https://example.org/${index}/${"n".repeat(1_500)}`,
  }));
  const received = await ann.request("PUT", "/raindrops/0", { media: more, tags: ["new"], dangerAll: true });
  t.match(errorFieldsOf(received), { status: 400 });
  t.same(await itemsOf(ann), before);
  t.same(await tagsOf(ann), tags);
  t.same((await ann.request("GET", "/undo")).body, { result: true, items: [] });
  t.same(await database.selectFrom("webhook_deliveries").select("type").execute(), []);
  t.same(await verify(database), []);
});

t.test("revertUndoStep: an undo beyond the quota changes nothing, and can be repeated", async (t) => {
  const { ann, database } = await openPausing(t);
  await ann.call("DELETE", "/tags/0", { tags: ["old"] });
  const before = await itemsOf(ann);
  const { body } = await ann.request("GET", "/undo");
  const [step] = (body as { items: { _id: number }[] }).items;
  const stored = await database.selectFrom("libraries").select("stored_bytes").executeTakeFirstOrThrow();
  await setCounters(database, ann.id, { tag_count: 1_000_000 });
  t.match(errorFieldsOf(await ann.request("POST", `/undo/${step?._id}`)), { status: 403, error: "quota" });
  t.same(await itemsOf(ann), before);
  await setCounters(database, ann.id, { tag_count: 0, ...stored });
  t.match(await ann.request("POST", `/undo/${step?._id}`), { status: 200, body: { items: COUNT } });
  t.same(await tagsOf(ann), [["old", COUNT]]);
});

t.test(
  "updateItems: nothing remains of a change whose process is killed, and meanwhile changes are refused",
  async (t) => {
    const { app, ann, bob, database, path, advanceClock } = await openPausing(t);
    const before = await itemsOf(ann);
    const child = fork(KILLED_CHANGE, [`sqlite:${path}`, String(app.context.clock())]);
    t.same(await once(child, "exit"), [null, "SIGKILL"]);
    t.not(JSON.stringify(await itemsOf(ann)), JSON.stringify(before), "a part is committed");
    const refused = await ann.request("POST", "/raindrop", { link: "https://example.com/" });
    t.same([refused.status, refused.headers.get("retry-after")], [503, "1"]);
    await bob.addItem();
    await app.context.cleanup.settled();
    advanceClock(60_000);
    const { status } = await ann.request("POST", "/raindrop", { link: "https://example.com/" });
    t.equal(status, 503, "it wakes the cleanup");
    await app.context.cleanup.settled();
    t.same(await itemsOf(ann), before);
    await ann.addItem();
    t.same(await verify(database), []);
  },
);

t.test("a change of an account is not refused because of another server that works on another account", async (t) => {
  const { ann, bob, database, path } = await openPausing(t);
  const other = openDatabase(`sqlite:${path}`);
  t.teardown(() => other.destroy());
  const change = ann.call("PUT", "/raindrops/0", { tags: ["new"], dangerAll: true });
  await untilUnfinished(other);
  t.match(await bob.request("POST", "/raindrop", { link: "https://example.com/" }), { status: 200 });
  await change;
  t.same(await verify(database), []);
});
