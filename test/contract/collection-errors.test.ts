import t, { type Test } from "tap";
import type { components } from "../../generated/collections.ts";
import { openDatabase } from "../../src/database/database.ts";
import { openApp, type Received } from "../support/app.ts";
import { type ErrorCase, sendRawJson, testErrorTable } from "../support/error-table.ts";
import { formOf } from "../support/forms.ts";
import { BASE, openLibrary } from "../support/library.ts";

const library = openLibrary(t);

/** A case that uses the server, with Ann and Bob, that these cases share. */
function inLibrary(request: (shared: Awaited<typeof library>, t: Test) => Promise<Received>): ErrorCase {
  return async (t) => request(await library, t);
}

const CASES: Readonly<Record<string, ErrorCase>> = {
  "400 the body is not JSON": inLibrary(({ ann }) => ann.request("POST", "/collection", "{")),
  "400 the body is missing": inLibrary(({ ann }) => ann.request("POST", "/collection")),
  "400 the view is unknown": inLibrary(({ ann }) => ann.request("POST", "/collection", { view: "bla" })),
  "400 a field of the body is invalid": inLibrary(({ ann }) => ann.request("POST", "/collection", { title: 5 })),
  "400 a parameter is invalid": inLibrary(({ ann }) => ann.request("GET", "/raindrops/0?perpage=51")),
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
  "400 the item's collection is unknown or someone else's": inLibrary(({ ann }) =>
    ann.request("POST", "/raindrop", { link: "https://example.com/", collection: { $id: 4711 } }),
  ),
  "400 a link that is not a URL": inLibrary(({ ann }) => ann.request("POST", "/raindrop", { link: "http://[" })),
  "400 a bulk operation on collection 0 without ids": inLibrary(({ ann }) => ann.request("DELETE", "/raindrops/0")),
  "400 a search in a bulk operation": inLibrary(({ ann }) => ann.request("DELETE", "/raindrops/-1?search=old")),
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
  "400 the path is not percent-encoded UTF-8": inLibrary(({ ann }) => ann.request("GET", "/collection/%ff")),
  "400 the request is not HTTP": inLibrary(({ app }) => sendRawJson(app, "GET /rest/v1/collections HTTQ/1.1\r\n\r\n")),
  "401 the token is missing": inLibrary(({ send }) => send("POST", `${BASE}/collection`, { body: "{" })),
  "401 an invalid token, even if the operation needs none": inLibrary(async ({ ann, send }) => {
    const { _id: id } = await ann.addCollection("Open", undefined, { public: true });
    return send("GET", `${BASE}/collection/${id}`, { headers: { authorization: "Bearer junk" } });
  }),
  "401 a private collection without a token": inLibrary(async ({ ann, send }) =>
    send("GET", `${BASE}/collection/${(await ann.addCollection("Private"))._id}`),
  ),
  "403 a change of someone else's public collection": inLibrary(async ({ ann, bob }) => {
    const { _id: id } = await bob.addCollection("Open", undefined, { public: true });
    return ann.request("PUT", `/collection/${id}`, { title: "Mine" });
  }),
  "403 a change of an item in another account's public collection": inLibrary(async ({ ann, bob }) => {
    const { _id: id } = await bob.addCollection("Open", undefined, { public: true });
    return ann.request("DELETE", `/raindrop/${(await bob.addItem(id))._id}`);
  }),
  "404 an unknown path": inLibrary(({ send }) => send("POST", `${BASE}/collectio`, { body: "{" })),
  "404 the collection is unknown or someone else's": inLibrary(({ ann }) => ann.request("GET", "/collection/4711")),
  "404 none of the collections exists": inLibrary(({ ann }) => ann.request("DELETE", "/collections", { ids: [4711] })),
  "404 the item is unknown or someone else's": inLibrary(({ ann }) => ann.request("GET", "/raindrop/4711")),
  "404 the picture is unknown": inLibrary(({ send }) => send("GET", `${BASE}/cover/${"x".repeat(22)}`)),
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
  "415 the content type is not JSON": inLibrary(({ ann }) =>
    ann.request("POST", "/collection", "{}", { "content-type": "text/plain" }),
  ),
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
  "503 the database is unavailable": async (t) => {
    const unreachable = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
    t.teardown(() => unreachable.destroy());
    const app = await openApp(t, { TOKEN_SECRET: "x".repeat(32) }, { database: unreachable });
    return app.send("GET", `${BASE}/collection/1`);
  },
};

// Every response was checked against the contract, which has this shape for errors.
testErrorTable(t, "Collections", CASES, (body) => (body as components["schemas"]["Failure"]).errorMessage);
