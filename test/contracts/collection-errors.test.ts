import { sql } from "kysely";
import t, { type Test } from "tap";
import type { components } from "../../generated/collections.ts";
import { encodeForm, formOf, pageFormOf } from "../../harness/forms.ts";
import { openDatabase } from "../../src/database/database.ts";
import { openApp, type Received } from "../support/app.ts";
import { openDatabaseFile, withFullQueue } from "../support/database-file.ts";
import { setDescription } from "../support/descriptions.ts";
import { type ErrorCase, sendRawJson, testErrorTable } from "../support/error-table.ts";
import { idempotencyErrors } from "../support/idempotency-errors.ts";
import { BASE, type LibraryOwner, openLibrary } from "../support/library.ts";
import { mediaOf } from "../support/media.ts";
import { createKey, createPerson } from "../support/people.ts";
import { sharingErrors } from "../support/sharing-errors.ts";
import { fillSlots } from "../support/slots.ts";
import { openAppAtUnreadLimit } from "../support/unread.ts";
import { openUploads } from "../support/uploads.ts";
import { setCounters, type Usage } from "../support/usage.ts";

type Library = Awaited<ReturnType<typeof openLibrary>>;

let library: Promise<Library> | undefined;

/**
 * A case on the server that most cases share, with Ann and Bob. The first case starts it: while other
 * test files are loaded, its connections could reach their keep-alive timeout.
 */
function inLibrary(request: (shared: Library, t: Test) => Promise<Received>): ErrorCase {
  return async (test) => {
    library ??= openLibrary(t);
    return request(await library, test);
  };
}

/** Changes an address as often as the server mails it a link, then to `email`. */
async function changeAddressAgain(t: Test, settings: Readonly<Record<string, string>>, email: string) {
  const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "triptych@example.com" };
  const { ann } = await openLibrary(t, { ...mail, ...settings });
  const change = (address: string) => ann.request("PUT", "/user", { email: address, oldpassword: ann.password });
  for (let count = 0; count < 5; count++) if ((await change("ann@new.example")).status !== 200) break;
  return change(email);
}

/** A POST by an account with these counters, on a server with 1 MiB of storage per account. */
function postWithUsage(counters: Partial<Usage>, path: string, body: object): ErrorCase {
  return async (t) => {
    const { ann, app } = await openLibrary(t, { ACCOUNT_QUOTA_MIB: "1" });
    await ann.addItem();
    await setCounters(app.context.database, ann.id, counters);
    return ann.request("POST", path, body);
  };
}

const LINK_LINE = "http://a.b\n";

async function sendBookmarks({ request }: LibraryOwner, content: string): Promise<Received> {
  const { headers, body } = await formOf({ bytes: Buffer.from(content), field: "import" });
  return request("POST", "/import/file", body, headers);
}

async function sendPage(owner: LibraryOwner, page: Uint8Array): Promise<Received> {
  const { headers, body } = await pageFormOf(page, { url: "https://example.com/" });
  return owner.request("POST", "/copies", body, headers);
}

async function sendFile({ request }: LibraryOwner, content: string, collectionId = ""): Promise<Received> {
  const form = new FormData();
  form.append("collectionId", collectionId);
  form.append("file", new File([content], "a.txt"));
  const { headers, body } = await encodeForm(form);
  return request("PUT", "/raindrop/file", body, headers);
}

const CASES: Readonly<Record<string, ErrorCase>> = {
  ...sharingErrors,
  ...idempotencyErrors(`${BASE}/raindrop`, { link: "https://example.com/" }, { link: "https://example.org/" }),
  "400 the body is not JSON": inLibrary(({ ann }) => ann.request("POST", "/collection", "{")),
  "400 the body is missing": inLibrary(({ ann }) => ann.request("POST", "/collection")),
  "400 the view is unknown": inLibrary(({ ann }) => ann.request("POST", "/collection", { view: "bla" })),
  "400 a field of the body is invalid": inLibrary(({ ann }) => ann.request("POST", "/collection", { title: 5 })),
  "400 a parameter is invalid": inLibrary(({ ann }) => ann.request("GET", "/raindrops/0?page=-1")),
  "400 the parent is unknown, someone else's or a descendant": inLibrary(({ ann }) =>
    ann.request("POST", "/collection", { parent: { $id: 4711 } }),
  ),
  "400 the tree would get too deep": inLibrary(async ({ ann }) => {
    let parent: number | undefined;
    for (let level = 1; level <= 64; level++) parent = (await ann.addCollection(`${level}`, parent))._id;
    return ann.request("POST", "/collection", { parent: { $id: parent } });
  }),
  "400 the collection to merge into is unknown": inLibrary(({ ann }) =>
    ann.request("PUT", "/collections/merge", { to: 4711, ids: [1] }),
  ),
  "400 the tags to replace are missing": inLibrary(({ ann }) => ann.request("PUT", "/tags", { replace: "x" })),
  "400 the tags are used by too many items": async (t) => {
    const { ann, app } = await openLibrary(t);
    await ann.addItem(-1, { tags: ["x"] });
    await sql`update facets set count = 10001`.execute(app.context.database);
    return ann.request("DELETE", "/tags", { tags: ["x"] });
  },
  "400 the item's collection is unknown or someone else's": inLibrary(({ ann }) =>
    ann.request("POST", "/raindrop", { link: "https://example.com/", collection: { $id: 4711 } }),
  ),
  "400 fields refer to different collections": inLibrary(({ ann }) =>
    ann.request("POST", "/raindrop", { link: "https://example.com/", collection: { $id: -1 }, collectionId: -99 }),
  ),
  "400 a link that is not a URL": inLibrary(({ ann }) => ann.request("POST", "/raindrop", { link: "http://[" })),
  "400 a link that is too long once its spaces are percent-encoded": inLibrary(({ ann }) =>
    ann.request("POST", "/raindrop", { link: `https://example.com/${" ".repeat(7_900)}x` }),
  ),
  "400 the item has too many tags, media or highlights": inLibrary(({ ann }) => {
    const tags = Array.from({ length: 101 }, (_, index) => `tag ${index}`);
    return ann.request("POST", "/raindrop", { link: "https://example.com/", tags });
  }),
  "400 a time of the item is out of range": inLibrary(({ ann }) =>
    ann.request("POST", "/raindrop", { link: "https://example.com/", created: "1969-01-01T00:00:00Z" }),
  ),
  "400 the item is too large": inLibrary(({ ann }) => {
    const [excerpt, note] = ["\u0001".repeat(9_000), "\u0001".repeat(9_000)];
    return ann.request("POST", "/raindrop", { link: "https://example.com/", excerpt, note });
  }),
  "400 a change of all items without dangerAll": inLibrary(({ ann }) =>
    ann.request("PUT", "/raindrops/0", { important: true }),
  ),
  "400 a search with too many words": inLibrary(({ ann }) =>
    ann.request("GET", `/raindrops/0?search=${"a+".repeat(101)}`),
  ),
  "400 a query parameter that a bulk operation does not support": inLibrary(({ ann }) =>
    ann.request("DELETE", "/raindrops/-1?tag=x"),
  ),
  "400 a body field that a bulk operation does not support": inLibrary(({ ann }) =>
    ann.request("DELETE", "/raindrops/-1", { tag: "x" }),
  ),
  "400 the form has no file": inLibrary(async ({ ann }) => ann.request("PUT", `/collection/1/cover`, { cover: "x" })),
  "400 the file is not a picture": inLibrary(async ({ ann }) => {
    const { _id: id } = await ann.addCollection("Covered");
    const { headers, body } = await formOf({ bytes: Buffer.from("<svg/>") });
    return ann.request("PUT", `/collection/${id}/cover`, body, headers);
  }),
  "400 the file is too large": inLibrary(async ({ ann }) => {
    const { _id: id } = await ann.addCollection("Covered");
    const { headers, body } = await formOf({ bytes: Buffer.alloc(5 * 1024 * 1024 + 1) });
    return ann.request("PUT", `/collection/${id}/cover`, body, headers);
  }),
  "400 the file is of another kind than those that can be uploaded": inLibrary(({ ann }) => sendFile(ann, "\0")),
  "400 the file is empty": inLibrary(({ ann }) => sendFile(ann, "")),
  "400 the page to keep is too large": inLibrary(({ ann }) => sendPage(ann, Buffer.alloc(20 * 1024 * 1024 + 1, "x"))),
  "400 the page to keep cannot be read": inLibrary(({ ann }) => sendPage(ann, Buffer.alloc(8 * 1024 * 1024, "<p>"))),
  "400 the collection in the form is no reference": inLibrary(({ ann }) => sendFile(ann, "a text", "x")),
  "400 the file to import has no bookmarks": inLibrary(({ ann }) => sendBookmarks(ann, "No link.")),
  "400 the file to import has too many bookmarks": inLibrary(({ ann }) => sendBookmarks(ann, LINK_LINE.repeat(25_001))),
  "400 the file to import has too many folders": inLibrary(({ ann }) =>
    sendBookmarks(
      ann,
      `url,folder\n${Array.from({ length: 15_001 }, (_, index) => `http://a.b,${index}/a\n`).join("")}`,
    ),
  ),
  "400 the file to import has too much text": inLibrary(({ ann }) =>
    sendBookmarks(ann, `url,note\n${`http://a.b,${"x".repeat(10_000)}\n`.repeat(1_601)}`),
  ),
  "400 the file to import is nested too deep": inLibrary(({ ann }) => sendBookmarks(ann, '{"a":'.repeat(10_000))),
  "400 the archive to import is damaged": inLibrary(({ ann }) => sendBookmarks(ann, "PK\u0003\u0004 and nothing else")),
  "400 the path is not percent-encoded UTF-8": inLibrary(({ ann }) => ann.request("GET", "/collection/%ff")),
  "400 the path has a line break": inLibrary(({ ann }) => ann.request("GET", "/backup/%0a.csv")),
  "400 the request is not HTTP": inLibrary(({ app }) => sendRawJson(app, "GET /rest/v1/collections HTTQ/1.1\r\n\r\n")),
  "400 the current password is wrong": inLibrary(({ ann }) =>
    ann.request("PUT", "/user", { email: "anna@example.com", oldpassword: "wrong" }),
  ),
  "400 the e-mail address is empty": inLibrary(({ ann }) => ann.request("PUT", "/user", { email: "" })),
  "400 the name is empty": inLibrary(({ ann }) => ann.request("PUT", "/user", { fullName: " " })),
  "400 a setting has an unknown value": inLibrary(({ ann }) =>
    ann.request("PUT", "/user", { config: { broken_level: "bla" } }),
  ),
  "400 a setting is neither a text, number or boolean nor a list of these": inLibrary(({ ann }) =>
    ann.request("PUT", "/user", { config: { other: {} } }),
  ),
  "400 the configuration is too large": inLibrary(({ ann }) => {
    const keys = Array.from({ length: 65 }, (_, index) => [`key ${index}`, 1]);
    return ann.request("PUT", "/user", { config: Object.fromEntries(keys) });
  }),
  "400 the new password is easy to guess": inLibrary(({ ann }) =>
    ann.request("PUT", "/user", { newpassword: "ann@example.com", oldpassword: ann.password }),
  ),
  "404 the item has no file, or one of another type": inLibrary(async ({ ann }) => {
    const { _id } = await ann.addItem();
    return ann.request("GET", `/raindrop/${_id}/file`);
  }),
  "404 the account is unknown": inLibrary(({ ann }) => ann.request("GET", "/user/nobody")),
  "409 the e-mail address is taken": inLibrary(({ ann, bob }) =>
    ann.request("PUT", "/user", { email: bob.email, oldpassword: ann.password }),
  ),
  "401 the token is missing": inLibrary(({ send }) => send("POST", `${BASE}/collection`, { body: "{" })),
  "401 an invalid token, even if the operation needs none": inLibrary(async ({ ann, send }) => {
    const { _id: id } = await ann.addCollection("Open", undefined, { public: true });
    return send("GET", `${BASE}/collection/${id}`, { headers: { authorization: "Bearer junk" } });
  }),
  "401 a private collection without a token": inLibrary(async ({ ann, send }) =>
    send("GET", `${BASE}/collection/${(await ann.addCollection("Private"))._id}`),
  ),
  "403 the API key lacks the scope": inLibrary(async ({ app, ann }) => {
    const key = await createKey(app, ann.id, "reader", ["collections:read"]);
    return app.send("POST", `${BASE}/collection`, { headers: { authorization: `Bearer ${key}` } });
  }),
  "403 a change of someone else's public collection": inLibrary(async ({ ann, bob }) => {
    const { _id: id } = await bob.addCollection("Open", undefined, { public: true });
    return ann.request("PUT", `/collection/${id}`, { title: "Mine" });
  }),
  "403 a change of an item in another account's public collection": inLibrary(async ({ ann, bob }) => {
    const { _id: id } = await bob.addCollection("Open", undefined, { public: true });
    return ann.request("DELETE", `/raindrop/${(await bob.addItem(id))._id}`);
  }),
  "403 the account has too many items": postWithUsage({ item_count: 1_000_000 }, "/raindrop", {
    link: "https://example.com/",
  }),
  "403 the account has too many collections": postWithUsage({ collection_count: 100_000 }, "/collection", {
    title: "One",
  }),
  "403 the account has too many tags": postWithUsage({ tag_count: 1_000_000 }, "/raindrop", {
    link: "https://example.com/",
    tags: ["new"],
  }),
  "403 the storage of the account is used up": postWithUsage({ stored_bytes: 1024 * 1024 }, "/collection", {
    title: "One",
  }),
  "404 an unknown path": inLibrary(({ send }) => send("POST", `${BASE}/collectio`, { body: "{" })),
  "404 the collection is unknown or someone else's": inLibrary(({ ann }) => ann.request("GET", "/collection/4711")),
  "404 none of the collections exists": inLibrary(({ ann }) => ann.request("DELETE", "/collections", { ids: [4711] })),
  "404 the item is unknown or someone else's": inLibrary(({ ann }) => ann.request("GET", "/raindrop/4711")),
  "404 the item has no copy of its page": inLibrary(async ({ ann }) =>
    ann.request("GET", `/raindrop/${(await ann.addItem())._id}/cache`),
  ),
  "404 the icon is unknown": inLibrary(({ send }) => send("GET", `${BASE}/icon/nothing.png`)),
  "404 the picture is unknown": inLibrary(({ send }) => send("GET", `${BASE}/cover/${"x".repeat(22)}`)),
  "404 the backup is unknown or someone else's": inLibrary(async ({ ann, bob, app }) => {
    await bob.request("GET", "/backup");
    await app.context.backups.settled();
    const [backup] = (await bob.call("GET", "/backups")).items;
    return ann.request("GET", `/backup/${backup?._id}.csv`);
  }),
  "404 the change is unknown, someone else's, expired or reverted": inLibrary(({ ann }) =>
    ann.request("POST", "/undo/4711"),
  ),
  "405 the path does not support the method": inLibrary(({ send }) =>
    send("PATCH", `${BASE}/collection/1`, { body: "{" }),
  ),
  "408 the request times out before it is complete": async (t) => {
    const { ann, app } = await openLibrary(t);
    app.server.headersTimeout = app.server.requestTimeout = 100;
    const head =
      "POST /rest/v1/collection HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n";
    return sendRawJson(app, head, `Authorization: Bearer ${ann.token}\r\n\r\n{`);
  },
  "412 the collection has changed since it was read": inLibrary(async ({ ann }) => {
    const { _id: id } = await ann.addCollection("One");
    return ann.request("PUT", `/collection/${id}`, { title: "Two" }, { "if-match": '"old"' });
  }),
  "413 the body is too large": inLibrary(({ ann }) =>
    ann.request("POST", "/collection", { title: "x".repeat(1024 * 1024) }),
  ),
  "413 the body of `createItems` is too large": inLibrary(({ ann }) =>
    ann.request("POST", "/raindrops", { items: [{ link: "x".repeat(8 * 1024 * 1024) }] }),
  ),
  "413 an entry of the body of `createItems` is too large": inLibrary(({ ann }) =>
    ann.request("POST", "/raindrops", { items: [{ link: "x".repeat(1024 * 1024) }] }),
  ),
  "400 the body of `createItems` has too many entries": inLibrary(({ ann }) =>
    ann.request("POST", "/raindrops", `{"items":[${"{},".repeat(10_000)}{}]}`),
  ),
  "413 the items would grow too much": async (t) => {
    const { ann } = await openLibrary(t);
    const items = Array.from({ length: 100 }, () => ({ link: "https://example.com/" }));
    for (let request = 0; request < 3; request++) await ann.call("POST", "/raindrops", { items });
    return ann.request("PUT", "/raindrops/-1", { media: mediaOf(31) });
  },
  "415 the content type is not JSON": inLibrary(({ ann }) =>
    ann.request("POST", "/collection", "{}", { "content-type": "text/plain" }),
  ),
  "415 an upload is compressed": inLibrary(async ({ ann }) => {
    const { headers, body } = await formOf({ bytes: Buffer.alloc(1) });
    return ann.request("PUT", "/collection/1/cover", body, { ...headers, "content-encoding": "gzip" });
  }),
  "429 too many mails for one network": (t) => changeAddressAgain(t, { MAILS_PER_HOUR: "1" }, "bob@new.example"),
  "429 too many mails to one address": (t) => changeAddressAgain(t, {}, "ann@new.example"),
  "429 the rate limit is exceeded": async (t) => {
    const app = await openApp(t, { COLLECTIONS_LIMIT_PER_MINUTE: "1" });
    await app.send("GET", `${BASE}/collections`);
    return app.send("GET", `${BASE}/collections`);
  },
  "431 the request head is too large": inLibrary(({ app }) =>
    sendRawJson(app, `GET /rest/v1/collections HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`),
  ),
  "500 an unexpected error": async (t) => {
    const { ann, app } = await openLibrary(t);
    await app.context.database.schema.alterTable("collections").renameTo("renamed").execute();
    const response = await ann.request("GET", "/collections");
    await app.context.database.schema.alterTable("renamed").renameTo("collections").execute();
    return response;
  },
  "503 too many uploads arrive at a time": async (t) => {
    const { begin, upload } = await openUploads(t);
    for (let uploads = 0; uploads < 4; uploads++) begin("192.0.2.1");
    for (;;) {
      const received = await upload("192.0.2.1");
      if (received.status !== 200) return received;
    }
  },
  "503 too many lists wait to be built": inLibrary(({ app, ann }) => {
    fillSlots(app.context.slots.lists, `account:${ann.id}`);
    return ann.request("GET", "/collections");
  }),
  "503 too many searches wait": inLibrary(({ app, ann }) => {
    fillSlots(app.context.slots.searches, `account:${ann.id}`);
    return ann.request("GET", "/raindrops/0?search=lamp");
  }),
  "503 too many pages of links wait to be read": async (t) => {
    const { app, ann } = await openLibrary(t, { FETCH_LINKS: "on" });
    fillSlots(app.context.slots.pagesOfOthers, `account:${ann.id}`);
    return ann.request("GET", "/import/url/parse?url=https://example.com/");
  },
  "503 too many backups are waiting": async (t) => {
    const { ann, app } = await openLibrary(t);
    // So many that more than 100 are waiting when the request arrives: there is a pause before each.
    const none = { id: "none", accountId: 0, maxBytes: 0 };
    for (let count = 0; count < 10_000; count++) app.context.backups.add(none);
    const received = await ann.request("GET", "/backup");
    await app.context.backups.close();
    return received;
  },
  "503 the database is unavailable": async (t) => {
    const unreachable = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
    t.teardown(() => unreachable.destroy());
    const app = await openApp(t, { TOKEN_SECRET: "x".repeat(32) }, { database: unreachable });
    return app.send("GET", `${BASE}/collection/1`);
  },
  "503 too many writes are waiting": async (t) => {
    const { database } = await openDatabaseFile(t);
    const app = await openApp(t, {}, { database });
    const headers = { authorization: `Bearer ${(await createPerson(app, "Ann")).token}` };
    const create = () => app.send("POST", `${BASE}/collection`, { headers, body: { title: "Lamps" } });
    return (await withFullQueue(database, create)).result;
  },
  "503 too many responses have not been read": async (t) => {
    const app = await openAppAtUnreadLimit(t);
    const headers = { authorization: `Bearer ${(await createPerson(app, "Ann")).token}` };
    const body = { link: "https://example.com/", note: "x".repeat(10_000), excerpt: "x".repeat(10_000) };
    t.equal(
      (await app.send("POST", `${BASE}/raindrop`, { headers, body })).status,
      200,
      "responses to writes are not limited",
    );
    return app.send("GET", `${BASE}/raindrops/0`, { headers });
  },
  "503 the collections have more text than an eighth of `UNREAD_RESPONSES_MIB`": async (t) => {
    const { ann, app } = await openLibrary(t, { UNREAD_RESPONSES_MIB: "16" });
    const { _id: id } = await ann.addCollection("Long");
    await setDescription(app.context.database, id, 2 * 1024 * 1024);
    return ann.request("GET", "/collections");
  },
};

// The test server checks every response against the contract, so errors have this shape.
testErrorTable(t, "Collections", CASES, (body) => (body as components["schemas"]["Failure"]).errorMessage);
