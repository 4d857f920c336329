import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import t, { type Test } from "tap";
import { open } from "#contract/test/raw";
import type { components } from "../../../generated/collections.ts";
import { formOf as coverFormOf, encodeForm } from "../../../harness/forms.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { errorFieldsOf, type Item, type LibraryOwner, openLibrary } from "../../support/library.ts";
import { expireUndo } from "../../support/undo.ts";
import { countRows, readCounters } from "../../support/usage.ts";

const MIB = 1024 * 1024;
const PDF = Buffer.from("%PDF-1.7\n%some bytes");

interface FileToSend {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly type?: string;
  readonly collectionId?: number | string;
}

async function formOf({ bytes, name = "a.pdf", type = "application/pdf", collectionId }: FileToSend) {
  const form = new FormData();
  if (collectionId !== undefined) form.append("collectionId", String(collectionId));
  form.append("file", new File([Uint8Array.from(bytes)], name, { type }));
  return encodeForm(form);
}

async function openFiles(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const library = await openLibrary(t, settings);
  const { app } = library;
  const { database, cleanup } = app.context;
  const send = async ({ request }: LibraryOwner, file: FileToSend) => {
    const { headers, body } = await formOf(file);
    return request("PUT", "/raindrop/file", body, headers);
  };
  return {
    ...library,
    send,
    upload: async (owner: LibraryOwner, file: FileToSend): Promise<Item> => {
      const { status, body } = await send(owner, file);
      if (status !== 200) throw new Error(`The upload failed: ${JSON.stringify(body)}`);
      return (body as { item: Item }).item;
    },
    download: async ({ token }: Pick<LibraryOwner, "token">, id: number, query = "") =>
      fetch(`${app.base}/rest/v1/raindrop/${id}/file${query}`, { headers: { authorization: `Bearer ${token}` } }),
    /** The numbers of stored files and chunks once no deletion can be reverted. */
    countStored: async () => {
      await expireUndo(database);
      await cleanup.settled();
      const files = await database.selectFrom("files").select("id").execute();
      const chunks = await database.selectFrom("file_chunks").select("number").execute();
      return { files: files.length, chunks: chunks.length };
    },
  };
}

/** Waits until a condition is true. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(10);
}

const NOTHING = { files: 0, chunks: 0 };

t.test("uploadItemCover: an item of a file keeps the file", async (t) => {
  const { ann, upload } = await openFiles(t);
  const { _id, file } = await upload(ann, { bytes: PDF });
  const form = await coverFormOf({ bytes: await pngOf(1, 1, "#ff0000") });
  const { body } = await ann.request("PUT", `/raindrop/${_id}/cover`, form.body, form.headers);
  t.match(body, { item: { _id, file } });
});

t.test("uploadFile: the item has the file, which can be downloaded unchanged", async (t) => {
  const { ann, upload, download } = await openFiles(t);
  const { _id: books } = await ann.addCollection("Books");
  for (const size of [1, 256 * 1024, 256 * 1024 + 1, 700_000]) {
    const bytes = Buffer.concat([PDF, randomBytes(size)]);
    const item = await upload(ann, { bytes, name: "Über %.pdf", collectionId: books });
    t.match(item, {
      title: "Über %.pdf",
      type: "document",
      collectionId: books,
      link: `http://triptych.test/rest/v1/raindrop/${item._id}/file?type=application/pdf`,
      domain: "triptych.test",
      file: { name: "Über %.pdf", size: bytes.length, type: "application/pdf" },
      cover: "",
    });
    t.same((await ann.call("GET", `/raindrop/${item._id}`)).item, item);
    const response = await download(ann, item._id, "?type=application/pdf");
    t.equal(response.status, 200);
    t.match(Object.fromEntries(response.headers), {
      "content-type": "application/octet-stream",
      "content-length": String(bytes.length),
      "content-disposition": `attachment; filename="_ber _.pdf"; filename*=UTF-8''%C3%9Cber%20%25.pdf`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    t.ok(bytes.equals(Buffer.from(await response.arrayBuffer())));
  }
  const [first] = (await ann.call("GET", "/raindrops/0?sort=created")).items;
  t.match(first?.file, { size: PDF.length + 1 });
});

t.test("uploadFile: recognises the kind by the content, whatever the name and type claim", async (t) => {
  const { ann, send } = await openFiles(t);
  const at = (offset: number, text: string, start = "") =>
    Buffer.concat([Buffer.from(start.padEnd(offset, "\0"), "latin1"), Buffer.from(text, "latin1"), Buffer.alloc(99)]);
  const kinds: [bytes: Uint8Array, type: string, itemType: string][] = [
    [await pngOf(1, 1, "#ff0000"), "image/png", "image"],
    [at(0, "\xff\xd8\xff\xe0"), "image/jpeg", "image"],
    [at(0, "GIF89a"), "image/gif", "image"],
    [at(8, "WEBP", "RIFF"), "image/webp", "image"],
    [at(4, "ftypheic"), "image/heic", "image"],
    [at(4, "ftypisom"), "video/mp4", "video"],
    [at(4, "ftypqt  "), "video/quicktime", "video"],
    [at(4, "moov"), "video/quicktime", "video"],
    [at(0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c"), "video/x-ms-wmv", "video"],
    [at(0, "\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm"), "video/webm", "video"],
    [at(0, "ID3"), "audio/mpeg", "audio"],
    [at(0, "\xff\xfb\x90\x64"), "audio/mpeg", "audio"],
    [at(8, "WAVE", "RIFF"), "audio/wav", "audio"],
    [at(8, "AIFF", "FORM"), "audio/aiff", "audio"],
    [at(0, "fLaC"), "audio/flac", "audio"],
    [at(30, "mimetypeapplication/epub+zip", "PK\x03\x04"), "application/epub+zip", "document"],
    [PDF, "application/pdf", "document"],
    [Buffer.from("<script>alert(1)</script>"), "text/plain", "document"],
    [Buffer.from("é".repeat(200_000)), "text/plain", "document"],
  ];
  for (const [bytes, type, itemType] of kinds) {
    const { status, body } = await send(ann, { bytes, name: "lie.exe", type: "text/html" });
    t.match(
      { status, body },
      { status: 200, body: { item: { type: itemType, file: { type, size: bytes.length } } } },
      type,
    );
  }
  const { body } = await send(ann, { bytes: Buffer.from("# Title"), name: "notes.md" });
  t.match(body, { item: { file: { type: "text/markdown", name: "notes.md" } } });
});

t.test("uploadFile: returns 400 for files of another kind, and stores nothing", async (t) => {
  const { ann, send, countStored } = await openFiles(t);
  const invalid: Record<string, Uint8Array> = {
    "an empty file": Buffer.alloc(0),
    "a program": Buffer.from("\x7fELF\x02\x01\x01\0", "latin1"),
    "a ZIP file": Buffer.from("PK\x03\x04".padEnd(99, "\0"), "latin1"),
    "text that is not UTF-8": Buffer.from([0x61, 0xe9, 0x62]),
    "text with NUL at its end": Buffer.concat([Buffer.alloc(300_000, "a"), Buffer.from([0])]),
    "text that ends within a character": Buffer.from("é").subarray(0, 1),
    Matroska: Buffer.from("\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska", "latin1"),
    "another brand": Buffer.from("\0\0\0\x18ftypavif".padEnd(99, "\0"), "latin1"),
    "two bytes of MP3": Buffer.from([0xff, 0xfb]),
  };
  for (const [name, bytes] of Object.entries(invalid)) {
    const { status, body } = await send(ann, { bytes, name: "a.pdf" });
    t.match({ status, body }, { status: 400, body: { error: "file_invalid" } }, name);
  }
  t.same(await countStored(), NOTHING);
  t.same(await ann.counts(), { 0: 0, [-1]: 0, [-99]: 0 });
});

t.test("uploadFile: returns 400 for no file, two files, large files and unknown collections", async (t) => {
  const { ann, bob, send, countStored } = await openFiles(t, { MAX_FILE_MIB: "1" });
  const { _id: foreign } = await bob.addCollection("Foreign");
  t.match(await send(ann, { bytes: PDF, collectionId: foreign }), { status: 400, body: { error: "collection" } });
  t.match(await send(ann, { bytes: PDF, collectionId: "x" }), { status: 400, body: { error: "collectionId" } });
  const long = "7".repeat(1025);
  t.match(await send(ann, { bytes: PDF, collectionId: long }), { status: 400, body: { error: "collectionId" } });
  t.match(await send(ann, { bytes: PDF, collectionId: 0 }), { status: 200, body: { item: { collectionId: -1 } } });
  t.match(await send(ann, { bytes: PDF, collectionId: "" }), { status: 200, body: { item: { collectionId: -1 } } });

  const [empty, two, many] = [new FormData(), new FormData(), new FormData()];
  empty.append("file", "text");
  for (let file = 0; file < 2; file++) two.append("file", new File([PDF], "a.pdf"));
  for (let field = 0; field < 11; field++) many.append("tag", "x");
  many.append("file", new File([PDF], "a.pdf"));
  const put = async (form: FormData) => {
    const { headers, body } = await encodeForm(form);
    return errorFieldsOf(await ann.request("PUT", "/raindrop/file", body, headers));
  };
  t.match(await put(empty), { status: 400, error: -1, errorMessage: "no file" });
  t.match(await put(two), { status: 400, error: "file_invalid", errorMessage: "The form holds two files." });
  t.match(await put(many), { status: 400, error: "file_invalid" });
  t.match(errorFieldsOf(await ann.request("PUT", "/raindrop/file", { file: "x" })), { status: 400, error: -1 });

  const large = await send(ann, { bytes: Buffer.concat([PDF, Buffer.alloc(MIB)]) });
  const errorMessage = "The file is larger than 1 MiB.";
  t.match(errorFieldsOf(large), { status: 400, error: "file_size_limit", errorMessage });
  t.equal((await send(ann, { bytes: Buffer.concat([PDF, Buffer.alloc(MIB - PDF.length)]) })).status, 200);
  t.same(await countStored(), { files: 3, chunks: 6 });
});

t.test("uploadFile: names lose paths and control characters; without a name the title is Untitled", async (t) => {
  const { ann, upload } = await openFiles(t);
  const nameOf = async (name: string) => (await upload(ann, { bytes: PDF, name })).file?.name;
  t.equal(await nameOf("../../etc/passwd"), "passwd");
  t.equal(await nameOf("C:\\Users\\a.pdf"), "a.pdf");
  t.equal(await nameOf("x".repeat(900)), "x".repeat(255));
  t.match(await upload(ann, { bytes: PDF, name: "a/" }), { title: "Untitled", file: { name: "" } });
});

t.test("uploadFile: files count towards the storage, and uploads beyond it leave nothing", async (t) => {
  const { ann, send, app, countStored, upload } = await openFiles(t, { ACCOUNT_QUOTA_MIB: "1" });
  const { database } = app.context;
  const big = { bytes: Buffer.concat([PDF, Buffer.alloc(600 * 1024)]) };
  const results = await Promise.all([send(ann, big), send(ann, big)]);
  t.ok(results.filter(({ status }) => status === 200).length <= 1, "at most one of two fits");
  for (const result of results.filter(({ status }) => status !== 200)) {
    t.match(errorFieldsOf(result), { status: 403, error: "quota" });
  }
  await ann.call("DELETE", "/raindrops/0", {});
  await ann.call("DELETE", "/collection/-99");
  t.same(await countStored(), NOTHING);

  const { _id } = await upload(ann, big);
  t.ok((await ann.call("GET", "/user")).user.files.used > 600 * 1024);
  t.same(await readCounters(database, ann.id), await countRows(database, ann.id));
  t.match(errorFieldsOf(await send(ann, big)), { status: 403, error: "quota" });
  t.same(await countStored(), { files: 1, chunks: 3 });
  await ann.call("DELETE", `/raindrop/${_id}`);
  await ann.call("DELETE", `/raindrop/${_id}`);
  t.equal((await send(ann, big)).status, 200, "what awaits deletion is deleted first");
});

t.test("uploadFile: an upload gives up undo steps only if that makes enough room for it", async (t) => {
  const { ann, send, upload, countStored } = await openFiles(t, { ACCOUNT_QUOTA_MIB: "1" });
  const ofKib = (size: number) => ({ bytes: Buffer.concat([PDF, Buffer.alloc(size * 1024)]) });
  const list = async () => (await ann.call("GET", "/undo")).items;
  await upload(ann, ofKib(300));
  const { _id } = await upload(ann, ofKib(400));
  await ann.call("DELETE", `/raindrop/${_id}`);
  await ann.call("DELETE", `/raindrop/${_id}`);
  const steps = await list();
  t.ok(steps.length > 0);
  for (const size of [900, 2000]) {
    t.match(errorFieldsOf(await send(ann, ofKib(size))), { status: 403, error: "quota" });
    t.same(await list(), steps, `a file of ${size} KiB`);
  }
  await upload(ann, ofKib(600));
  t.same(await list(), []);
  t.match(await countStored(), { files: 2 });
});

t.test("uploadFile: the file stays until the deletion of its item can't be reverted", async (t) => {
  const { ann, upload, download, countStored } = await openFiles(t);
  const { _id } = await upload(ann, { bytes: PDF });
  const remove = () => ann.call("DELETE", `/raindrop/${_id}`);
  await remove();
  t.equal((await download(ann, _id)).status, 200, "in the Trash");
  await ann.call("DELETE", "/collection/-99");
  t.equal((await download(ann, _id)).status, 404);
  const [step] = (await ann.call("GET", "/undo")).items;
  await ann.call("POST", `/undo/${step?._id}`);
  t.ok(PDF.equals(Buffer.from(await (await download(ann, _id)).arrayBuffer())));
  t.same(await countStored(), { files: 1, chunks: 1 });
  await remove();
  t.same(await countStored(), NOTHING);
});

t.test("uploadFile: an upload that is aborted, or that lies about its length, leaves nothing", async (t) => {
  const { ann, app, countStored } = await openFiles(t);
  const { headers, body } = await formOf({ bytes: Buffer.concat([PDF, Buffer.alloc(600 * 1024)]) });
  for (const length of [body.length, body.length + 100]) {
    const socket = open(app.base);
    socket.on("error", () => {});
    const head = `PUT /rest/v1/raindrop/file HTTP/1.1\r\nHost: x\r\nauthorization: Bearer ${ann.token}\r\n`;
    socket.write(`${head}content-type: ${headers["content-type"]}\r\ncontent-length: ${length}\r\n\r\n`);
    socket.write(length === body.length ? body.subarray(0, 400 * 1024) : body);
    const stored = () => app.context.database.selectFrom("file_chunks").select("number").execute();
    await until(async () => (await stored()).length > 0);
    socket.destroy();
    await until(async () => (await stored()).length === 0);
  }
  const { headers: cut, body: whole } = await formOf({ bytes: PDF });
  const truncated = await ann.request("PUT", "/raindrop/file", whole.subarray(0, whole.length - 30), cut);
  t.match(errorFieldsOf(truncated), { status: 400, error: "file_invalid" });
  t.same(await countStored(), NOTHING);
});

t.test("uploadFile: the cleanup deletes what a crash left behind", async (t) => {
  const { ann, app, countStored, upload } = await openFiles(t);
  const { database, clock } = app.context;
  await upload(ann, { bytes: PDF });
  const expired = { account_id: ann.id, name: "", type: "", size: 0, expires_at: clock() + 60_000 };
  const { id } = await database.insertInto("files").values(expired).returning("id").executeTakeFirstOrThrow();
  for (let number = 0; number < 20; number++) {
    await database.insertInto("file_chunks").values({ file_id: id, number, account_id: ann.id, bytes: PDF }).execute();
  }
  await database
    .updateTable("files")
    .set({ expires_at: clock() - 1 })
    .where("id", "=", id)
    .execute();
  await ann.addItem();
  t.same(await countStored(), { files: 1, chunks: 1 });
});

t.test("getFile: returns 404 for a bookmark and for another type, and obeys the access of the item", async (t) => {
  const { ann, bob, upload, download } = await openFiles(t);
  const bookmark = await ann.addItem();
  t.equal((await download(ann, bookmark._id)).status, 404);
  const { _id } = await upload(ann, { bytes: PDF });
  t.equal((await download(ann, _id, "?type=image/png")).status, 404);
  t.equal((await download(bob, _id)).status, 404);
  const { _id: shared } = await ann.addCollection("Shared", undefined, { public: true });
  await ann.call("PUT", `/raindrop/${_id}`, { collectionId: shared });
  t.equal((await download(bob, _id)).status, 200);
  const head = await ann.request("HEAD", `/raindrop/${_id}/file`);
  t.match([head.status, head.headers.get("content-length")], [200, String(PDF.length)]);
});

t.test("getFile, getCopy: the link of an EPUB file, whose type contains a plus sign, leads to the file", async (t) => {
  const { ann, upload, app } = await openFiles(t);
  const bytes = Buffer.from(`${"PK\x03\x04".padEnd(30, "\0")}mimetypeapplication/epub+zip`);
  const { _id, link } = await upload(ann, { bytes, name: "a.epub" });
  t.equal(link, `http://triptych.test/rest/v1/raindrop/${_id}/file?type=application/epub%2Bzip`);
  const headers = { authorization: `Bearer ${ann.token}` };
  const paths = [link.replace("http://triptych.test", ""), `/rest/v1/raindrop/${_id}/cache`];
  for (const path of paths) {
    const response = await fetch(app.base + path, { headers });
    t.match([response.status, Buffer.from(await response.arrayBuffer())], [200, bytes], path);
  }
});

t.test("listItems, getFilters: find and count the items with a file, also after they moved", async (t) => {
  const { ann, upload } = await openFiles(t);
  const { _id: books } = await ann.addCollection("Books");
  const [file, bookmark] = [await upload(ann, { bytes: PDF }), await ann.addItem(-1, { title: "a.pdf" })];
  await upload(ann, { bytes: PDF, collectionId: books });
  const found = async (place: number, search: string) =>
    (await ann.call("GET", `/raindrops/${place}?search=${search}`)).items.map(({ _id }) => _id);
  const counted = async (place: number, search = "") =>
    (await ann.request("GET", `/filters/${place}?search=${search}`)).body as components["schemas"]["Filters"];
  t.same(await found(-1, "file:true"), [file._id]);
  t.same(await found(-1, "file:false"), [bookmark._id]);
  t.match(await counted(-1), { file: { count: 1 } });
  t.match(await counted(0), { file: { count: 2 } });
  t.match(await counted(-1, "pdf"), { total: { count: 2 }, file: { count: 1 } });
  await ann.call("PUT", `/raindrop/${file._id}`, { collectionId: books });
  t.match([await counted(-1), await counted(books)], [{ file: { count: 0 } }, { file: { count: 2 } }]);
  await ann.call("DELETE", `/raindrop/${file._id}`);
  await ann.call("DELETE", "/collection/-99");
  t.match(await counted(0), { file: { count: 1 } });
});

t.test("getCopy: redirects to the file, or returns its address; a bookmark has no copy", async (t) => {
  const { ann, upload, app } = await openFiles(t);
  const { _id, link } = await upload(ann, { bytes: PDF });
  const headers = { authorization: `Bearer ${ann.token}` };
  const get = (path: string) => fetch(`${app.base}/rest/v1/raindrop/${path}`, { headers, redirect: "manual" });
  const redirect = await get(`${_id}/cache`);
  t.equal(redirect.status, 307);
  t.equal(redirect.headers.get("location"), `/rest/v1/raindrop/${_id}/file?type=application/pdf`);
  t.equal(await (await fetch(redirect.url, { headers })).text(), PDF.toString());
  const json = await get(`${_id}/cache?json=1`);
  t.same(await json.json(), { result: true, link });
  const again = await ann.request("GET", `/raindrop/${_id}/cache?json=1`, undefined, { "if-none-match": "*" });
  t.equal(again.status, 304);
  const { _id: bookmark } = await ann.addItem();
  t.match(errorFieldsOf(await ann.request("GET", `/raindrop/${bookmark}/cache`)), { status: 404, error: "not_found" });
});
