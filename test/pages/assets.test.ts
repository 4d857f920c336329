import t from "tap";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import { openApp, type TestApp } from "../support/app.ts";
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
