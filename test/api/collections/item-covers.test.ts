import t, { type Test } from "tap";
import { formOf } from "../../../harness/forms.ts";
import { gifOf, jpegOf, pngOf } from "../../../harness/pictures.ts";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";
import { expireUndo } from "../../support/undo.ts";
import { setCounters } from "../../support/usage.ts";

const RED = await pngOf(40, 20, "#ff0000");
const PICTURE = /^http:\/\/triptych\.test\/rest\/v1\/cover\/([\w-]{22})$/;

async function openCovers(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const library = await openLibrary(t, settings);
  const { app } = library;
  return {
    ...library,
    async upload({ request }: LibraryOwner, id: number, bytes: Uint8Array, headers = {}) {
      const form = await formOf({ bytes });
      return request("PUT", `/raindrop/${id}/cover`, form.body, { ...form.headers, ...headers });
    },
    /** Whether a picture can be read, once the cleanup has run. */
    async isStored(address: unknown) {
      await app.context.cleanup.settled();
      return (await app.send("GET", String(address).slice("http://triptych.test".length))).status === 200;
    },
    /** How many bytes a person stores. */
    async storedBytes({ id }: LibraryOwner) {
      const { stored_bytes } = await app.context.database
        .selectFrom("libraries")
        .select("stored_bytes")
        .where("account_id", "=", id)
        .executeTakeFirstOrThrow();
      return stored_bytes;
    },
    /** How many pictures are stored once no deletion can be reverted. */
    async countPictures() {
      await expireUndo(app.context.database);
      await app.context.cleanup.settled();
      return (await app.context.database.selectFrom("pictures").select("id").execute()).length;
    },
  };
}

t.test("uploadItemCover: the picture is the cover and the first of the media, and everybody may read it", async (t) => {
  const { ann, upload, send } = await openCovers(t);
  for (const file of [RED, await jpegOf(500, 1000, "#ff0000"), gifOf(2)]) {
    const media = [{ link: "https://example.com/a.mp4", type: "video" }];
    const { _id, lastUpdate } = await ann.addItem(-1, { media, tags: ["red"], lastUpdate: "2026-01-01T00:00:00Z" });
    const uploaded = await upload(ann, _id, file);
    const { item } = await ann.call("GET", `/raindrop/${_id}`);
    t.same(uploaded, { ...uploaded, status: 200, body: { result: true, item } });
    t.match(item.cover, PICTURE);
    t.same(item.media, [{ link: item.cover, type: "image" }, ...media]);
    t.same(item.tags, ["red"]);
    t.not(item.lastUpdate, lastUpdate);
    const picture = await send("GET", String(item.cover).slice("http://triptych.test".length));
    t.match([picture.status, picture.headers.get("content-type")], [200, "image/webp"]);
  }
});

t.test("uploadItemCover: the item keeps its type", async (t) => {
  const { ann, upload } = await openCovers(t);
  for (const type of ["link", "article", "image", "video", "document", "audio"]) {
    const { _id } = await ann.addItem(-1, { type });
    t.match((await upload(ann, _id, RED)).body, { item: { _id, type } });
  }
});

t.test("uploadItemCover: another picture replaces the first one, which is deleted", async (t) => {
  const { ann, upload, countPictures } = await openCovers(t);
  const { _id } = await ann.addItem();
  await upload(ann, _id, RED);
  const { item: before } = await ann.call("GET", `/raindrop/${_id}`);
  await upload(ann, _id, await pngOf(8, 8, "#0000ff"));
  const { item } = await ann.call("GET", `/raindrop/${_id}`);
  t.not(item.cover, before.cover);
  t.same(item.media, [{ link: item.cover, type: "image" }]);
  t.equal(await countPictures(), 1);
});

t.test(
  "uploadItemCover: the picture stays while its item exists, and until its deletion can't be reverted",
  async (t) => {
    const { ann, upload, countPictures, app, send } = await openCovers(t);
    const { _id } = await ann.addItem();
    await upload(ann, _id, RED);
    const { item } = await ann.call("GET", `/raindrop/${_id}`);
    await ann.call("PUT", `/raindrop/${_id}`, { cover: "https://example.com/a.png" });
    t.equal(await countPictures(), 1, "the media still have it");
    await ann.call("DELETE", `/raindrop/${_id}`);
    await ann.call("DELETE", `/raindrop/${_id}`);
    await app.context.cleanup.settled();
    const address = String(item.cover).slice("http://triptych.test".length);
    t.equal((await send("GET", address)).status, 200, "the deletion can be reverted");
    t.equal(await countPictures(), 0);
  },
);

t.test("uploadItemCover: a picture that a collection has too stays when its item is deleted", async (t) => {
  const { ann, upload, countPictures } = await openCovers(t);
  const { _id } = await ann.addItem();
  await upload(ann, _id, RED);
  const { item } = await ann.call("GET", `/raindrop/${_id}`);
  const { _id: books } = await ann.addCollection("Books", undefined, { cover: [item.cover] });
  await ann.call("DELETE", `/raindrop/${_id}`);
  await ann.call("DELETE", "/collection/-99");
  t.equal(await countPictures(), 1);
  await ann.call("PUT", `/collection/${books}`, { cover: [] });
  t.equal(await countPictures(), 0);
});

t.test("uploadItemCover: a picture that an item has too stays when its collection changes", async (t) => {
  const { ann, upload, countPictures } = await openCovers(t);
  const { _id } = await ann.addItem();
  await upload(ann, _id, RED);
  const { item } = await ann.call("GET", `/raindrop/${_id}`);
  const { _id: books } = await ann.addCollection("Books", undefined, { cover: [item.cover] });
  await ann.call("PUT", `/collection/${books}`, { cover: [] });
  t.equal(await countPictures(), 1);
});

t.test("uploadItemCover: returns 400 and keeps the item when there is no usable picture", async (t) => {
  const { ann, upload, countPictures } = await openCovers(t);
  const { _id } = await ann.addItem();
  const { item } = await ann.call("GET", `/raindrop/${_id}`);
  t.match(errorFieldsOf(await upload(ann, _id, Buffer.from("<svg/>"))), { status: 400, error: "file_invalid" });
  t.match(errorFieldsOf(await upload(ann, _id, Buffer.alloc(5 * 1024 * 1024 + 1))), { error: "file_size_limit" });
  const noFile = await ann.request("PUT", `/raindrop/${_id}/cover`, { cover: "x" });
  t.match(errorFieldsOf(noFile), { status: 400, error: -1, errorMessage: "no file" });
  const full = await ann.addItem(-1, { media: Array(100).fill({ link: "https://example.com/a.png" }) });
  t.match(errorFieldsOf(await upload(ann, full._id, RED)), { status: 400, error: "media" });
  t.same((await ann.call("GET", `/raindrop/${_id}`)).item, item);
  t.equal(await countPictures(), 0);
});

t.test("uploadItemCover: returns 412 when the item has changed, and 403 beyond the quota", async (t) => {
  const { ann, upload, app } = await openCovers(t, { ACCOUNT_QUOTA_MIB: "1" });
  const { _id } = await ann.addItem();
  const etag = (await ann.request("GET", `/raindrop/${_id}`)).headers.get("etag") ?? "";
  t.equal((await upload(ann, _id, RED, { "if-match": etag })).status, 200);
  t.equal((await upload(ann, _id, RED, { "if-match": etag })).status, 412);
  await setCounters(app.context.database, ann.id, { stored_bytes: 1024 * 1024 });
  t.match(errorFieldsOf(await upload(ann, _id, RED)), { status: 403, error: "quota" });
});

/** Each way in which a cover is removed, and whether that can be reverted. */
const REMOVALS: Readonly<
  Record<string, { readonly isUndoable: boolean; readonly remove: (ann: LibraryOwner, id: number) => Promise<unknown> }>
> = {
  "an empty cover": {
    isUndoable: false,
    remove: (ann, id) => ann.call("PUT", `/raindrop/${id}`, { cover: "" }),
  },
  "an empty cover and other media": {
    isUndoable: false,
    remove: (ann, id) =>
      ann.call("PUT", `/raindrop/${id}`, { cover: "", media: [{ link: "https://example.com/a.png" }] }),
  },
  "another cover and no media": {
    isUndoable: false,
    remove: (ann, id) => ann.call("PUT", `/raindrop/${id}`, { cover: "https://example.com/a.png", media: [] }),
  },
  "a screenshot instead": {
    isUndoable: false,
    remove: (ann, id) => ann.call("PUT", `/raindrop/${id}`, { cover: "<screenshot>" }),
  },
  "an empty cover of many items": {
    isUndoable: true,
    remove: (ann, id) => ann.call("PUT", "/raindrops/0", { ids: [id], cover: "" }),
  },
  "another cover and no media of many items": {
    isUndoable: true,
    remove: (ann, id) => ann.call("PUT", "/raindrops/0", { ids: [id], cover: "https://example.com/a.png", media: [] }),
  },
};

for (const [name, { isUndoable, remove }] of Object.entries(REMOVALS)) {
  t.test(`a cover that is removed by ${name} is deleted, and its storage is free`, async (t) => {
    const { ann, upload, countPictures, isStored, storedBytes } = await openCovers(t);
    const { _id } = await ann.addItem();
    await remove(ann, _id);
    t.equal(await countPictures(), 0);
    const before = await storedBytes(ann);
    await upload(ann, _id, RED);
    const { item } = await ann.call("GET", `/raindrop/${_id}`);
    await remove(ann, _id);
    t.equal(await isStored(item.cover), isUndoable, "until it can't be reverted");
    t.equal(await countPictures(), 0);
    t.notMatch(JSON.stringify((await ann.call("GET", `/raindrop/${_id}`)).item), item.cover);
    t.equal(await storedBytes(ann), before);
  });
}

t.test("revertUndoStep: a cover that was removed from many items is there again", async (t) => {
  const { ann, upload, countPictures, isStored } = await openCovers(t);
  const other = { link: "https://example.com/a.png", type: "image" };
  const { _id } = await ann.addItem(-1, { media: [other] });
  await upload(ann, _id, RED);
  const { item } = await ann.call("GET", `/raindrop/${_id}`);
  await ann.call("PUT", "/raindrops/0", { ids: [_id], cover: "" });
  t.match((await ann.call("GET", `/raindrop/${_id}`)).item, { cover: "", media: [other] });
  t.ok(await isStored(item.cover));
  await ann.call("POST", `/undo/${(await ann.call("GET", "/undo")).items[0]?._id}`);
  const { item: reverted } = await ann.call("GET", `/raindrop/${_id}`);
  t.same([reverted.cover, reverted.media], [item.cover, item.media]);
  t.equal(await countPictures(), 1);
  await ann.call("PUT", `/raindrop/${_id}`, { cover: "" });
  t.equal(await countPictures(), 0);
});

t.test("a cover stays while a change that can be reverted would show it again", async (t) => {
  const { ann, upload, countPictures, isStored } = await openCovers(t);
  const { _id } = await ann.addItem();
  await upload(ann, _id, RED);
  const { item } = await ann.call("GET", `/raindrop/${_id}`);
  const other = "https://example.com/a.png";
  await ann.call("PUT", "/raindrops/0", { ids: [_id], cover: other });
  await ann.call("PUT", `/raindrop/${_id}`, { media: [] });
  t.ok(await isStored(item.cover));
  await ann.call("POST", `/undo/${(await ann.call("GET", "/undo")).items[0]?._id}`);
  t.match((await ann.call("GET", `/raindrop/${_id}`)).item, { cover: item.cover });
  t.equal(await countPictures(), 1);
});

t.test("a cover of one item that is removed does not end that of another one", async (t) => {
  const { ann, upload, countPictures, isStored } = await openCovers(t);
  const [{ _id: one }, { _id: other }] = [await ann.addItem(), await ann.addItem()];
  await upload(ann, one, RED);
  await upload(ann, other, RED);
  await ann.call("PUT", `/raindrop/${one}`, { cover: "", title: "Changed" });
  await ann.call("PUT", `/raindrop/${other}`, { title: "Changed", tags: ["x"] });
  t.equal(await countPictures(), 1);
  t.ok(await isStored((await ann.call("GET", `/raindrop/${other}`)).item.cover));
});
