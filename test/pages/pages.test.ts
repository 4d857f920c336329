import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import t, { type Test } from "tap";
import { toCompatible } from "../../scripts/compatibility.ts";
import { proofPage } from "../../scripts/proof/page.ts";
import { loadContract } from "../../src/http/contract/load.ts";
import type { Contract } from "../../src/http/contract/types.ts";
import { createServer } from "../../src/http/server/server.ts";
import { registerPages } from "../../src/pages/pages.ts";
import { openApp } from "../support/app.ts";

const file = new URL("../../openapi/catalogue.yaml", import.meta.url);
const catalogue = loadContract(file);
const hostile: Contract = {
  ...catalogue,
  name: "users",
  basePath: "/hostile",
  document: {
    ...catalogue.document,
    info: { title: "<script>alert(1)</script>", version: '1" onload="alert(1)', summary: "Fish & chips" },
  },
};
const FILES = ["/openapi/catalogue.yaml", "/openapi/catalogue.json", "/openapi/catalogue.3.0.json"];

/** Writes the proof page to a temporary folder. */
function writeProof(t: Test): URL {
  const folder = mkdtempSync(join(tmpdir(), "triptych-proof-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "index.html"), proofPage([catalogue, hostile], [], new Date()));
  return pathToFileURL(join(folder, "index.html"));
}

/** Opens a server that has only the pages. Returns a function that requests a URL of it, with GET by default. */
async function openPages(
  test: Test,
  contracts: readonly Contract[] = [catalogue, hostile],
  proofFile = writeProof(test),
) {
  const server = createServer({ logger: pino({ level: "silent" }), envelopes: [], trustProxy: [] });
  await registerPages(server, { contracts, baseUrl: "http://localhost:3000", proofFile });
  test.teardown(() => server.close());
  return (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" | "POST" = "GET") =>
    server.inject({ method, url, headers });
}

/** The URLs that a page links to or loads. */
function urlsIn(page: string): string[] {
  return [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = ""]) => address.replaceAll("&#61;", "="));
}

t.test("the start page links to every contract's files and reference, and to the server status", async (t) => {
  const get = await openPages(t);
  const page = await get("/");
  t.equal(page.statusCode, 200);
  t.equal(page.headers["content-type"], "text/html; charset=utf-8");
  t.match(page.body, "Triptych: catalogue and accounts");
  t.match(page.body, "Registration, login and a catalogue of products.");
  t.match(page.body, "<code>/api</code>");
  const links = urlsIn(page.body).filter((address) => !address.startsWith("data:"));
  t.same(links.toSorted(), [
    "/account/api-keys",
    "/docs/?urls.primaryName=catalogue",
    "/docs/?urls.primaryName=users",
    "/health/ready",
    "/openapi/catalogue.3.0.json",
    "/openapi/catalogue.json",
    "/openapi/catalogue.yaml",
    "/openapi/users.3.0.json",
    "/openapi/users.json",
    "/openapi/users.yaml",
  ]);
});

t.test("every link of the start page works", async (t) => {
  const { send } = await openApp(t);
  const { body } = await send("GET", "/");
  const links = urlsIn(String(body)).filter((address) => address.startsWith("/"));
  t.equal(links.length, 14);
  for (const link of links) t.equal((await send("GET", link)).status, link.startsWith("/account") ? 303 : 200, link);
});

t.test("titles of contracts are escaped on the start page", async (t) => {
  const { body } = await (await openPages(t))("/");
  t.match(body, "&#60;script&#62;alert(1)&#60;/script&#62;");
  t.match(body, "1&#34; onload&#61;&#34;alert(1)");
  t.match(body, "Fish &#38; chips");
  t.notMatch(body, /<script|onload="/);
});

for (const path of ["/", "/docs/proof"]) {
  t.test(`the Content-Security-Policy of ${path} allows only its own style sheet and data: images`, async (t) => {
    const { body, headers } = await (await openPages(t))(path);
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(body) ?? [];
    t.equal(
      headers["content-security-policy"],
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
        `style-src 'sha256-${hash("sha256", style, "base64")}'; img-src data:`,
    );
  });
}

t.test("the proof page is read at startup, and returns 404 without its file", async (t) => {
  const file = writeProof(t);
  const get = await openPages(t, [catalogue, hostile], file);
  rmSync(file);
  const page = await get("/docs/proof");
  t.equal(page.statusCode, 200);
  t.equal(page.headers["content-type"], "text/html; charset=utf-8");
  t.match(page.body, "Contract coverage");
  t.match(page.body, "&#60;script&#62;alert(1)&#60;/script&#62;");
  t.notMatch(page.body, /<script/);
  t.equal((await (await openPages(t, [catalogue], file))("/docs/proof")).statusCode, 404);
});

t.test("a contract is served as its YAML file, as JSON, and as OpenAPI 3.0", async (t) => {
  const get = await openPages(t);
  const yaml = await get("/openapi/catalogue.yaml");
  t.equal(yaml.headers["content-type"], "application/yaml");
  t.ok(yaml.rawPayload.equals(readFileSync(file)), "byte for byte");

  const json = await get("/openapi/catalogue.json");
  t.match(json.headers["content-type"], /^application\/json/);
  const document = toCompatible(catalogue.document);
  const servers = [{ url: "http://localhost:3000/api", description: "This server" }];
  t.same(json.json(), { ...document, servers }, "with the server's absolute URL");

  const openapi30 = await get("/openapi/catalogue.3.0.json");
  t.match(openapi30.headers["content-type"], /^application\/json/);
  t.match(openapi30.json(), { openapi: "3.0.3", info: { title: "Triptych: catalogue and accounts" } });
  t.same(Object.keys(openapi30.json().paths), Object.keys(json.json().paths));
  t.same(openapi30.json().servers, servers);
  t.equal((await get("/openapi/unknown.yaml")).statusCode, 404);
});

for (const path of ["/", "/docs/proof", ...FILES]) {
  t.test(`${path} returns 304 to a request with its entity tag`, async (t) => {
    const request = await openPages(t);
    const first = await request(path);
    const etag = String(first.headers.etag);
    t.match(etag, /^"[\w-]+"$/, "a strong entity tag");
    t.equal(first.headers["cache-control"], "no-cache", "revalidated before each use");

    const second = await request(path, { "if-none-match": `"another", W/${etag}` });
    t.equal(second.statusCode, 304);
    t.equal(second.body, "");
    for (const name of ["etag", "cache-control", "content-security-policy"]) {
      t.equal(second.headers[name], first.headers[name], name);
    }
    t.equal((await request(path, { "if-none-match": '"another"' })).statusCode, 200);

    const head = await request(path, {}, "HEAD");
    t.equal(head.body, "");
    t.equal(head.headers.etag, etag);
    t.equal(head.headers["content-length"], first.headers["content-length"]);
  });
}

for (const path of ["/docs", "/docs/", "/docs/?urls.primaryName=catalogue"]) {
  t.test(`the reference at ${path} loads only files of this server`, async (t) => {
    const get = await openPages(t);
    const page = await get(path);
    t.equal(page.statusCode, 200);
    t.equal(page.headers["content-type"], "text/html; charset=utf-8");
    const urls = urlsIn(page.body);
    t.ok(urls.length >= 7, "style sheets, scripts and an icon");
    for (const url of urls) {
      t.match(url, /^(\.|\/docs)\/static\//);
      const { statusCode } = await get(new URL(url, `http://localhost${path}`).pathname);
      t.equal(statusCode, 200, url);
    }
  });
}

t.test("the API reference loads each contract from /openapi/, and has no copies of its own", async (t) => {
  const get = await openPages(t);
  const { body } = await get("/docs/static/swagger-initializer.js");
  for (const name of ["catalogue", "users"]) t.match(body, `{"name":"${name}","url":"/openapi/${name}.yaml"}`);
  t.match(body, "validatorUrl: null");
  t.equal((await get("/docs/json")).statusCode, 404);
  const invalid = await get("/docs/static/%00");
  t.same([invalid.statusCode, invalid.json()], [404, { error: "This path does not exist." }]);
  t.equal((await get("/docs/yaml")).statusCode, 404);
});

t.test(
  "the Content-Security-Policy of the reference allows scripts and styles of this server, but none inline",
  async (t) => {
    const get = await openPages(t);
    for (const path of ["/docs", "/docs/static/swagger-ui-bundle.js", "/docs/static/oauth2-redirect.html"]) {
      t.equal(
        (await get(path)).headers["content-security-policy"],
        "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
          "script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
        path,
      );
    }
  },
);

t.test("every page forbids MIME sniffing and sends no referrer", async (t) => {
  const get = await openPages(t);
  for (const path of [
    "/",
    ...FILES,
    "/docs",
    "/docs/proof",
    "/docs/static/swagger-ui.css",
    "/docs/static/theme/reference.js",
  ]) {
    const { headers } = await get(path);
    t.equal(headers["x-content-type-options"], "nosniff", path);
    t.equal(headers["referrer-policy"], "no-referrer", path);
    t.ok(headers["x-request-id"], path);
  }
});

t.test("a script of the reference returns 304 to its entity tag, and unknown files return 404", async (t) => {
  const get = await openPages(t);
  const { headers } = await get("/docs/static/swagger-ui-bundle.js");
  const again = await get("/docs/static/swagger-ui-bundle.js", { "if-none-match": String(headers.etag) });
  t.equal(again.statusCode, 304);
  for (const path of ["/docs/static/..%2fpackage.json", "/docs/static/../package.json", "/docs/static/unknown.js"]) {
    t.equal((await get(path)).statusCode, 404, path);
  }
});

t.test("pages return 404 to POST, and serving them does not modify the contracts", async (t) => {
  const before = structuredClone(catalogue.document);
  const request = await openPages(t);
  for (const path of ["/", ...FILES, "/docs/", "/docs/proof"])
    t.equal((await request(path, {}, "POST")).statusCode, 404, path);
  await request("/docs/");
  t.same(catalogue.document, before);
});
