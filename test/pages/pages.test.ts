import { readdirSync, readFileSync } from "node:fs";
import { load } from "js-yaml";
import t, { type Test } from "tap";
import type { Contract, Operation } from "#contract/contract";
import { createLogger } from "#contract/server/logging";
import { createServer } from "#contract/server/server";
import { toCompatible, toNarrow } from "#contract/tools/generate/compatibility";
import { loadContracts } from "../../harness/contracts.ts";
import { openPageClient } from "../../harness/page-client.ts";
import { registerGeneralPages } from "../../src/pages/plugin.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp } from "../support/app.ts";

const file = new URL("../../generated/catalogue.openapi.yaml", import.meta.url);
const catalogue = loadContract("catalogue");
const hostile: Contract = {
  ...catalogue,
  name: "users",
  basePath: "/hostile",
  document: {
    ...catalogue.document,
    info: { title: "<script>alert(1)</script>", version: '1" onload="alert(1)', summary: "Fish & chips" },
  },
};
const WORKFLOWS = [
  "administrator-to-user-to-key",
  "collection-to-cover-to-merge-to-trash",
  "items-to-search-to-undo",
  "register-to-product",
].flatMap((name) => ["yaml", "json"].map((format) => `/openapi/workflows/${name}.arazzo.${format}`));
const FILES = [
  "/openapi/catalogue.yaml",
  "/openapi/catalogue.json",
  "/openapi/catalogue.3.0.json",
  "/openapi/catalogue.3.2.json",
  "/openapi/catalogue.md",
  "/llms.txt",
  "/docs/errors.md",
  "/openapi/workflows/register-to-product.arazzo.yaml",
  "/openapi/workflows/register-to-product.arazzo.json",
];

/** Opens a server that has only the pages. Returns a function that requests a URL of it, with GET by default. */
async function openPages(test: Test) {
  const server = createServer({ logger: createLogger("silent", process.stdout), envelopes: [], trustProxy: [] });
  await registerGeneralPages(server, {
    contracts: [catalogue, hostile],
    baseUrl: "http://triptych.test",
    limit: { register: () => {} },
  });
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
  t.match(page.body, "catalogue and accounts");
  t.match(page.body, "Registration, login and a catalogue of products.");
  t.match(page.body, "<code>/api</code>");
  const links = urlsIn(page.body.slice(page.body.indexOf("<main")));
  t.same(links.toSorted(), [
    "/account/sign-in",
    "/docs/",
    "/docs/catalogue",
    "/docs/proof",
    "/docs/quickstart",
    "/docs/users",
    "/health/ready",
    "/openapi/catalogue.3.0.json",
    "/openapi/catalogue.3.2.json",
    "/openapi/catalogue.json",
    "/openapi/catalogue.md",
    "/openapi/catalogue.yaml",
    "/openapi/users.3.0.json",
    "/openapi/users.3.2.json",
    "/openapi/users.json",
    "/openapi/users.md",
    "/openapi/users.yaml",
  ]);
});

t.test("every link of the start page works", async (t) => {
  const { send } = await openApp(t);
  const { body } = await send("GET", "/");
  const links = urlsIn(String(body)).filter((address) => address.startsWith("/"));
  t.ok(links.length > 20);
  for (const link of links) t.equal((await send("GET", link)).status, link === "/account/api-keys" ? 303 : 200, link);
});

t.test("titles of contracts are escaped on the start page", async (t) => {
  const { body } = await (await openPages(t))("/");
  t.match(body, "&#60;script&#62;alert(1)&#60;/script&#62;");
  t.match(body, "1&#34; onload&#61;&#34;alert(1)");
  t.match(body, "Fish &#38; chips");
  t.notMatch(body, /<script>|onload="/);
});

for (const path of ["/", "/docs", "/docs/", "/docs/catalogue", "/docs/proof", "/docs/quickstart", "/docs/errors"]) {
  t.test(
    `the Content-Security-Policy of ${path} allows scripts, styles, images and requests of this server, but nothing inline`,
    async (t) => {
      const { headers } = await (await openPages(t))(path);
      t.equal(
        headers["content-security-policy"],
        "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
          "script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'",
      );
    },
  );
}

t.test("the proof page begins with a summary, lists every operation and has at most 200 kB", async (t) => {
  const get = await openPages(t);
  const { statusCode, headers, body, rawPayload } = await get("/docs/proof");
  t.equal(statusCode, 200);
  t.equal(headers["content-type"], "text/html; charset=utf-8");
  t.match(body, /<h1>Contract coverage<\/h1><\/div>\s*<p class="lead">[^<]*<\/p>\s*<h2>Summary<\/h2>\s*<table>/);
  for (const { id } of catalogue.operations) t.match(body, `<summary>${id} <code>`);
  t.ok(rawPayload.length <= 200_000, `${rawPayload.length} bytes`);
});

t.test("pages of any origin may read the files of a contract, but no page of this server", async (t) => {
  const get = await openPages(t);
  for (const path of FILES) {
    t.equal((await get(path)).headers["access-control-allow-origin"], "*", path);
    t.equal((await get(path, { origin: "https://tool.example" }, "HEAD")).headers["access-control-allow-origin"], "*");
  }
  for (const path of ["/", "/docs/", "/docs/proof"])
    t.equal((await get(path)).headers["access-control-allow-origin"], undefined, path);
});

t.test("a contract is served as its YAML file, as JSON, and as OpenAPI 3.0 and 3.2", async (t) => {
  const get = await openPages(t);
  const yaml = await get("/openapi/catalogue.yaml");
  t.equal(yaml.headers["content-type"], "application/yaml");
  t.ok(yaml.rawPayload.equals(readFileSync(file)), "byte for byte");

  const json = await get("/openapi/catalogue.json");
  t.match(json.headers["content-type"], /^application\/json/);
  const document = toCompatible(toNarrow(catalogue.document));
  const servers = [{ url: "http://triptych.test/api", description: "This server" }];
  t.same(json.json(), { ...document, servers }, "with the server's absolute URL");

  const openapi30 = await get("/openapi/catalogue.3.0.json");
  t.match(openapi30.headers["content-type"], /^application\/json/);
  t.match(openapi30.json(), { openapi: "3.0.3", info: { title: "Triptych: catalogue and accounts" } });
  t.same(Object.keys(openapi30.json().paths), Object.keys(json.json().paths));
  t.same(openapi30.json().servers, servers);

  const openapi32 = await get("/openapi/catalogue.3.2.json");
  t.match(openapi32.headers["content-type"], /^application\/json/);
  t.match(openapi32.json(), { openapi: "3.2.0", $self: "http://triptych.test/openapi/catalogue.3.2.json", servers });
  t.same(Object.keys(openapi32.json().paths), Object.keys(json.json().paths));
  t.equal((await get("/openapi/unknown.yaml")).statusCode, 404);
});

/** The versions of the catalogue in `openapi/released/`. */
const released = readdirSync(new URL("../../openapi/released/catalogue/", import.meta.url)).map((file) =>
  file.replace(".yaml", ""),
);

t.test("every released version of a contract is served as JSON", async (t) => {
  const get = await openPages(t);
  t.ok(released.includes("1.0.0"));
  for (const version of released) {
    const response = await get(`/openapi/catalogue/${version}.json`);
    t.equal(response.statusCode, 200, version);
    t.match(response.headers["content-type"], /^application\/json/);
    t.equal(response.headers["access-control-allow-origin"], "*");
    t.match(response.json(), { openapi: "3.1.0", info: { version, "x-released": /^\d{4}-\d\d-\d\d$/ } });
    t.same(response.json().servers, [{ url: "http://triptych.test/api", description: "This server" }]);
  }
  t.equal((await get("/openapi/catalogue/0.9.0.json")).statusCode, 404);
});

t.test("a contract has a changelog, as JSON and as a page that the reference links to", async (t) => {
  const get = await openPages(t);
  const { releases } = (await get("/openapi/catalogue/changelog.json")).json();
  const versions = releases.map(({ version }: { readonly version: string }) => version);
  t.same(versions.toSorted(), released.toSorted());
  t.match(releases.at(-1), { version: "1.0.0", changes: [] });

  const page = await get("/docs/catalogue/changelog");
  t.equal(page.statusCode, 200);
  const links = urlsIn(page.body);
  t.ok(links.includes("/openapi/catalogue/changelog.json"));
  for (const version of versions) t.ok(links.includes(`/openapi/catalogue/${version}.json`), version);
  t.ok(urlsIn((await get("/docs/catalogue")).body).includes("/docs/catalogue/changelog"));
});

t.test("workflows are served as YAML and as JSON, and refer to operations of contracts that are served", async (t) => {
  const { send } = await openApp(t);
  for (const path of WORKFLOWS) {
    const { status, headers, body } = await send("GET", path);
    t.equal(status, 200, path);
    t.equal(headers.get("content-type"), path.endsWith("yaml") ? "application/yaml" : "application/json");
    const file = typeof body === "string" ? load(body) : body;
    const { sourceDescriptions, workflows } = file as {
      sourceDescriptions: { name: string; url: string }[];
      workflows: { steps: { operationId: string }[] }[];
    };
    const operations = new Set<string>();
    for (const { name, url } of sourceDescriptions) {
      if (path.endsWith("json")) t.match(url, /^http:\/\/triptych\.test\/openapi\/\w+\.json$/);
      const contract = await send("GET", new URL(url, `http://triptych.test${path}`).pathname);
      t.equal(contract.status, 200, url);
      const text = typeof contract.body === "string" ? contract.body : JSON.stringify(contract.body);
      for (const [, id] of text.matchAll(/"?operationId"?: ?"?(\w+)/g))
        operations.add(`$sourceDescriptions.${name}.${id}`);
    }
    for (const { operationId } of workflows.flatMap(({ steps }) => steps))
      t.ok(operations.has(operationId), operationId);
  }
});

t.test("llms.txt links to texts of this server, which are not HTML", async (t) => {
  const { send } = await openApp(t);
  const { headers, body } = await send("GET", "/llms.txt");
  t.equal(headers.get("content-type"), "text/plain; charset=utf-8");
  t.match(body, /^# Triptych\n\n> /);
  const links = [...String(body).matchAll(/^- \[[^\]]+\]\((.+?)\): .+$/gm)].map(([, url = ""]) => url);
  t.equal(links.length, 12);
  t.equal(links.length, String(body).match(/^- /gm)?.length, "each has a description");
  for (const link of links) {
    t.match(link, /^http:\/\/triptych\.test\//);
    const response = await send("GET", new URL(link).pathname);
    t.equal(response.status, 200, link);
    const type = link.endsWith(".md") ? "text/markdown; charset=utf-8" : /^application\/(yaml|json)/;
    t.match(response.headers.get("content-type"), type, link);
  }
});

t.test("the Markdown of a contract has its operations, and the server's URL", async (t) => {
  const { send } = await openApp(t);
  for (const name of ["catalogue", "users", "collections"]) {
    const { operations, basePath } = loadContract(name);
    const text = String((await send("GET", `/openapi/${name}.md`)).body);
    for (const { id, method, path } of operations)
      t.match(text, `\n### ${id}: \`${method} ${basePath}${path}\`\n`, `${name} ${id}`);
    t.match(text, `Base URL: \`http://triptych.test${basePath}\``);
    t.notMatch(text, "localhost");
    t.ok(text.length < 200_000, `${text.length} characters`);
  }
});

t.test("the reference links to every workflow", async (t) => {
  const { send } = await openApp(t);
  const links = urlsIn(String((await send("GET", "/docs/")).body)).filter((url) =>
    url.startsWith("/openapi/workflows/"),
  );
  t.same(links, WORKFLOWS);
});

for (const path of [
  "/",
  "/docs/",
  "/docs/catalogue",
  "/docs/catalogue/products",
  "/docs/search?q=price",
  "/docs/catalogue/changelog",
  "/docs/quickstart",
  "/docs/errors",
  "/docs/proof",
  "/assets/another-version/reference.js",
  "/openapi/catalogue/changelog.json",
  "/openapi/catalogue/1.0.0.json",
  ...FILES,
]) {
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

for (const path of ["/docs", "/docs/", "/docs/catalogue", "/docs/users/users", "/docs/search"]) {
  t.test(`the reference at ${path} loads only files of this server`, async (t) => {
    const { send } = await openApp(t);
    const page = await send("GET", path);
    t.equal(page.status, 200);
    t.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    const urls = [...String(page.body).matchAll(/(?:src|<link [^>]*href)="([^"]*)"/g)].map(([, url = ""]) => url);
    t.equal(urls.length, 8, "style sheets, scripts, icons and the manifest");
    for (const url of urls) t.equal((await send("GET", url)).status, 200, url);
  });
}

/** The path of the page that describes an operation. */
function pageOf({ name }: Contract, { source }: Operation): string {
  return `/docs/${name}/${source.tags?.[0]}`;
}

t.test("the reference lists every operation of every contract, and links to its description", async (t) => {
  const get = await openPages(t);
  const expected = [catalogue, hostile].flatMap((contract) =>
    contract.operations.map((operation) => ({ id: operation.id, page: pageOf(contract, operation) })),
  );
  const links = urlsIn((await get("/docs/")).body).filter((url) => url.includes("#") && url !== "#content");
  t.same(links.toSorted(), expected.map(({ id, page }) => `${page}#${id}`).toSorted());
  for (const { id, page } of expected) t.match((await get(page)).body, `<article class="operation" id="${id}"`);
});

t.test("an old link to an operation or an event leads to a link to its description", async (t) => {
  const { send } = await openApp(t);
  for (const contract of loadContracts()) {
    const { body } = await send("GET", `/docs/${contract.name}`);
    for (const operation of contract.operations)
      t.match(body, `<li id="${operation.id}"><a href="${pageOf(contract, operation)}#${operation.id}">`);
    for (const { name } of contract.webhooks)
      t.match(body, `<li id="event-${name}"><a href="/docs/collections/webhooks#event-${name}">`);
    if (contract.webhooks.length > 0) t.match(body, /<h3 id="events"/);
  }
});

t.test("each page of the reference has at most 150 kB compressed, and its anchors once", async (t) => {
  const { base } = await openApp(t);
  const groups = loadContracts().flatMap(({ name, operations, webhooks }) =>
    [...operations, ...webhooks].map(({ source }) => `/docs/${name}/${source.tags?.[0]}`),
  );
  const about = loadContracts().map(({ name }) => `/docs/${name}`);
  const pages = ["/docs/", "/docs/search?q=e", ...about, ...new Set(groups)];
  t.ok(pages.length >= 18, `${pages.length} pages`);
  const client = openPageClient(base);
  for (const path of pages)
    for (const coding of ["br", "gzip"])
      for (const language of ["en", "de"]) {
        const { status, headers, text } = await client.get(path, {
          "accept-encoding": coding,
          "accept-language": language,
        });
        const what = `${path} ${coding} ${language}`;
        t.equal(status, 200, what);
        t.equal(headers.get("content-encoding"), coding, what);
        const bytes = Number(headers.get("content-length"));
        t.ok(bytes > 0 && bytes <= 150_000, `${what}: ${bytes} bytes`);
        const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
        t.equal(new Set(ids).size, ids.length, `${what}: ids`);
      }
});

t.test("the description of an operation has its samples, fields, responses and additions", async (t) => {
  const { body } = await (await openPages(t))("/docs/catalogue/products");
  const [, section = ""] = /<article [^>]*id="createProduct"(.*?)<\/article>/s.exec(body) ?? [];
  t.match(section, "Create a product");
  t.match(section, "needs a credential");
  t.match(section, "http://triptych.test/api/products");
  t.match(section, "triptych-sdk");
  t.match(section, "import requests");
  t.match(section, '<code>name</code> <span class="type">string, 1 to 200 characters, <b>required</b></span>');
  for (const { id, responses } of catalogue.operations)
    if (id === "createProduct")
      for (const status of Object.keys(responses)) t.match(section, `<summary><code>${status}</code>`);
  t.match(section, '<span class="badge">Addition: draft-ietf-httpapi-idempotency-key-header</span>');
  t.notMatch(section, "x-addition");
});

t.test("texts of contracts are escaped in the reference", async (t) => {
  const get = await openPages(t);
  for (const path of ["/docs/", "/docs/users", "/docs/users/products"]) {
    const { body } = await get(path);
    t.match(body, "&#60;script&#62;alert(1)&#60;/script&#62;");
    t.notMatch(body, /<script>|onload="/);
  }
});

t.test("every page forbids MIME sniffing and sends no referrer", async (t) => {
  const get = await openPages(t);
  for (const path of [
    "/",
    ...FILES,
    "/docs",
    "/docs/proof",
    "/assets/another-version/design.css",
    "/assets/another-version/docs.css",
    "/assets/another-version/reference.js",
  ]) {
    const { headers } = await get(path);
    t.equal(headers["x-content-type-options"], "nosniff", path);
    t.equal(headers["referrer-policy"], "same-origin", path);
    t.ok(headers["x-request-id"], path);
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
