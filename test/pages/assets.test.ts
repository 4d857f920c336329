import { gzipSync } from "node:zlib";
import t from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import { openPageClient, type PageClient, signIn } from "../../harness/page-client.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { openLibrary } from "../support/library.ts";
import { createPerson, registrationOf } from "../support/people.ts";

const PAGES = ["/", "/docs/", "/docs/catalogue", "/docs/proof", "/products", "/bookmarks", "/bookmarks/shared"];

/** The paths of the files that a page or the manifest names. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
}

async function pathOf(app: TestApp, name: string): Promise<string> {
  const { text } = await openPageClient(app.base).get("/");
  return filesIn(text).find((path) => path.endsWith(`/${name}`)) ?? "";
}

t.test("every file that a page names exists, and browsers may keep it", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const client = await signIn(app.base, registrationOf("Ann"));
  const texts = await Promise.all(
    ["/manifest.webmanifest", ...PAGES].map(async (path) => (await client.get(path)).text),
  );
  const files = new Set(texts.flatMap(filesIn));
  t.ok(files.size >= 12, `${files.size} files`);
  for (const path of files) {
    const { status, headers } = await app.send("GET", path);
    t.equal(status, 200, path);
    t.equal(headers.get("cache-control"), "public, max-age=31536000, immutable", path);
    t.equal(headers.get("x-content-type-options"), "nosniff", path);
  }
});

t.test("files have their content types", async (t) => {
  const app = await openApp(t);
  const types = {
    "design.css": "text/css; charset=utf-8",
    "pages.js": "text/javascript; charset=utf-8",
    "triptych.svg": "image/svg+xml",
    "triptych-180.png": "image/png",
  };
  for (const [name, type] of Object.entries(types))
    t.equal((await app.send("GET", await pathOf(app, name))).headers.get("content-type"), type, name);
});

t.test("a page of another version gets the present file, and asks again the next time", async (t) => {
  const app = await openApp(t);
  const current = await app.send("GET", await pathOf(app, "design.css"));
  const other = await app.send("GET", "/assets/another-version/design.css");
  t.equal(other.body, current.body);
  t.equal(other.headers.get("cache-control"), "no-cache");
  t.equal((await app.send("GET", "/assets/another-version/nothing.css")).status, 404);
});

t.test("the icons of the application are as large as the manifest says", async (t) => {
  const app = await openApp(t);
  const { icons } = JSON.parse(await (await fetch(`${app.base}/manifest.webmanifest`)).text());
  const pictures = icons.filter(({ type }: { type: string }) => type === "image/png");
  t.same(
    pictures.map(({ sizes }: { sizes: string }) => sizes),
    ["192x192", "512x512"],
  );
  for (const { src, sizes } of pictures) {
    const header = new DataView(await (await fetch(app.base + src)).arrayBuffer());
    t.equal(`${header.getUint32(16)}x${header.getUint32(20)}`, sizes, src);
  }
});

t.test("pages, their files and public feeds are compressed for clients that accept it", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const client = await signIn(app.base, registrationOf("Ann"));
  for (const path of [
    "/",
    "/bookmarks",
    "/account/api-keys",
    "/openapi/catalogue.json",
    await pathOf(app, "design.css"),
  ]) {
    const compressed = await client.get(path, { "accept-encoding": "gzip, deflate, br" });
    t.equal(compressed.headers.get("content-encoding"), "br", path);
    t.match(compressed.headers.get("vary"), /Accept-Encoding/, path);
    const plain = await client.get(path, { "accept-encoding": "identity" });
    t.equal(plain.headers.get("content-encoding"), null, path);
    t.ok(Number(compressed.headers.get("content-length")) < Number(plain.headers.get("content-length")) / 2, path);
  }
});

/** The text of each script that a browser loads with a page: those that it names, and what they import at once. */
async function scriptsOf(client: PageClient, page: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const waiting = filesIn(page).filter((path) => path.endsWith(".js"));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path)) continue;
    const { text } = await client.get(path);
    texts.set(path, text);
    for (const [, name = ""] of text.matchAll(/(?:\bfrom|\bimport)"(\.\/[^"]+)"/g))
      waiting.push(new URL(name, `http://server${path}`).pathname);
  }
  return texts;
}

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;

t.test("a page of 50 bookmarks loads few bytes, and at most 15 kB of own scripts", async (t) => {
  const { app, ann } = await openLibrary(t);
  await fillLibrary(app.context.database, ann.id, { collections: 20, items: 60, depth: 2 });
  const client = await signIn(app.base, ann);
  const { text } = await client.get("/bookmarks");
  t.equal(text.match(/ data-item="/g)?.length, 50);
  t.ok(gzipped(text) <= 30_000, `the page: ${gzipped(text)} bytes`);
  const scripts = [...(await scriptsOf(client, text))];
  // A library, of 3.8 kB.
  const own = scripts.filter(([path]) => !path.endsWith("/idiomorph.js"));
  t.equal(own.length, scripts.length - 1);
  const bytes = own.reduce((sum, [, script]) => sum + gzipped(script), 0);
  t.ok(bytes > 3_000 && bytes <= 15_000, `own scripts: ${bytes} bytes`);
});

t.test("scripts have no comments, and load what few visits need when it is needed", async (t) => {
  const { app, ann } = await openLibrary(t);
  const client = await signIn(app.base, ann);
  const scripts = await scriptsOf(client, (await client.get("/bookmarks")).text);
  const later = new Set<string>();
  for (const [path, text] of scripts) {
    t.notMatch(text, /^\s*\/[/*]|\n\n/m, path);
    for (const [, name = ""] of text.matchAll(/\bimport\("(\.\/[^"]+)"\)/g))
      later.add(new URL(name, `http://server${path}`).pathname);
  }
  t.same([...later].map((path) => path.split("/").pop()).sort(), ["drop.js", "panel.js", "tree-changes.js"]);
  for (const path of later) {
    t.notOk(scripts.has(path), path);
    const { status, headers } = await app.send("GET", path);
    t.equal(status, 200, path);
    t.equal(headers.get("cache-control"), "public, max-age=31536000, immutable", path);
  }
});
