import sharp from "sharp";
import t, { type Test } from "tap";
import type { components } from "../../../generated/collections.ts";
import { openApp, type Received, type Sending } from "../../support/app.ts";
import { type EncodedForm, encode, formOf } from "../../support/forms.ts";
import { join, type Person } from "../../support/people.ts";
import { gifOf, jpegOf, jpegWithPosition, pngOf } from "../../support/pictures.ts";
import { sendRaw } from "../../support/raw.ts";

const BASE_URL = "http://triptych.test";
const MIB = 1024 * 1024;
const RED = await pngOf(40, 20, "#ff0000");

function itemOf({ body }: Received): components["schemas"]["CollectionDetails"] {
  return Object(body).item;
}

function coverOf(received: Received): string {
  return itemOf(received).cover[0] ?? "";
}

/** Ann, and what people do with covers. */
async function openCovers(t: Test) {
  const app = await openApp(t);
  const call = ({ token }: Pick<Person, "token">, method: string, path: string, { headers, body }: Sending = {}) =>
    app.send(method, `/rest/v1${path}`, { headers: { ...headers, authorization: `Bearer ${token}` }, body });
  return {
    ...app,
    ann: await join(app, "Ann"),
    call,
    make: async (person: Person, body: object = {}) =>
      itemOf(await call(person, "POST", "/collection", { body: { title: "Books", ...body } }))._id,
    upload: async (person: Person, id: number, file: Uint8Array, headers: Sending["headers"] = {}) => {
      const form = await formOf({ bytes: file });
      return call(person, "PUT", `/collection/${id}/cover`, { ...form, headers: { ...headers, ...form.headers } });
    },
    put: (person: Person, id: number, form: Sending) => call(person, "PUT", `/collection/${id}/cover`, form),
    look: (address: string, headers: Sending["headers"] = {}) =>
      fetch(app.base + address.slice(BASE_URL.length), { headers }),
    /** Whether there is a picture at an address, once all is tidied up. */
    stays: async (address: string) => {
      await app.context.cleanup.settled();
      const { status } = await app.send("GET", address.slice(BASE_URL.length));
      return status === 200;
    },
    kept: async () => (await app.context.database.selectFrom("pictures").select("id").execute()).length,
  };
}

t.test("uploadCover: a picture becomes the cover, which everybody may see and keep for ever", async (t) => {
  const { ann, call, make, upload, look } = await openCovers(t);
  const files = { png: await pngOf(1000, 500, "#ff0000"), jpeg: await jpegOf(500, 1000, "#ff0000"), gif: gifOf(20) };
  for (const [format, file] of Object.entries(files)) {
    const id = await make(ann);
    const uploaded = await upload(ann, id, file);
    const address = coverOf(uploaded);
    t.match(
      uploaded,
      { status: 200, body: { result: true, item: { _id: id, title: "Books", color: "#f80808" } } },
      format,
    );
    t.match(address, /^http:\/\/triptych\.test\/rest\/v1\/cover\/[\w-]{22}$/);
    t.same((await call(ann, "GET", `/collection/${id}`)).body, uploaded.body);

    const picture = await look(address);
    t.equal(picture.status, 200);
    t.match(Object.fromEntries(picture.headers), {
      etag: /^"[^"]+"$/,
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const { format: made, width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    t.same([made, Math.max(width, height)], ["webp", 512]);

    const again = await look(address, { "if-none-match": picture.headers.get("etag") ?? "" });
    t.same([again.status, await again.text()], [304, ""]);
  }
});

t.test("uploadCover: the bytes tell the format, whatever name and type are claimed", async (t) => {
  const { ann, make, put } = await openCovers(t);
  const id = await make(ann);
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

t.test("uploadCover: what is no picture is refused, and the cover stays", async (t) => {
  const { ann, call, make, upload, kept } = await openCovers(t);
  const id = await make(ann);
  const { body } = await upload(ann, id, RED);
  for (const file of [Buffer.from("<svg/>"), RED.subarray(0, -1), Buffer.alloc(0)]) {
    t.match(await upload(ann, id, file), { status: 400, body: { error: "file_invalid" } });
  }
  t.same((await call(ann, "GET", `/collection/${id}`)).body, body);
  t.equal(await kept(), 1);
});

t.test("uploadCover: ten fields may stand beside the file, and an eleventh is told to be one too many", async (t) => {
  const { ann, make, put } = await openCovers(t);
  const id = await make(ann);
  const formWith = (fields: number) => {
    const form = new FormData();
    for (let number = 0; number < fields; number++) form.append("tag", `${number}`);
    form.append("cover", new File([Uint8Array.from(RED)], "cover.png"));
    return encode(form);
  };
  t.equal((await put(ann, id, await formWith(10))).status, 200);
  const errorMessage = "The form holds more than 10 fields besides the file.";
  t.match(await put(ann, id, await formWith(11)), { status: 400, body: { error: "file_invalid", errorMessage } });
});

t.test("uploadCover: a form without a file, with two, with one too large, and one that breaks off", async (t) => {
  const { ann, make, put, kept } = await openCovers(t);
  const id = await make(ann);
  const whole = await formOf({ bytes: RED });
  const [textField, empty] = [new FormData(), new FormData()];
  textField.append("cover", "x");
  const typed = (type: string, body: string): Sending => ({ headers: { "content-type": type }, body });
  const noFile: Record<string, Sending> = {
    "another field": await formOf({ bytes: RED, field: "picture" }),
    "a text in the field": await encode(textField),
    "an empty form": await encode(empty),
    JSON: typed("application/json", '{"cover":"x"}'),
    "a form of another kind": typed("application/x-www-form-urlencoded", "cover=x"),
    "a form without a boundary": typed("multipart/form-data", "x"),
    "the file itself": { headers: { "content-type": "image/png" }, body: RED },
    nothing: {},
  };
  for (const [name, form] of Object.entries(noFile)) {
    const failure = { result: false, error: -1, errorMessage: "no file", status: 400 };
    t.match(await put(ann, id, form), { status: 400, body: failure }, name);
  }
  const invalid: Record<string, EncodedForm> = {
    "two files": await formOf({ bytes: RED }, { bytes: RED }),
    "a form that breaks off": { ...whole, body: whole.body.subarray(0, -80) },
  };
  for (const [name, form] of Object.entries(invalid)) {
    t.match(await put(ann, id, form), { status: 400, body: { error: "file_invalid" } }, name);
  }
  const large = (size: number) => Buffer.concat([photograph, Buffer.alloc(size - photograph.length)]);
  const photograph = await jpegOf(20, 20, "#0000ff");
  const tooLarge = await put(ann, id, await formOf({ bytes: large(5 * MIB + 1) }));
  t.match(tooLarge, { status: 400, body: { error: "file_size_limit" } });
  t.equal(await kept(), 0);
  t.equal((await put(ann, id, await formOf({ bytes: large(5 * MIB) }))).status, 200);
});

t.test("uploadCover: whoever is nobody, or somebody else, uploads nothing", async (t) => {
  const { base, send, ann, make, upload, put, kept } = await openCovers(t);
  const bob = await join({ send }, "Bob");
  const [hidden, shown] = [await make(ann), await make(ann, { public: true })];
  t.equal((await upload(bob, hidden, RED)).status, 404);
  t.equal((await upload(bob, shown, RED)).status, 403);
  t.equal((await upload(bob, hidden, Buffer.from("Not a picture."))).status, 404, "nor is his file looked at");
  t.equal((await put(bob, hidden, {})).status, 400);
  t.equal((await upload(ann, -1, RED)).status, 404);
  t.equal((await upload(ann, -99, RED)).status, 404);
  const head = [
    "Host: x",
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Length: 5000000",
    "Connection: close",
  ];
  const answer = await sendRaw(base, `PUT /rest/v1/collection/${shown}/cover HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  t.match(answer, /^HTTP\/1.1 401 /, "before anything is read");
  t.equal(await kept(), 0);
});

t.test("uploadCover: If-Match lets nobody overwrite what they have not seen", async (t) => {
  const { ann, call, make, upload, stays, kept } = await openCovers(t);
  const id = await make(ann);
  const tag = async () => (await call(ann, "GET", `/collection/${id}`)).headers.get("etag") ?? "";
  const old = await tag();
  const first = coverOf(await upload(ann, id, RED, { "if-match": old }));
  t.match(await upload(ann, id, RED, { "if-match": old }), { status: 412, body: { error: "changed" } });
  t.ok(await stays(first));
  t.equal(await kept(), 1);
  t.equal((await upload(ann, id, RED, { "if-match": await tag() })).status, 200);
});

t.test("uploadCover: where a photograph was taken does not survive", async (t) => {
  const { ann, make, upload, look } = await openCovers(t);
  const served = await look(coverOf(await upload(ann, await make(ann), await jpegWithPosition())));
  const bytes = Buffer.from(await served.arrayBuffer());
  const { width, height, exif, xmp, icc, iptc } = await sharp(bytes).metadata();
  t.same([width, height, exif, xmp, icc, iptc], [40, 60, undefined, undefined, undefined, undefined]);
  for (const word of ["Exif", "EXIF", "GPS", "XMP", "xmp", "ICCP"]) t.notOk(bytes.includes(word), word);
});

t.test("a picture goes when it is replaced, taken away, or its collection is deleted", async (t) => {
  const { ann, call, make, upload, stays, kept } = await openCovers(t);
  const id = await make(ann);
  const plain = itemOf(await call(ann, "GET", `/collection/${id}`));
  const first = coverOf(await upload(ann, id, RED));
  const second = coverOf(await upload(ann, id, await pngOf(40, 20, "#0000ff")));
  t.not(second, first);
  t.same([await stays(first), await stays(second)], [false, true]);
  t.match(itemOf(await call(ann, "GET", `/collection/${id}`)), { cover: [second], color: "#0808f8" });

  const bare = await call(ann, "PUT", `/collection/${id}`, { body: { cover: [] } });
  t.match(itemOf(bare), { cover: [], color: plain.color });
  t.notOk(await stays(second));

  const third = coverOf(await upload(ann, id, RED));
  await call(ann, "DELETE", `/collection/${id}`);
  t.notOk(await stays(third));
  t.equal(await kept(), 0);
});

t.test("a picture stays as long as a collection points to it", async (t) => {
  const { ann, call, make, upload, stays } = await openCovers(t);
  const [one, other] = [await make(ann), await make(ann)];
  const uploaded = await upload(ann, one, RED);
  const cover = itemOf(uploaded).cover;
  const [address = ""] = cover;

  const whole = { ...itemOf(uploaded), title: "Novels" };
  const changed = await call(ann, "PUT", `/collection/${one}`, { body: whole });
  t.match(itemOf(changed), { title: "Novels", cover, color: "#f80808" });
  t.ok(await stays(address), "where the whole collection comes back as it was read");

  const shared = await call(ann, "PUT", `/collection/${other}`, { body: { cover } });
  t.match(itemOf(shared), { cover, color: "#f80808" });
  await call(ann, "DELETE", `/collection/${one}`);
  t.ok(await stays(address));
  await call(ann, "DELETE", "/collections", { body: { ids: [other] } });
  t.notOk(await stays(address));
});

t.test("the address of somebody else's picture is an address like any other", async (t) => {
  const { send, ann, call, make, upload, stays } = await openCovers(t);
  const bob = await join({ send }, "Bob");
  const [anns, bobs] = [await make(ann), await make(bob)];
  const { color: before } = itemOf(await call(bob, "GET", `/collection/${bobs}`));
  const cover = itemOf(await upload(ann, anns, RED)).cover;
  const address = cover[0] ?? "";
  t.match(itemOf(await call(bob, "PUT", `/collection/${bobs}`, { body: { cover } })), { cover, color: before });
  await call(bob, "PUT", `/collection/${bobs}`, { body: { cover: [] } });
  t.ok(await stays(address), "he can't take it away");

  await call(bob, "PUT", `/collection/${bobs}`, { body: { cover } });
  await call(ann, "PUT", `/collection/${anns}`, { body: { cover: [] } });
  t.notOk(await stays(address), "nor keep it");
  t.match(itemOf(await call(bob, "GET", `/collection/${bobs}`)), { cover });
});

t.test("getPicture: an address that is not, or is no address, has none", async (t) => {
  const { look } = await openCovers(t);
  const pictures = `${BASE_URL}/rest/v1/cover`;
  t.equal((await look(`${pictures}/${"a".repeat(22)}`)).status, 404);
  for (const id of ["x", "a".repeat(21), "a".repeat(23), `${"a".repeat(21)}.`, "..%2f..%2fetc%2fpasswd"]) {
    t.equal((await look(`${pictures}/${id}`)).status, 400, id);
  }
});
