import t, { type Test } from "tap";
import { pageFormOf } from "../../../harness/forms.ts";
import * as copies from "../../../src/library/items/copies.ts";
import { verify } from "../../../src/maintenance/verify/verify.ts";
import { type LibraryOwner, openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";
import { expireUndo } from "../../support/undo.ts";
import { readCounters } from "../../support/usage.ts";

const LINK = "https://example.com/a";
const MIB = 1024 * 1024;

async function openCopies(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const library = await openLibrary(t, settings);
  const { app, ann } = library;
  const { database, clock, cleanup } = app.context;
  return {
    ...library,
    upload: async (text: string, url = LINK) => {
      const { headers, body } = await pageFormOf(`<p>${text}`, { url });
      return ann.request("POST", "/copies", body, headers);
    },
    /** What the worker does once it has read the page of an item for which somebody has asked. */
    make: (itemId: number, text: string) =>
      copies.store(database, clock, { itemId, accountId: ann.id }, Buffer.from(`<p>${text}</p>`), { maxBytes: MIB }),
    /** The text of the copy of an item; undefined without one. */
    textOf: async (id: number) => {
      const { status, headers } = await ann.request("GET", `/raindrop/${id}/cache`);
      if (status !== 307) return undefined;
      const html = await (await fetch(new URL(headers.get("location") ?? "", app.base))).text();
      return /<p>(.*)<\/p>/.exec(html)?.[1];
    },
    filesLeft: async () => {
      await cleanup.settled();
      return (await database.selectFrom("files").select("id").execute()).length;
    },
  };
}

async function stepsOf(owner: LibraryOwner) {
  const { body } = await owner.request("GET", "/undo");
  return (body as { items: { _id: number; operation: string; items: number }[] }).items;
}

/** Reverts the newest change. */
async function undo(owner: LibraryOwner) {
  const [step] = await stepsOf(owner);
  return (await owner.request("POST", `/undo/${step?._id}`)).body;
}

const ONE = { result: true, operation: "replaceCopy", items: 1, collections: 0 };
const COMPLETE = { items: 0, collections: 0, ids: [] };

t.test("revertUndoStep: a removed copy returns", async (t) => {
  const { ann, app, upload, textOf, filesLeft } = await openCopies(t);
  await upload("first");
  const [{ _id: id } = { _id: 0 }] = (await ann.call("GET", "/raindrops/-1")).items;
  const before = (await ann.call("GET", `/raindrop/${id}`)).item;
  t.same(await stepsOf(ann), [], "nothing was replaced");
  await ann.call("PUT", `/raindrop/${id}`, { keepCopy: false, title: "New" });
  t.equal(await textOf(id), undefined);
  t.match(await stepsOf(ann), [{ operation: "replaceCopy", items: 1 }]);
  t.equal(await filesLeft(), 1, "the file is kept");
  t.same(await verify(app.context.database), []);
  t.same(await undo(ann), { ...ONE, skipped: COMPLETE });
  t.equal(await textOf(id), "first");
  t.match((await ann.call("GET", `/raindrop/${id}`)).item, { cache: before.cache, title: "New" });
  await expireUndo(app.context.database);
  t.equal(await filesLeft(), 1, "the copy outlives its step");
  await ann.call("PUT", `/raindrop/${id}`, { keepCopy: false });
  await expireUndo(app.context.database);
  t.equal(await filesLeft(), 0);
  t.same(await verify(app.context.database), []);
});

t.test("revertUndoStep: a replaced copy returns, whether it was uploaded or made", async (t) => {
  const { ann, app, upload, make, textOf, filesLeft } = await openCopies(t);
  const { _id: id } = await ann.addItem(-1, { link: LINK });
  await upload("first");
  await upload("second");
  t.match(await stepsOf(ann), [{ operation: "replaceCopy" }]);
  await ann.call("PUT", `/raindrop/${id}`, { keepCopy: true });
  t.equal((await stepsOf(ann)).length, 2);
  await make(id, "third");
  t.equal((await stepsOf(ann)).length, 2, "what asked for the copy can be reverted");
  t.equal(await textOf(id), "third");
  t.equal(await filesLeft(), 3);
  t.same(await verify(app.context.database), []);
  t.same(await undo(ann), { ...ONE, skipped: COMPLETE });
  t.equal(await textOf(id), "second");
  t.equal(await filesLeft(), 2, "the third is deleted");
  t.same(await undo(ann), { ...ONE, skipped: COMPLETE });
  t.equal(await textOf(id), "first");
  await expireUndo(app.context.database);
  t.equal(await filesLeft(), 1);
});

t.test("revertUndoStep: a copy that was asked for and is not made yet is not made", async (t) => {
  const { ann, app, upload, textOf } = await openCopies(t);
  const { _id: id } = await ann.addItem(-1, { link: LINK });
  await upload("first");
  await ann.call("PUT", `/raindrop/${id}`, { keepCopy: true });
  await undo(ann);
  t.equal(await textOf(id), "first");
  t.same(await app.context.database.selectFrom("copies").select("wanted_at").execute(), [{ wanted_at: null }]);
});

t.test("revertUndoStep: leaves a copy that has changed since, and an item that was deleted", async (t) => {
  const { ann, upload, make, textOf } = await openCopies(t);
  const { _id: id } = await ann.addItem(-1, { link: LINK });
  await upload("first");
  await upload("second");
  const [step] = await stepsOf(ann);
  await ann.call("PUT", `/raindrop/${id}`, { keepCopy: true });
  await make(id, "third");
  const { body } = await ann.request("POST", `/undo/${step?._id}`);
  t.same(body, { ...ONE, items: 0, skipped: { ...COMPLETE, items: 1, ids: [id] } });
  t.equal(await textOf(id), "third");
  const [last] = await stepsOf(ann);
  for (let deleted = 0; deleted < 2; deleted++) await ann.call("DELETE", `/raindrop/${id}`);
  t.match((await ann.request("POST", `/undo/${last?._id}`)).body, { items: 0, skipped: { ids: [id] } });
  await undo(ann);
  t.equal(await textOf(id), "third", "deleting the item and reverting that restores its copy");
});

t.test("revertUndoStep: copies of many items return with their other changes", async (t) => {
  const { ann, app, upload, textOf } = await openCopies(t);
  const links = Array.from({ length: 60 }, (_, number) => `${LINK}${number}`);
  await ann.call("POST", "/raindrops", { items: links.map((link) => ({ link })) });
  for (const link of links.slice(0, 2)) await upload(link, link);
  const { items } = await ann.call("GET", "/raindrops/-1?perpage=50&search=cache.status:ready");
  const ids = items.map(({ _id }) => _id);
  t.equal(ids.length, 2);
  const { modified } = await ann.call("PUT", "/raindrops/-1?dangerAll=true", { keepCopy: false, important: true });
  t.equal(modified, links.length);
  for (const id of ids) t.equal(await textOf(id), undefined);
  t.same(await undo(ann), {
    result: true,
    operation: "updateItems",
    items: links.length,
    collections: 0,
    skipped: COMPLETE,
  });
  for (const id of ids) t.match(await textOf(id), LINK);
  t.same((await ann.call("GET", "/raindrops/-1?search=important:true")).count, 0);
  t.same(await verify(app.context.database), []);
});

t.test("an account whose storage is used up gives up copies that could return; they count once", async (t) => {
  const { ann, app, upload, textOf } = await openCopies(t, { ACCOUNT_QUOTA_MIB: "1" });
  const { _id: id } = await ann.addItem(-1, { link: LINK });
  const bytes = async () => Number((await readCounters(app.context.database, ann.id))?.stored_bytes);
  await upload("a".repeat(MIB / 3));
  const one = await bytes();
  await ann.call("PUT", `/raindrop/${id}`, { keepCopy: false });
  t.ok(Math.abs((await bytes()) - one) < 1_000, "as much as before");
  await undo(ann);
  t.ok(Math.abs((await bytes()) - one) < 1_000);
  await upload("b".repeat(MIB / 3));
  t.equal((await upload("c".repeat(MIB / 2))).status, 200);
  t.match(await textOf(id), /^c+$/);
  await app.context.cleanup.settled();
  t.ok((await bytes()) < MIB);
  t.ok((await stepsOf(ann)).length < 2, "the oldest was given up");
  t.equal((await upload("d".repeat(2 * MIB))).status, 403);
  t.match(await textOf(id), /^c+$/);
  t.same(await verify(app.context.database), []);
});

t.test("the owner reverts what a member did", async (t) => {
  const { app, ann, bob, upload, textOf } = await openCopies(t);
  const { _id: collection } = await ann.addCollection("Shared");
  await share(app, collection, bob.id, "member");
  const { _id: id } = await ann.addItem(collection, { link: LINK });
  await upload("first");
  await bob.call("PUT", `/raindrop/${id}`, { keepCopy: false });
  t.same(await stepsOf(bob), []);
  await undo(ann);
  t.equal(await textOf(id), "first");
});
