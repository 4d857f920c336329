import { type IncomingMessage, request } from "node:http";
import t, { type Test } from "tap";
import type { components } from "../../../generated/collections.ts";
import { formOf, pageFormOf } from "../../../harness/forms.ts";
import { pngOf } from "../../../harness/pictures.ts";
import type { Scope } from "../../../src/accounts/scopes.ts";
import { COPY_STATUSES } from "../../../src/database/schema/copies.ts";
import * as copies from "../../../src/library/items/copies.ts";
import { verify } from "../../../src/maintenance/verify/verify.ts";
import { errorFieldsOf, type Item, type LibraryOwner, openLibrary } from "../../support/library.ts";
import { createKey } from "../../support/people.ts";
import { share } from "../../support/shares.ts";
import { expireUndo } from "../../support/undo.ts";

const MIB = 1024 * 1024;
const LINK = "https://example.com/a";

type Fields = Readonly<Record<string, string>>;

async function openCopies(t: Test, settings: Fields = {}) {
  const library = await openLibrary(t, settings);
  const { app } = library;
  const { database, cleanup } = app.context;
  const send = async ({ request }: LibraryOwner, page: string | Uint8Array, fields: Fields = { url: LINK }) => {
    const { headers, body } = await pageFormOf(page, fields);
    return request("POST", "/copies", body, headers);
  };
  return {
    ...library,
    send,
    upload: async (owner: LibraryOwner, page: string, fields?: Fields): Promise<Item> => {
      const { status, body } = await send(owner, page, fields);
      if (status !== 200) throw new Error(`The upload failed: ${JSON.stringify(body)}`);
      return (body as components["schemas"]["SingleItem"]).item;
    },
    /** The path, with which anyone can read the copy. */
    pathOf: async ({ request }: LibraryOwner, id: number) => {
      const { status, body } = await request("GET", `/raindrop/${id}/cache?json=1`);
      if (status !== 200) throw new Error(`There is no copy: ${JSON.stringify(body)}`);
      return new URL((body as components["schemas"]["Copy"]).link).pathname;
    },
    read: (path: string, headers: Fields = {}) => fetch(app.base + path, { headers, redirect: "manual" }),
    countStored: async () => {
      await expireUndo(database);
      await cleanup.settled();
      const files = await database.selectFrom("files").select("id").execute();
      const rows = await database.selectFrom("copies").select("item_id").execute();
      const chunks = await database.selectFrom("file_chunks").select("number").execute();
      return { files: files.length, chunks: chunks.length, copies: rows.length };
    },
  };
}

const COLORS = [
  ...["blue", "brown", "cyan", "gray", "green", "indigo"],
  ...["orange", "pink", "purple", "red", "teal", "yellow"],
];

const NOTHING = { files: 0, chunks: 0, copies: 0 };

t.test("uploadCopy: creates a bookmark with the copy, without scripts", async (t) => {
  const { ann, upload, pathOf, read } = await openCopies(t);
  const item = await upload(ann, "<title> A  page </title><p onclick=x>Text<script>top.ran=1</script>");
  t.match(item, { link: LINK, title: "A page", type: "link", collectionId: -1, cache: { status: "ready" } });
  const response = await read(await pathOf(ann, item._id));
  t.equal(response.status, 200);
  const text = await response.text();
  t.match(text, "<body><p>Text</p></body>");
  t.equal(item.cache?.size, Buffer.byteLength(text));
  t.equal(item.cache?.created, "2026-01-01T12:00:00.000Z");
  const policy = response.headers.get("content-security-policy") ?? "";
  for (const part of ["sandbox;", "default-src 'none'", "img-src data:", "frame-ancestors 'none'"])
    t.ok(policy.includes(part), part);
  t.notMatch(policy, /allow-|script-src|https?:/);
  t.match(Object.fromEntries(response.headers), {
    "content-type": "text/html; charset=utf-8",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "private, no-store",
  });
  t.notOk(response.headers.has("set-cookie"));
  t.same((await ann.call("GET", `/raindrop/${item._id}`)).item, item);
  const [listed] = (await ann.call("GET", "/raindrops/0")).items;
  t.same(listed?.cache, item.cache);
});

t.test("uploadCopy: adds the copy to the oldest bookmark with the link, and replaces another one", async (t) => {
  const { ann, upload, pathOf, read, countStored } = await openCopies(t);
  const { _id: id } = await ann.addItem(-1, { link: LINK, title: "Mine" });
  await ann.addItem(-1, { link: LINK, title: "Later" });
  t.match(await upload(ann, "<title>One</title>first"), { _id: id, title: "Mine" });
  const first = await pathOf(ann, id);
  t.match(await upload(ann, "<title>Two</title>second"), { _id: id, cache: { status: "ready" } });
  t.equal((await read(first)).status, 404, "the address of the one before has ended");
  t.match(await (await read(await pathOf(ann, id))).text(), "second");
  t.same(await countStored(), { files: 1, chunks: 1, copies: 1 });
  t.match(await upload(ann, "third", { url: "https://example.com/b", title: " Named " }), { title: "Named" });
  t.match(await upload(ann, "fourth", { url: "https://example.com/c" }), { title: "https://example.com/c" });
});

t.test("uploadCopy: two uploads of a new link at once make one bookmark", async (t) => {
  const { ann, upload, countStored } = await openCopies(t);
  const both = await Promise.all([upload(ann, "one"), upload(ann, "two")]);
  t.equal(both[0]?._id, both[1]?._id);
  t.same(await countStored(), { files: 1, chunks: 1, copies: 1 });
});

t.test("uploadCopy: rejects what is no page, and stores nothing", async (t) => {
  const { ann, send, countStored } = await openCopies(t);
  const sent = async (page: string | Uint8Array, fields?: Fields) => errorFieldsOf(await send(ann, page, fields));
  t.match(await sent(""), { status: 400, error: "file_invalid", errorMessage: "The file is empty." });
  const large = Buffer.alloc(20 * MIB + 1, "x");
  t.match(await sent(large), {
    status: 400,
    error: "file_size_limit",
    errorMessage: "The page is larger than 20 MiB.",
  });
  const growing = Buffer.alloc(8 * MIB, "<p>");
  t.match(await sent(growing), { status: 400 });
  t.match(await sent("x", {}), { status: 400, error: "url" });
  t.match(await sent("x", { url: "ftp://example.com/" }), { status: 400, error: "url" });
  t.match(errorFieldsOf(await ann.request("POST", "/copies", { url: LINK })), { status: 400, error: -1 });
  t.same(await countStored(), NOTHING);
  t.equal((await ann.counts())[0], 0);
});

t.test("uploadCopy: counts towards the storage of the account", async (t) => {
  const { ann, send, upload, countStored, app } = await openCopies(t, { ACCOUNT_QUOTA_MIB: "1" });
  const { _id: id } = await upload(ann, "small");
  const refused = await send(ann, `<p>${"x".repeat(MIB)}`);
  t.match(errorFieldsOf(refused), { status: 403, error: "quota" });
  t.match((await ann.call("GET", `/raindrop/${id}`)).item, { cache: { status: "ready" } });
  t.same(await countStored(), { files: 1, chunks: 1, copies: 1 });
  t.same(await verify(app.context.database), []);
});

t.test("getCopy: for those who may read the bookmark, but not for the public", async (t) => {
  const { app, ann, bob, upload } = await openCopies(t);
  const { _id: id } = await upload(ann, "mine");
  const { _id: collection } = await ann.addCollection("Shared");
  await ann.call("PUT", `/raindrop/${id}`, { collectionId: collection });
  const path = `/raindrop/${id}/cache`;
  t.match(errorFieldsOf(await bob.request("GET", path)), { status: 404, error: "not_found" });
  t.equal((await app.send("GET", `/rest/v1${path}`)).status, 401);
  await ann.call("PUT", `/collection/${collection}`, { public: true });
  t.equal((await bob.call("GET", `/raindrop/${id}`)).item.cache, undefined);
  t.match(errorFieldsOf(await bob.request("GET", path)), { status: 404, error: "not_found" });
  t.equal((await app.send("GET", `/rest/v1${path}`)).status, 404);
  await share(app, collection, bob.id, "viewer");
  t.match((await bob.call("GET", `/raindrop/${id}`)).item, { cache: { status: "ready" } });
  t.equal((await bob.request("GET", `${path}?json=1`)).status, 200);
  const withKey = async (method: string, at: string, scope: Scope) => {
    const key = await createKey(app, ann.id, `${method} ${scope}`, [scope]);
    return app.send(method, `/rest/v1${at}`, { headers: { authorization: `Bearer ${key}` } });
  };
  t.equal((await withKey("GET", path, "users:read")).status, 403);
  t.equal((await withKey("GET", `${path}?json=1`, "collections:read")).status, 200);
  t.equal((await withKey("POST", "/copies", "collections:read")).status, 403);
});

t.test("getCopy: redirects to an address that nobody can guess, and that ends", async (t) => {
  const { ann, app, upload, pathOf, read } = await openCopies(t);
  const { _id: id } = await upload(ann, "mine");
  const path = await pathOf(ann, id);
  const response = await read(`/rest/v1/raindrop/${id}/cache`, { authorization: `Bearer ${ann.token}` });
  t.equal(response.status, 307);
  t.equal(response.headers.get("location"), path);
  const etag = (await ann.request("GET", `/raindrop/${id}/cache?json=1`)).headers.get("etag") ?? "";
  const again = await ann.request("GET", `/raindrop/${id}/cache?json=1`, undefined, { "if-none-match": etag });
  t.equal(again.status, 304);
  const [start = "", signature = ""] = [path.slice(0, -43), path.slice(-43)];
  for (const wrong of [
    `${start}${"A".repeat(43)}`,
    `${start.replace(/\d+-$/, "9999999-")}${signature}`,
    `${start}${signature.slice(1)}`,
    `${path}x`,
    "/copies/1",
  ])
    t.equal((await read(wrong)).status, 404, wrong);
  app.advanceClock(10 * 60_000 - 1);
  t.equal((await read(path)).status, 200);
  app.advanceClock(10 * 60_000 + 1);
  t.equal((await read(path)).status, 404);
  t.not(await pathOf(ann, id), path);
});

t.test("COPIES_ORIGIN: that host serves copies alone, and others redirect there", async (t) => {
  const { ann, app, upload } = await openCopies(t, { COPIES_ORIGIN: "http://copies.test" });
  const { _id: id } = await upload(ann, "mine");
  const { body } = await ann.request("GET", `/raindrop/${id}/cache?json=1`);
  const link = new URL((body as components["schemas"]["Copy"]).link);
  t.equal(link.origin, "http://copies.test");
  const at = (host: string, path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(app.base + path, { headers: { host } }, (response) => resolve(response.resume()))
        .on("error", reject)
        .end();
    });
  t.equal((await at("copies.test", link.pathname)).statusCode, 200);
  const redirected = await at("triptych.test", link.pathname);
  t.match(redirected, { statusCode: 307, headers: { location: link.href } });
  for (const path of [
    "/",
    "/bookmarks",
    "/login",
    "/rest/v1/collections",
    "/api/products",
    "/health",
    "/static/pages.css",
  ]) {
    // Twice, because a cached response could be sent without asking.
    await at("triptych.test", path);
    await at("triptych.test", path);
    const other = await at("copies.test", path);
    t.equal(other.statusCode, 404, path);
    t.equal(other.headers["set-cookie"], undefined);
  }
});

t.test("keepCopy: asks for a copy, and removes it", async (t) => {
  const { ann, upload, countStored } = await openCopies(t);
  const waiting = { status: "retry" };
  const { _id: one, cache } = await ann.addItem(-1, { keepCopy: true });
  t.same(cache, waiting);
  t.equal((await ann.addItem(-1, { keepCopy: false })).cache, undefined);
  const items = [{ link: LINK, keepCopy: true }, { link: "https://example.com/b" }];
  const created = (await ann.call("POST", "/raindrops", { items })).items;
  t.same(
    created.map((item) => item.cache),
    [waiting, undefined],
  );
  const [first, second] = created.map(({ _id }) => _id);
  t.same((await ann.call("PUT", `/raindrop/${second}`, { keepCopy: true })).item.cache, waiting);
  t.same((await ann.call("PUT", `/raindrop/${second}`, { title: "Other" })).item.cache, waiting);
  t.equal((await ann.call("PUT", `/raindrop/${second}`, { keepCopy: false })).item.cache, undefined);
  await ann.call("PUT", "/raindrops/-1", { ids: [first, second], keepCopy: true });
  t.same((await ann.call("GET", `/raindrop/${second}`)).item.cache, waiting);
  const uploaded = await upload(ann, "page");
  t.equal(uploaded._id, first);
  const { item } = await ann.call("PUT", `/raindrop/${first}`, { keepCopy: true });
  t.same(item.cache, uploaded.cache, "the copy stays until another one is made");
  const { modified } = await ann.call("PUT", "/raindrops/-1", { ids: [one, first, second], keepCopy: false });
  t.equal(modified, 3);
  t.same(await countStored(), NOTHING);
});

t.test("keepCopy: the copy belongs to the item, also when its deletion is reverted", async (t) => {
  const { ann, app, upload, pathOf, read, countStored } = await openCopies(t);
  const { _id: id, cache } = await upload(ann, "page");
  await ann.call("DELETE", `/raindrop/${id}`);
  t.same((await ann.call("GET", `/raindrop/${id}`)).item.cache, cache, "in the Trash");
  const path = await pathOf(ann, id);
  await ann.call("DELETE", `/raindrop/${id}`);
  t.equal((await read(path)).status, 404);
  const [step] = (await ann.call("GET", "/undo")).items;
  await ann.call("POST", `/undo/${step?._id}`);
  t.same((await ann.call("GET", `/raindrop/${id}`)).item.cache, cache);
  t.equal((await read(path)).status, 200);
  await ann.call("DELETE", `/raindrop/${id}`);
  t.same(await countStored(), NOTHING);
  t.same(await verify(app.context.database), []);
});

t.test("cache: says why there is no copy", async (t) => {
  const { ann, app } = await openCopies(t);
  const { database, clock } = app.context;
  for (const status of COPY_STATUSES) {
    if (status === "ready") continue;
    const { _id: itemId, user } = await ann.addItem(-1, { keepCopy: true });
    if (status !== "retry") await copies.fail(database, { itemId, accountId: user.$id }, status);
    t.same((await ann.call("GET", `/raindrop/${itemId}`)).item.cache, { status });
    t.match(errorFieldsOf(await ann.request("GET", `/raindrop/${itemId}/cache`)), { status: 404, error: "not_found" });
  }
  const { _id: itemId, user } = await ann.addItem();
  const wanted = { itemId, accountId: user.$id };
  await copies.store(database, clock, wanted, Buffer.from("page"), { maxBytes: MIB });
  await copies.fail(database, wanted, "failed");
  t.match((await ann.call("GET", `/raindrop/${itemId}`)).item, { cache: { status: "ready", size: 4 } });
  t.notOk(await copies.store(database, clock, { ...wanted, itemId: 4711 }, Buffer.from("x"), { maxBytes: MIB }));
});

t.test("every operation that returns an item says whether it has a copy, or why it has none", async (t) => {
  const { ann, app } = await openCopies(t);
  const { database } = app.context;
  const cover = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });
  for (const status of COPY_STATUSES) {
    const { _id: itemId, user } = await ann.addItem(-1, { keepCopy: true });
    const wanted = { itemId, accountId: user.$id };
    if (status === "ready")
      await copies.store(database, app.context.clock, wanted, Buffer.from("x"), { maxBytes: MIB });
    else if (status !== "retry") await copies.fail(database, wanted, status);
    const { item: first } = await ann.call("GET", `/raindrop/${itemId}`);
    t.equal(first.cache?.status, status);
    const path = `/raindrop/${itemId}`;
    t.same((await ann.call("PUT", path, { title: "New" })).item.cache, first.cache, `updateItem, ${status}`);
    const { body } = await ann.request("PUT", `${path}/cover`, cover.body, cover.headers);
    t.match(body, { item: { cache: first.cache } }, `uploadItemCover, ${status}`);
    t.same((await ann.call("GET", "/raindrops/-1?sort=-created")).items[0]?.cache, first.cache, `listItems, ${status}`);
    t.same((await ann.call("DELETE", path)).item.cache, first.cache, `deleteItem, ${status}`);
  }
});

t.test("uploadCopy: returns the bookmark as it is, whatever its type and its highlights", async (t) => {
  const { ann, upload } = await openCopies(t);
  const highlights = COLORS.map((color, position) => ({ text: `in ${color}`, color, position }));
  for (const type of ["link", "article", "image", "video", "document", "audio"]) {
    const url = `https://example.com/${type}`;
    const added = await ann.addItem(-1, { link: url, type, highlights });
    const item = await upload(ann, "page", { url });
    t.match(item, { _id: added._id, type, highlights: added.highlights }, type);
  }
});

t.test("search: cache.status finds items by their copies, but not for readers of a public collection", async (t) => {
  const { ann, bob, app, upload } = await openCopies(t);
  const { database } = app.context;
  const { _id: collection } = await ann.addCollection("Public");
  await ann.call("PUT", `/collection/${collection}`, { public: true });
  const found = async (owner: LibraryOwner, search: string) =>
    (await owner.call("GET", `/raindrops/${collection}?search=${encodeURIComponent(search)}&sort=title`)).items.map(
      ({ title }) => title,
    );
  await ann.addItem(collection, { title: "none" });
  const ready = await ann.addItem(collection, { title: "ready", link: LINK });
  await upload(ann, "page");
  const { _id: itemId } = await ann.addItem(collection, { title: "waiting", keepCopy: true });
  t.same(await found(ann, "cache.status:ready"), ["ready"]);
  t.same(await found(ann, "CACHE.STATUS:Retry"), ["waiting"]);
  t.same(await found(ann, "-cache.status:ready"), ["none", "waiting"]);
  t.same(await found(ann, "cache.status:other"), []);
  await copies.fail(database, { itemId, accountId: ready.user.$id }, "invalid-size");
  t.same(await found(ann, "cache.status:retry"), []);
  t.same(await found(ann, "cache.status:invalid-size ready"), []);
  t.same(await found(ann, "cache.status:invalid-size waiting"), ["waiting"]);
  t.same(await found(bob, "cache.status:ready"), []);
});
