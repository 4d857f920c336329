import sharp from "sharp";
import t, { type Test } from "tap";
import { sendRaw } from "#contract/test/raw";
import type { components } from "../../../generated/collections.ts";
import { type EncodedForm, encodeForm, formOf } from "../../../harness/forms.ts";
import { gifOf, jpegOf, jpegWithPosition, pngOf } from "../../../harness/pictures.ts";
import { openApp, type Received, type SendOptions } from "../../support/app.ts";
import { createPerson, type Person } from "../../support/people.ts";
import { expireUndo } from "../../support/undo.ts";

const BASE_URL = "http://triptych.test";
const MIB = 1024 * 1024;
const RED = await pngOf(40, 20, "#ff0000");

function collectionOf({ body }: Received): components["schemas"]["CollectionDetails"] {
  // The test server checks every response against the contract; a violation fails the test.
  return (body as components["schemas"]["SingleCollection"]).item;
}

/** The address of the first picture of a cover. */
function pictureOf(received: Received): string {
  return collectionOf(received).cover[0] ?? "";
}

/** Opens a server with Ann, and functions to call it. */
async function openCovers(t: Test) {
  const app = await openApp(t);
  const call = ({ token }: Pick<Person, "token">, method: string, path: string, { headers, body }: SendOptions = {}) =>
    app.send(method, `/rest/v1${path}`, { headers: { ...headers, authorization: `Bearer ${token}` }, body });
  return {
    ...app,
    ann: await createPerson(app, "Ann"),
    addPerson: (name: string) => createPerson(app, name),
    call,
    addCollection: async (person: Person, body: object = {}) =>
      collectionOf(await call(person, "POST", "/collection", { body: { title: "Books", ...body } }))._id,
    upload: async (person: Person, id: number, file: Uint8Array, headers: SendOptions["headers"] = {}) => {
      const form = await formOf({ bytes: file });
      return call(person, "PUT", `/collection/${id}/cover`, { ...form, headers: { ...headers, ...form.headers } });
    },
    put: (person: Person, id: number, form: SendOptions) => call(person, "PUT", `/collection/${id}/cover`, form),
    fetchPicture: (address: string, headers: SendOptions["headers"] = {}) =>
      fetch(app.base + address.slice(BASE_URL.length), { headers }),
    /** Returns whether the server has a picture at this address once no deletion can be reverted. */
    isStored: async (address: string) => {
      await expireUndo(app.context.database);
      const { status } = await app.send("GET", address.slice(BASE_URL.length));
      return status === 200;
    },
    countPictures: async () => (await app.context.database.selectFrom("pictures").select("id").execute()).length,
  };
}

t.test("uploadCover: the cover is a WebP that everybody may read and cache for a year", async (t) => {
  const { ann, call, addCollection, upload, fetchPicture } = await openCovers(t);
  const files = { png: await pngOf(1000, 500, "#ff0000"), jpeg: await jpegOf(500, 1000, "#ff0000"), gif: gifOf(20) };
  for (const [format, file] of Object.entries(files)) {
    const id = await addCollection(ann);
    const uploaded = await upload(ann, id, file);
    const address = pictureOf(uploaded);
    t.match(
      uploaded,
      { status: 200, body: { result: true, item: { _id: id, title: "Books", color: "#f80808" } } },
      format,
    );
    t.match(address, /^http:\/\/triptych\.test\/rest\/v1\/cover\/[\w-]{22}$/);
    t.same((await call(ann, "GET", `/collection/${id}`)).body, uploaded.body);

    const picture = await fetchPicture(address);
    t.equal(picture.status, 200);
    t.match(Object.fromEntries(picture.headers), {
      etag: /^"[^"]+"$/,
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const { format: storedFormat, width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    t.same([storedFormat, Math.max(width, height)], ["webp", 512]);

    const again = await fetchPicture(address, { "if-none-match": picture.headers.get("etag") ?? "" });
    t.same([again.status, await again.text()], [304, ""]);
  }
});

t.test("uploadCover: detects the format from the bytes, and ignores the file name and the content type", async (t) => {
  const { ann, addCollection, put } = await openCovers(t);
  const id = await addCollection(ann);
  const text = Buffer.from("Not a picture.\n");
  const attempts: [name: string, type: string, file: Uint8Array, status: number][] = [
    ["x.txt", "text/html", RED, 200],
    ["../../x.svg", "image/svg+xml", RED, 200],
    ["", "", RED, 200],
    ["x.jpg", "image/gif", RED, 200],
    ["x.png", "image/png", text, 400],
    ["x.jpg", "image/jpeg", text, 400],
  ];
  for (const [name, type, bytes, status] of attempts) {
    t.equal((await put(ann, id, await formOf({ bytes, name, type }))).status, status, `${name} as ${type}`);
  }
});

t.test("uploadCover: returns 400 and keeps the cover when the file is not a picture", async (t) => {
  const { ann, call, addCollection, upload, countPictures } = await openCovers(t);
  const id = await addCollection(ann);
  const { body } = await upload(ann, id, RED);
  for (const file of [Buffer.from("<svg/>"), RED.subarray(0, -1), Buffer.alloc(0)]) {
    t.match(await upload(ann, id, file), { status: 400, body: { error: "file_invalid" } });
  }
  t.same((await call(ann, "GET", `/collection/${id}`)).body, body);
  t.equal(await countPictures(), 1);
});

t.test("uploadCover: accepts ten fields beside the file, and returns 400 for an eleventh", async (t) => {
  const { ann, addCollection, put } = await openCovers(t);
  const id = await addCollection(ann);
  const formWith = (fields: number) => {
    const form = new FormData();
    for (let number = 0; number < fields; number++) form.append("tag", `${number}`);
    form.append("cover", new File([Uint8Array.from(RED)], "cover.png"));
    return encodeForm(form);
  };
  t.equal((await put(ann, id, await formWith(10))).status, 200);
  const errorMessage = "The form holds more than 10 fields besides the file.";
  t.match(await put(ann, id, await formWith(11)), { status: 400, body: { error: "file_invalid", errorMessage } });
});

t.test("uploadCover: returns 400 for no file, two files, a file over 5 MiB and a truncated form", async (t) => {
  const { ann, addCollection, put, countPictures } = await openCovers(t);
  const id = await addCollection(ann);
  const whole = await formOf({ bytes: RED });
  const [textField, empty] = [new FormData(), new FormData()];
  textField.append("cover", "x");
  const typed = (type: string, body: string): SendOptions => ({ headers: { "content-type": type }, body });
  const noFile: Record<string, SendOptions> = {
    "another field": await formOf({ bytes: RED, field: "picture" }),
    "a text field": await encodeForm(textField),
    "an empty form": await encodeForm(empty),
    JSON: typed("application/json", '{"cover":"x"}'),
    "a form of another kind": typed("application/x-www-form-urlencoded", "cover=x"),
    "a form without a boundary": typed("multipart/form-data", "x"),
    "the file itself": { headers: { "content-type": "image/png" }, body: RED },
    "no body": {},
  };
  for (const [name, form] of Object.entries(noFile)) {
    const failure = { result: false, error: -1, errorMessage: "no file", status: 400 };
    t.match(await put(ann, id, form), { status: 400, body: failure }, name);
  }
  const invalid: Record<string, EncodedForm> = {
    "two files": await formOf({ bytes: RED }, { bytes: RED }),
    "a truncated form": { ...whole, body: whole.body.subarray(0, -80) },
  };
  for (const [name, form] of Object.entries(invalid)) {
    t.match(await put(ann, id, form), { status: 400, body: { error: "file_invalid" } }, name);
  }
  const photograph = await jpegOf(20, 20, "#0000ff");
  const paddedTo = (size: number) => Buffer.concat([photograph, Buffer.alloc(size - photograph.length)]);
  const tooLarge = await put(ann, id, await formOf({ bytes: paddedTo(5 * MIB + 1) }));
  t.match(tooLarge, { status: 400, body: { error: "file_size_limit" } });
  t.equal(await countPictures(), 0);
  t.equal((await put(ann, id, await formOf({ bytes: paddedTo(5 * MIB) }))).status, 200);
});

t.test("uploadCover: returns 401, 403 or 404 to everybody but the owner, before it decodes the file", async (t) => {
  const { base, ann, addPerson, addCollection, upload, put, countPictures } = await openCovers(t);
  const bob = await addPerson("Bob");
  const [privateId, publicId] = [await addCollection(ann), await addCollection(ann, { public: true })];
  t.equal((await upload(bob, privateId, RED)).status, 404);
  t.equal((await upload(bob, publicId, RED)).status, 403);
  t.equal((await upload(bob, privateId, Buffer.from("Not a picture."))).status, 404, "the file is not decoded");
  t.equal((await put(bob, privateId, {})).status, 400, "a missing form is rejected before the owner is checked");
  t.equal((await upload(ann, -1, RED)).status, 404);
  t.equal((await upload(ann, -99, RED)).status, 404);
  const head = [
    "Host: x",
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Length: 5000000",
    "Connection: close",
  ];
  const response = await sendRaw(
    base,
    `PUT /rest/v1/collection/${publicId}/cover HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`,
  );
  t.match(response, /^HTTP\/1.1 401 /, "before the body is read");
  t.equal(await countPictures(), 0);
});

t.test("uploadCover: returns 412 when the collection has changed since its entity tag was read", async (t) => {
  const { ann, call, addCollection, upload, isStored, countPictures } = await openCovers(t);
  const id = await addCollection(ann);
  const tag = async () => (await call(ann, "GET", `/collection/${id}`)).headers.get("etag") ?? "";
  const old = await tag();
  const first = pictureOf(await upload(ann, id, RED, { "if-match": old }));
  t.match(await upload(ann, id, RED, { "if-match": old }), { status: 412, body: { error: "changed" } });
  t.ok(await isStored(first));
  t.equal(await countPictures(), 1);
  t.equal((await upload(ann, id, RED, { "if-match": await tag() })).status, 200);
});

t.test("uploadCover: with If-Match, returns 200 despite concurrent changes to another collection", async (t) => {
  const { ann, call, addCollection, upload } = await openCovers(t);
  const [id, other] = [await addCollection(ann), await addCollection(ann)];
  const etag = (await call(ann, "GET", `/collection/${id}`)).headers.get("etag") ?? "";
  const uploading = upload(ann, id, RED, { "if-match": etag });
  for (const title of ["a", "b", "c", "d"]) await call(ann, "PUT", `/collection/${other}`, { body: { title } });
  t.equal((await uploading).status, 200);
});

t.test("uploadCover: drops the metadata of a photograph, including the GPS position", async (t) => {
  const { ann, addCollection, upload, fetchPicture } = await openCovers(t);
  const served = await fetchPicture(pictureOf(await upload(ann, await addCollection(ann), await jpegWithPosition())));
  const bytes = Buffer.from(await served.arrayBuffer());
  const { width, height, exif, xmp, icc, iptc } = await sharp(bytes).metadata();
  t.same([width, height, exif, xmp, icc, iptc], [40, 60, undefined, undefined, undefined, undefined]);
  for (const word of ["Exif", "EXIF", "GPS", "XMP", "xmp", "ICCP"]) t.notOk(bytes.includes(word), word);
});

t.test("a picture is deleted when it is replaced or removed, or when its collection is deleted", async (t) => {
  const { ann, call, addCollection, upload, isStored, countPictures } = await openCovers(t);
  const id = await addCollection(ann);
  const plain = collectionOf(await call(ann, "GET", `/collection/${id}`));
  const first = pictureOf(await upload(ann, id, RED));
  const second = pictureOf(await upload(ann, id, await pngOf(40, 20, "#0000ff")));
  t.not(second, first);
  t.same([await isStored(first), await isStored(second)], [false, true]);
  t.match(collectionOf(await call(ann, "GET", `/collection/${id}`)), { cover: [second], color: "#0808f8" });

  const bare = await call(ann, "PUT", `/collection/${id}`, { body: { cover: [] } });
  t.match(collectionOf(bare), { cover: [], color: plain.color });
  t.notOk(await isStored(second));

  const third = pictureOf(await upload(ann, id, RED));
  await call(ann, "DELETE", `/collection/${id}`);
  t.notOk(await isStored(third));
  t.equal(await countPictures(), 0);
});

t.test("a picture is kept while a collection refers to it", async (t) => {
  const { ann, call, addCollection, upload, isStored } = await openCovers(t);
  const [one, other] = [await addCollection(ann), await addCollection(ann)];
  const uploaded = await upload(ann, one, RED);
  const cover = collectionOf(uploaded).cover;
  const [address = ""] = cover;

  const whole = { ...collectionOf(uploaded), title: "Novels" };
  const changed = await call(ann, "PUT", `/collection/${one}`, { body: whole });
  t.match(collectionOf(changed), { title: "Novels", cover, color: "#f80808" });
  t.ok(await isStored(address), "a collection that is sent back with its cover keeps the picture");

  const shared = await call(ann, "PUT", `/collection/${other}`, { body: { cover } });
  t.match(collectionOf(shared), { cover, color: "#f80808" });
  await call(ann, "DELETE", `/collection/${one}`);
  t.ok(await isStored(address));
  await call(ann, "DELETE", "/collections", { body: { ids: [other] } });
  t.notOk(await isStored(address));
});

t.test("the address of another account's picture is stored like any other address", async (t) => {
  const { ann, addPerson, call, addCollection, upload, isStored } = await openCovers(t);
  const bob = await addPerson("Bob");
  const [anns, bobs] = [await addCollection(ann), await addCollection(bob)];
  const { color: before } = collectionOf(await call(bob, "GET", `/collection/${bobs}`));
  const cover = collectionOf(await upload(ann, anns, RED)).cover;
  const address = cover[0] ?? "";
  t.match(collectionOf(await call(bob, "PUT", `/collection/${bobs}`, { body: { cover } })), { cover, color: before });
  await call(bob, "PUT", `/collection/${bobs}`, { body: { cover: [] } });
  t.ok(await isStored(address), "Bob can't delete it");

  await call(bob, "PUT", `/collection/${bobs}`, { body: { cover } });
  await call(ann, "PUT", `/collection/${anns}`, { body: { cover: [] } });
  t.notOk(await isStored(address), "Bob can't prevent its deletion");
  t.match(collectionOf(await call(bob, "GET", `/collection/${bobs}`)), { cover });
});

t.test("getPicture: returns 404 for an unknown id and 400 for a malformed one", async (t) => {
  const { fetchPicture } = await openCovers(t);
  const pictures = `${BASE_URL}/rest/v1/cover`;
  t.equal((await fetchPicture(`${pictures}/${"a".repeat(22)}`)).status, 404);
  for (const id of ["x", "a".repeat(21), "a".repeat(23), `${"a".repeat(21)}.`, "..%2f..%2fetc%2fpasswd"]) {
    t.equal((await fetchPicture(`${pictures}/${id}`)).status, 400, id);
  }
});
