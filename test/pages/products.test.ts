import t from "tap";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import * as products from "../../src/products/products.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { createPerson, setLevel } from "../support/people.ts";

const PRODUCTS = "/products";
const HTML = { accept: "text/html" };
const LAMP = { name: "Desk lamp", description: "Brass, 40 cm", price: 49.5, inStock: true };
const FORM = { name: "Desk lamp", description: "Brass, 40 cm", price: "49.5", inStock: "1" };

type Test = Parameters<typeof openApp>[0];

/** A server on which Ann is signed in. */
async function openWithAnn(t: Test, settings: Record<string, string> = {}) {
  const app = await openApp(t, settings);
  const ann = await createPerson(app, "Ann");
  const client = await signIn(app.base, ann);
  return { app, ann, client, stranger: openPageClient(app.base) };
}

function addProduct({ context }: Pick<TestApp, "context">, accountId: number, more: Partial<products.NewProduct> = {}) {
  return products.create(context.database, accountId, context.productIds, { ...LAMP, ...more });
}

/** The product as the API returns it. */
async function readProduct(app: TestApp, id: string) {
  return (await app.send("GET", `/api/products/${id}`)).body;
}

t.test("anyone reads the list and each product", async (t) => {
  const { app, ann, stranger } = await openWithAnn(t);
  t.match((await stranger.get(PRODUCTS)).text, "There are no products yet");
  const { id } = await addProduct(app, ann.id);
  const list = await stranger.get(PRODUCTS);
  t.match(list.text, `<a href="/products/${id}"><bdi dir="auto">Desk lamp</bdi></a>`);
  for (const text of ["Brass, 40 cm", "49.50", "In stock"]) t.match(list.text, text);
  const { status, text } = await stranger.get(`${PRODUCTS}/${id}`);
  t.equal(status, 200);
  for (const shown of ['<h1 dir="auto">Desk lamp</h1>', "Brass, 40 cm", "49.50", "In stock", id]) t.match(text, shown);
  t.notMatch(text, "Edit product");
  t.match((await stranger.get(`${PRODUCTS}/${id}`, { "accept-language": "de" })).text, "49,50");
  for (const path of ["x", "0".repeat(24), "%00", `${id}0`])
    t.equal((await stranger.get(`${PRODUCTS}/${path}`)).status, 404, path);
});

t.test("hostile texts are escaped", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const hostile = `<script>alert("'&\u202e אב`;
  const { id } = await addProduct(app, ann.id, { name: hostile, description: hostile });
  const search = `${PRODUCTS}?q=${encodeURIComponent(hostile)}&stock=<script>&after=<script>`;
  for (const path of [PRODUCTS, search, `${PRODUCTS}/${id}`, `${PRODUCTS}/${id}/edit`, `${PRODUCTS}/${id}/delete`]) {
    const { status, text } = await client.get(path);
    t.equal(status, 200, path);
    t.match(text, "&#60;script&#62;alert(&#34;&#39;&#38;\u202e אב", path);
    t.notMatch(text, /<script>|<script (?!type="module" src="\/assets)/, path);
  }
});

t.test("the list can be searched, filtered by stock, and has pages of 50", async (t) => {
  const { app, ann, stranger } = await openWithAnn(t);
  for (let number = 1; number <= 51; number++)
    await addProduct(app, ann.id, { name: `Lamp ${number}.`, description: "", inStock: number % 2 === 1 });
  await addProduct(app, ann.id, { name: "Chair.", description: "Oak" });
  const namesIn = (text: string) => [...text.matchAll(/<bdi dir="auto">([^<]+)\.</g)].map(([, name]) => name);
  const first = await stranger.get(PRODUCTS);
  t.same([namesIn(first.text).length, namesIn(first.text)[0]], [50, "Lamp 1"]);
  const next =
    /href="([^"]+)">Next page</.exec(first.text)?.[1]?.replaceAll("&#61;", "=").replaceAll("&#38;", "&") ?? "";
  const second = await stranger.get(next);
  t.same(namesIn(second.text), ["Lamp 51", "Chair"]);
  t.notMatch(second.text, "Next page");
  t.same(namesIn((await stranger.get(`${PRODUCTS}?q=OAK`)).text), ["Chair"]);
  t.equal(namesIn((await stranger.get(`${PRODUCTS}?q=lamp&stock=0`)).text).length, 25);
  t.equal(namesIn((await stranger.get(`${PRODUCTS}?stock=1`)).text).length, 27);
  t.match((await stranger.get(`${PRODUCTS}?q=nothing`)).text, "No products match");
  for (const q of ["\0", "x".repeat(1000), "\ud800"])
    t.equal((await stranger.get(`${PRODUCTS}?${new URLSearchParams({ q })}`)).status, 200);
  t.match((await stranger.get(`${PRODUCTS}?q=oak&stock=1`)).text, /value="oak".*<option value="1" selected>/s);
});

t.test("a signed-in user creates, changes and deletes a product", async (t) => {
  const { app, client } = await openWithAnn(t);
  t.match((await client.get(PRODUCTS)).text, "Create product");
  await client.get(`${PRODUCTS}/new`);
  const created = await client.post(`${PRODUCTS}/new`, { ...FORM, description: "Brass,\r\n40 cm" });
  const [, id = ""] = /^\/products\/([0-9a-f]{24})$/.exec(created.location ?? "") ?? [];
  t.equal(created.status, 303);
  t.match((await client.get(created.location ?? "")).text, "The product was created.");
  t.match(await readProduct(app, id), [{ ...LAMP, description: "Brass,\n40 cm" }]);
  const version = versionIn((await client.get(`${PRODUCTS}/${id}/edit`)).text);
  const saved = await client.post(`${PRODUCTS}/${id}/edit`, { name: "Lamp", description: "", price: "0", version });
  t.match(saved, { status: 303, location: `${PRODUCTS}/${id}`, notice: "product-saved" });
  t.match(await readProduct(app, id), [{ name: "Lamp", description: "", price: 0, inStock: false }]);
  const shown = versionIn((await client.get(`${PRODUCTS}/${id}/edit`)).text);
  const same = { name: "Lamp ", description: "", price: "0.0", version: shown };
  t.match(await client.post(`${PRODUCTS}/${id}/edit`, same), { status: 303, notice: "unchanged" });
  t.equal(versionIn((await client.get(`${PRODUCTS}/${id}/edit`)).text), shown, "nothing is written");
  const confirmation = await client.get(`${PRODUCTS}/${id}/delete`);
  t.match(confirmation.text, /Lamp.*can&#39;t be undone/s);
  const deleted = await client.post(`${PRODUCTS}/${id}/delete`, { version: versionIn(confirmation.text) });
  t.match(deleted, { status: 303, location: PRODUCTS, notice: "product-deleted" });
  t.equal((await client.get(`${PRODUCTS}/${id}`)).status, 404);
  for (const page of ["edit", "delete"]) t.equal((await client.get(`${PRODUCTS}/${id}/${page}`)).status, 404);
});

t.test("a form shows all errors at once, and what was typed", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const { id } = await addProduct(app, ann.id);
  await client.get(`${PRODUCTS}/new`);
  const wrong = { name: "x".repeat(201), description: "y".repeat(10_001), price: "free" };
  for (const path of [`${PRODUCTS}/new`, `${PRODUCTS}/${id}/edit`]) {
    const { status, text } = await client.post(path, { ...wrong, version: "1" });
    t.equal(status, 200, path);
    t.match(text, "Name must have at most 200 characters.");
    t.match(text, "Price must be a number.");
    t.match(text, "Description must have at most 10000 characters.");
    t.match(text, /id="name"[^>]*x{200}[^>]*autofocus/);
  }
  for (const price of ["", " ", "1e999", "1,5", "-1", "NaN"])
    t.equal((await client.post(`${PRODUCTS}/new`, { ...FORM, price })).status, 200, price);
  t.equal((await client.post(`${PRODUCTS}/new`, { ...FORM, name: " " })).status, 200);
  t.equal((await client.post(`${PRODUCTS}/new`, { ...FORM, name: "\0" })).status, 200);
  t.match(await readProduct(app, id), [LAMP]);
});

t.test("a stale form is told so, and keeps what was typed", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const { id } = await addProduct(app, ann.id);
  const version = versionIn((await client.get(`${PRODUCTS}/${id}/edit`)).text);
  await products.update(app.context.database, id, { name: "Floor lamp" });
  for (const stale of [version, "", "x"]) {
    const { status, text } = await client.post(`${PRODUCTS}/${id}/edit`, { ...FORM, name: "Mine", version: stale });
    t.equal(status, 200);
    t.match(text, "Somebody else has changed this product in the meantime. Reload the page.");
    t.match(text, 'value="Mine"');
    t.equal((await client.post(`${PRODUCTS}/${id}/delete`, { version: stale })).status, 200);
  }
  t.match(await readProduct(app, id), [{ name: "Floor lamp" }]);
  const again = await client.post(`${PRODUCTS}/${id}/delete`, { version });
  t.match(again.text, /Somebody else has changed this product.*Floor lamp/s);
  t.equal((await client.post(`${PRODUCTS}/${id}/delete`, { version: versionIn(again.text) })).status, 303);
});

t.test("writing requires signing in, a CSRF token and the level that the server demands", async (t) => {
  const { app, ann, client, stranger } = await openWithAnn(t, { CATALOGUE_WRITE_LEVEL: "3" });
  const { id } = await addProduct(app, ann.id);
  const pages = [`${PRODUCTS}/new`, `${PRODUCTS}/${id}/edit`, `${PRODUCTS}/${id}/delete`];
  await stranger.get("/account/sign-in");
  for (const path of pages) {
    const location = `/account/sign-in?next=${encodeURIComponent(path)}`;
    t.match(await stranger.get(path), { status: 303, location }, path);
    t.match(await stranger.post(path, FORM), { status: 303, location }, path);
    const { status, text } = await client.get(path, HTML);
    t.equal(status, 403, path);
    t.match(text, "Writing products needs user level 3 or higher.");
    t.equal((await client.post(path, FORM)).status, 403, path);
  }
  for (const path of [PRODUCTS, `${PRODUCTS}/${id}`])
    t.notMatch((await client.get(path)).text, /Create product|Edit product/, path);
  await setLevel(app, ann.id, 3);
  t.match((await client.get(`${PRODUCTS}/${id}`)).text, "Edit product");
  for (const path of pages) {
    await client.get(path);
    for (const _csrf of ["", "wrong"])
      t.equal((await client.post(path, { ...FORM, version: "1", _csrf })).status, 403, path);
  }
  t.match(await readProduct(app, id), [LAMP]);
});

function versionIn(text: string): string {
  return /name="version" value="([^"]*)"/.exec(text)?.[1] ?? "none";
}
