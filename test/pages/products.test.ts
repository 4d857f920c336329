import t from "tap";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import * as products from "../../src/products/products.ts";
import { idOf, insertProducts } from "../products/rows.ts";
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

/** The names of the products on a page, which end with a full stop. */
const namesIn = (text: string) => [...text.matchAll(/<bdi dir="auto">([^<]+)\.</g)].map(([, name]) => name);

/** The address of a link. */
const linkIn = (text: string, label: string) =>
  new RegExp(`href="([^"]+)">${label}<`).exec(text)?.[1]?.replaceAll("&#61;", "=").replaceAll("&#38;", "&") ?? "none";

t.test("the list can be searched, filtered by stock, and has pages of 50", async (t) => {
  const { app, ann, stranger } = await openWithAnn(t);
  for (let number = 1; number <= 51; number++)
    await addProduct(app, ann.id, { name: `Lamp ${number}.`, description: "", inStock: number % 2 === 1 });
  await addProduct(app, ann.id, { name: "Chair.", description: "Oak" });
  const first = await stranger.get(PRODUCTS);
  t.same([namesIn(first.text).length, namesIn(first.text)[0]], [50, "Chair"], "newest first");
  t.match(first.text, />52 products<.*Page 1 of 2/s);
  t.notMatch(first.text, ">Previous<");
  const second = await stranger.get(linkIn(first.text, "Next"));
  t.same(namesIn(second.text), ["Lamp 2", "Lamp 1"]);
  t.notMatch(second.text, ">Next<");
  t.same(namesIn((await stranger.get(linkIn(second.text, "Previous"))).text), namesIn(first.text));
  t.same(namesIn((await stranger.get(`${PRODUCTS}?page=9`)).text), ["Lamp 2", "Lamp 1"], "the last page");
  t.same(namesIn((await stranger.get(`${PRODUCTS}?q=OAK`)).text), ["Chair"]);
  const found = await stranger.get(`${PRODUCTS}?q=lamp&stock=0`);
  t.equal(namesIn(found.text).length, 25);
  t.match(found.text, ">25 products<");
  t.match((await stranger.get(`${PRODUCTS}?q=lamp`)).text, />51 products<.*q&#61;lamp&#38;page&#61;2">Next/s);
  t.match((await stranger.get(`${PRODUCTS}?stock=1`)).text, ">27 products<");
  t.match((await stranger.get(`${PRODUCTS}?q=nothing`)).text, "No products match");
  for (const q of ["\0", "x".repeat(1000), "\ud800"])
    t.equal((await stranger.get(`${PRODUCTS}?${new URLSearchParams({ q })}`)).status, 200);
  t.match((await stranger.get(`${PRODUCTS}?q=oak&stock=1`)).text, /value="oak".*<option value="1" selected>/s);
});

t.test("the list can be sorted, by the rules of the language of the page", async (t) => {
  const { app, ann, stranger } = await openWithAnn(t);
  const prices = { "Zebra.": 3, "apple.": 10, "Äpfel.": 2, "banana.": 10 };
  for (const [name, price] of Object.entries(prices)) await addProduct(app, ann.id, { name, price });
  const sorted = async (sort: string, more = "") =>
    namesIn((await stranger.get(`${PRODUCTS}?sort=${sort}${more}`, { "accept-language": "de" })).text).join(" ");
  t.equal(await sorted("newest"), "banana Äpfel apple Zebra");
  t.equal(await sorted("oldest"), "Zebra apple Äpfel banana");
  t.equal(await sorted("name"), "Äpfel apple banana Zebra");
  t.equal(await sorted("-name"), "Zebra banana apple Äpfel");
  t.equal(await sorted("price"), "Äpfel Zebra banana apple");
  t.equal(await sorted("-price"), "banana apple Zebra Äpfel");
  t.equal(await sorted("oldest", "&q=a"), "Zebra apple Äpfel banana");
  t.equal(await sorted("<script>"), "banana Äpfel apple Zebra");
  t.match((await stranger.get(`${PRODUCTS}?sort=price`)).text, /<option value="price" selected>/);
});

t.test("a search examines 10,000 products, and continues with the next ones on request", async (t) => {
  const { app, stranger } = await openWithAnn(t);
  await insertProducts(app.context.database, 10_002);
  const first = await stranger.get(`${PRODUCTS}?q=lamp`);
  t.match(first.text, "10,000 among 10,000 products");
  const second = await stranger.get(linkIn(first.text, "Go on with the next 10,000 products"));
  t.match(second.text, "2 among 2 products");
  t.notMatch(second.text, "Go on");
  t.match((await stranger.get(`${PRODUCTS}?q=nothing`)).text, /None of these 10,000 products match.*Go on/s);
  t.match((await stranger.get(PRODUCTS)).text, />10,002 products<.*Page 1 of 201/s);
});

t.test("the pages of more products than one statement counts follow each other", async (t) => {
  const { app, stranger } = await openWithAnn(t);
  await insertProducts(app.context.database, 20_030);
  for (const sort of ["newest", "oldest"]) {
    const pageOf = async (page: number) => (await stranger.get(`${PRODUCTS}?sort=${sort}&page=${page}`)).text;
    const ids = (text: string) => [...text.matchAll(/href="\/products\/(\w{24})"/g)].map(([, id]) => id);
    const pages = [await pageOf(400), await pageOf(401)];
    for (const text of pages) t.match(text, ">20,030 products<");
    t.same(
      pages.map((text) => ids(text).length),
      [50, 30],
    );
    const all = pages.flatMap(ids);
    t.same(all, sort === "newest" ? all.toSorted().toReversed() : all.toSorted());
    t.equal(new Set(all).size, 80);
  }
});

t.test("a signed-in user deletes the products that they have selected", async (t) => {
  const { app, ann, client, stranger } = await openWithAnn(t);
  const ids: string[] = [];
  for (let number = 1; number <= 4; number++) ids.push((await addProduct(app, ann.id, { name: `Lamp ${number}.` })).id);
  const [one = "", two = "", three = "", four = ""] = ids;
  t.notMatch((await stranger.get(PRODUCTS)).text, 'type="checkbox"');
  const list = await client.get(`${PRODUCTS}?ids=${one}`);
  t.match(list.text, new RegExp(`value="${one}" aria-label="Select Lamp 1." checked`));
  t.match(list.text, new RegExp(`value="${two}" aria-label="Select Lamp 2.">`));

  const confirmation = await client.get(`${PRODUCTS}/delete?ids=${one}&ids=${three}&ids=${one}&ids=x&sort=name&page=1`);
  t.match(confirmation.text, /<h1>Delete 2 products<.*Lamp 3.*Lamp 1.*can&#39;t be undone/s);
  t.notMatch(confirmation.text, "Lamp 2");
  t.equal(linkIn(confirmation.text, "Cancel"), `${PRODUCTS}?sort=name`);
  t.match(await readProduct(app, one), [{ name: "Lamp 1." }], "nothing is deleted before it is confirmed");

  // Somebody else deletes one and changes the other meanwhile.
  await products.remove(app.context.database, three);
  await products.update(app.context.database, one, { price: 1 });
  const action = formActionIn(confirmation.text);
  const deleted = await client.post(action);
  t.match(deleted, { status: 303, location: `${PRODUCTS}?sort=name`, notice: "products-deleted" });
  const after = await client.get(deleted.location ?? "");
  t.match(after.text, "1 product was deleted.");
  t.same(namesIn(after.text), ["Lamp 2", "Lamp 4"]);
  t.match(await client.post(action), { status: 303, notice: "products-none-selected" });
  for (const path of ["", "?ids=x", `?ids=${one}`])
    t.match(
      await client.get(`${PRODUCTS}/delete${path}`),
      { status: 303, location: PRODUCTS, notice: "products-none-selected" },
      path,
    );

  const both = `${PRODUCTS}/delete?ids=${two}&ids=${four}`;
  const results = await Promise.all([client.post(both), client.post(`${PRODUCTS}/delete?ids=${four}&ids=${two}`)]);
  t.same(results.map(({ notice }) => notice).sort(), ["products-deleted", "products-none-selected"]);
  t.same(namesIn((await client.get(PRODUCTS)).text), []);
});

t.test("at most the 50 products of a page are deleted at once", async (t) => {
  const { app, client } = await openWithAnn(t);
  await insertProducts(app.context.database, 52);
  const ids = Array.from({ length: 52 }, (_, index) => `ids=${idOf(index + 1)}`).join("&");
  const { text } = await client.get(`${PRODUCTS}/delete?${ids}`);
  t.match(text, "Delete 50 products");
  await client.post(`${PRODUCTS}/delete?${ids}`);
  t.match((await client.get(PRODUCTS)).text, />2 products</);
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

t.test("signing in returns to the page of a product that asked for it", async (t) => {
  const { app, ann } = await openWithAnn(t);
  const client = openPageClient(app.base);
  const { location } = await client.get(`${PRODUCTS}/new`);
  await client.get(location ?? "");
  const { email, password } = ann;
  const signedIn = await client.post("/account/sign-in", { email, password, next: `${PRODUCTS}/new` });
  t.match(signedIn, { status: 303, location: `${PRODUCTS}/new` });
});

t.test("writing requires signing in, a CSRF token and the level that the server demands", async (t) => {
  const { app, ann, client, stranger } = await openWithAnn(t, { CATALOGUE_WRITE_LEVEL: "3" });
  const { id } = await addProduct(app, ann.id);
  const many = `${PRODUCTS}/delete?ids=${id}`;
  const pages = [`${PRODUCTS}/new`, `${PRODUCTS}/${id}/edit`, `${PRODUCTS}/${id}/delete`, many];
  await stranger.get("/account/sign-in");
  for (const path of pages) {
    const location = `/account/sign-in?next=${encodeURIComponent(path)}`;
    t.match(await stranger.get(path), { status: 303, location }, path);
    const form = `/account/sign-in?next=${encodeURIComponent(path.split("?")[0] ?? "")}`;
    t.match(await stranger.post(path, FORM), { status: 303, location: form }, path);
    const { status, text } = await client.get(path, HTML);
    t.equal(status, 403, path);
    t.match(text, "Writing products needs user level 3 or higher.");
    t.equal((await client.post(path, FORM)).status, 403, path);
  }
  for (const path of [PRODUCTS, `${PRODUCTS}/${id}`])
    t.notMatch((await client.get(path)).text, /Create product|Edit product|Delete selected/, path);
  await setLevel(app, ann.id, 3);
  t.match((await client.get(`${PRODUCTS}/${id}`)).text, "Edit product");
  for (const path of pages) {
    await client.get(path);
    for (const _csrf of ["", "wrong"])
      t.equal((await client.post(path, { ...FORM, version: "1", _csrf })).status, 403, path);
  }
  t.match(await readProduct(app, id), [LAMP]);
});

function formActionIn(text: string): string {
  const action = /<form class="card narrow" method="post" action="([^"]+)"/.exec(text)?.[1] ?? "none";
  return action.replaceAll("&#61;", "=").replaceAll("&#38;", "&");
}

function versionIn(text: string): string {
  return /name="version" value="([^"]*)"/.exec(text)?.[1] ?? "none";
}
