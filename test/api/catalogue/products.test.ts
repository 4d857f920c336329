import t from "tap";
import { openApp, type Received, type Send } from "../../support/app.ts";
import { catalogueOf } from "../../support/clients.ts";
import { createPerson } from "../../support/people.ts";
import { field } from "./fields.ts";

const LAMP = { name: "Desk lamp", description: "Brass, 40 cm", price: 49.5, inStock: false };

/** Creates a product. Returns its id. */
async function create(send: Send, token: string, product: object): Promise<string> {
  return field(await send("POST", "/api/products", { token, body: product }), "id");
}

/** The names of the products in a response, in order. */
function namesIn({ body }: Received): string[] {
  // A cast: the test server checks every body against the contract.
  return (body as readonly { name: string }[]).map(({ name }) => name);
}

t.test("createProduct: stores the given fields and sets defaults for the others", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const created = await app.send("POST", "/api/products", {
    token,
    body: { ...LAMP, id: "mine", _id: 7, unknown: true },
  });
  t.match(created, { status: 201, body: { ...LAMP, id: /^[0-9a-f]{24}$/ } });
  t.equal(created.headers.get("location"), `/api/products/${field(created, "id")}`);
  t.same((await app.send("GET", `/api/products/${field(created, "id")}`)).body, [created.body]);

  const minimal = await app.send("POST", "/api/products", { token, body: { name: " spaced ", price: 0 } });
  t.match(minimal.body, { name: " spaced ", description: "", price: 0, inStock: true });
  const unicode = await app.send("POST", "/api/products", {
    token,
    body: { name: "مصباح 💡 \u202e", price: 1e15 / 3 },
  });
  t.match(unicode.body, { name: "مصباح 💡 \u202e", price: 1e15 / 3 }, "text and numbers are stored as sent");
});

t.test("createProduct: returns 400 for each value that violates the contract, and stores nothing", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const invalid: [object, string][] = [
    [{ price: 1 }, "/name"],
    [{ name: "", price: 1 }, "/name"],
    [{ name: "x".repeat(201), price: 1 }, "/name"],
    [{ name: "a\u0000b", price: 1 }, "/name"],
    [{ name: "x" }, "/price"],
    [{ name: "x", price: -0.01 }, "/price"],
    [{ name: "x", price: "1" }, "/price"],
    [{ name: "x", price: null }, "/price"],
    [{ name: "x", price: 1, description: "x".repeat(10_001) }, "/description"],
    [{ name: "x", price: 1, description: null }, "/description"],
    [{ name: "x", price: 1, inStock: "true" }, "/inStock"],
  ];
  for (const [body, path] of invalid) {
    t.match(
      await app.send("POST", "/api/products", { token, body }),
      { status: 400, body: { details: [{ path }] } },
      JSON.stringify(body).slice(0, 60),
    );
  }
  t.same((await app.send("GET", "/api/products")).body, []);
});

t.test("createProduct: 200 parallel requests create 200 products", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const catalogue = catalogueOf(app, token);
  const products = await Promise.all(
    Array.from({ length: 200 }, (_, number) => catalogue.createProduct({ name: `Product ${number}`, price: number })),
  );
  t.equal(new Set(products.map(({ id }) => id)).size, 200);
  t.equal((await catalogue.listProducts()).length, 200);
});

t.test("listProducts: returns all products in one array, oldest first", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  for (const name of ["one", "two", "three"]) await create(app.send, token, { name, price: 1 });
  const all = await app.send("GET", "/api/products");
  t.same(namesIn(all), ["one", "two", "three"]);
  t.equal(all.headers.get("etag"), null);
  t.equal(all.headers.get("link"), null);
});

t.test("listProducts: each page links to the next and has an entity tag", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  for (const number of [1, 2, 3, 4, 5])
    await create(app.send, token, { name: `lamp ${number}`, price: number, inStock: number !== 3 });
  const seen: string[][] = [];
  let path: string | undefined = "/api/products?limit=2&inStock=true&q=LAMP";
  while (path !== undefined) {
    const page: Received = await app.send("GET", path);
    t.match(page.headers.get("etag"), /^"/);
    t.equal(
      (await app.send("GET", path, { headers: { "if-none-match": page.headers.get("etag") ?? "" } })).status,
      304,
    );
    seen.push(namesIn(page));
    path = /^<http:\/\/triptych\.test([^>]+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
  }
  t.same(seen, [
    ["lamp 1", "lamp 2"],
    ["lamp 4", "lamp 5"],
  ]);
});

t.test("listProducts: the entity tag of a page changes when a next page appears", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  await create(app.send, token, { name: "one", price: 1 });
  const alone = await app.send("GET", "/api/products?limit=1");
  await create(app.send, token, { name: "two", price: 1 });
  const again = await app.send("GET", "/api/products?limit=1", {
    headers: { "if-none-match": alone.headers.get("etag") ?? "" },
  });
  t.equal(again.status, 200);
  t.ok(again.headers.get("link"));
});

t.test("listProducts: q searches name and description literally and case-insensitively", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const catalogue = catalogueOf(app, token);
  await catalogue.createProduct({ name: "100% wool", price: 1 });
  await catalogue.createProduct({ name: "Ångström", description: "a_b\\c", price: 1 });
  const search = async (q: string) => (await catalogue.listProducts({ q })).map(({ name }) => name);
  t.same(await search("100%"), ["100% wool"]);
  t.same(await search("1%0"), []);
  t.same(await search("ånGSTRÖM"), ["Ångström"]);
  t.same(await search("A_B\\"), ["Ångström"]);
  t.same(await search("a?b"), []);
  t.same(await search("'; drop table products; --"), []);
  t.same((await search("")).length, 2);
});

t.test("listProducts: returns 400 for parameters that violate the contract", async (t) => {
  const app = await openApp(t);
  for (const query of [
    "limit=0",
    "limit=1001",
    "limit=x",
    "limit=1e999",
    "after=x",
    "inStock=maybe",
    `q=${"x".repeat(201)}`,
    "q=%00",
    "limit=1&limit=2",
  ]) {
    t.match(
      await app.send("GET", `/api/products?${query}`),
      { status: 400, body: { details: [{ path: /^\// }] } },
      query.slice(0, 30),
    );
  }
});

t.test(
  "getProduct: returns one product in an array, 304 for its current entity tag, 404 for an unknown id, 400 for a malformed id",
  async (t) => {
    const app = await openApp(t);
    const { token } = await createPerson(app, "Ann");
    const id = await create(app.send, token, LAMP);
    const read = await app.send("GET", `/api/products/${id}`);
    t.same(read.body, [{ id, ...LAMP }]);
    const etag = read.headers.get("etag") ?? "";
    t.equal((await app.send("GET", `/api/products/${id}`, { headers: { "if-none-match": etag } })).status, 304);
    t.equal(
      (await app.send("GET", `/api/products/${id}`, { token })).headers.get("etag"),
      etag,
      "the entity tag is the same with and without a token",
    );
    t.match(await app.send("GET", `/api/products/${"0".repeat(24)}`), {
      status: 404,
      body: { error: "There is no product with this id." },
    });
    for (const wrong of ["1", id.toUpperCase(), `${id}0`, "%00", "a%2fb"]) {
      t.match(
        await app.send("GET", `/api/products/${wrong}`),
        { status: 400, body: { details: [{ path: "/id" }] } },
        wrong,
      );
    }
  },
);

t.test("updateProduct: changes only the given fields", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const id = await create(app.send, token, LAMP);
  const put = (body: object) => app.send("PUT", `/api/products/${id}`, { token, body });
  t.match(await put({ price: 39.9, inStock: true }), {
    status: 201,
    body: { ...LAMP, id, price: 39.9, inStock: true },
  });
  t.match(await put({}), { status: 201, body: { price: 39.9 } });
  t.match(await put({ id, name: "Tall lamp", unknown: 1 }), { status: 201, body: { id, name: "Tall lamp" } });
  t.same(await app.send("GET", "/api/products?q=desk").then(namesIn), [], "the search uses the new name");
  t.same(await app.send("GET", "/api/products?q=tall").then(namesIn), ["Tall lamp"]);
  t.match(await put({ id: "0".repeat(24), price: 1 }), { status: 400, body: { details: [{ path: "/id" }] } });
  t.match(await put({ price: -1 }), { status: 400 });
  t.match(await app.send("PUT", `/api/products/${"0".repeat(24)}`, { token, body: {} }), { status: 404 });
  t.match(await app.send("PUT", `/api/products/${id}`, { token }), { status: 400 }, "without a body");
  t.match((await app.send("GET", `/api/products/${id}`)).body, [{ price: 39.9, name: "Tall lamp" }]);
});

t.test("deleteProduct: returns the deleted product, then 404", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const id = await create(app.send, token, LAMP);
  t.match(await app.send("DELETE", `/api/products/${id}`, { token, headers: { "content-type": "application/json" } }), {
    status: 201,
    body: { id, ...LAMP },
  });
  t.match(await app.send("DELETE", `/api/products/${id}`, { token }), { status: 404 });
  t.match(await app.send("GET", `/api/products/${id}`), { status: 404 });
});

t.test("updateProduct, deleteProduct: return 412 when If-Match is not the current entity tag", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const id = await create(app.send, token, LAMP);
  const etagNow = async () => (await app.send("GET", `/api/products/${id}`)).headers.get("etag") ?? "";
  const put = (etag: string, body: object) =>
    app.send("PUT", `/api/products/${id}`, { token, body, headers: { "if-match": etag } });

  const first = await etagNow();
  t.equal((await put(first, { price: 1 })).status, 201);
  t.match(await put(first, { price: 2 }), {
    status: 412,
    body: { error: "The object has changed since you read it. Read it again." },
  });
  t.match((await app.send("GET", `/api/products/${id}`)).body, [{ price: 1 }], "nothing was written");
  t.equal((await put(`W/${await etagNow()}`, { price: 2 })).status, 412, "weak tags never match");
  t.equal((await put(`"other", ${await etagNow()}`, { price: 2 })).status, 201);
  t.equal((await put("*", { price: 3 })).status, 201);
  const unknown = await app.send("PUT", `/api/products/${"0".repeat(24)}`, {
    token,
    body: {},
    headers: { "if-match": first },
  });
  t.equal(unknown.status, 404);

  t.equal((await app.send("DELETE", `/api/products/${id}`, { token, headers: { "if-match": first } })).status, 412);
  t.equal(
    (await app.send("DELETE", `/api/products/${id}`, { token, headers: { "if-match": await etagNow() } })).status,
    201,
  );
});

t.test("updateProduct: of five parallel requests with the same If-Match, one succeeds", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const id = await create(app.send, token, LAMP);
  const etag = (await app.send("GET", `/api/products/${id}`)).headers.get("etag") ?? "";
  const responses = await Promise.all(
    [1, 2, 3, 4, 5].map((price) =>
      app.send("PUT", `/api/products/${id}`, { token, body: { price }, headers: { "if-match": etag } }),
    ),
  );
  t.same(responses.map(({ status }) => status).sort(), [201, 412, 412, 412, 412]);
});

t.test(
  "createProduct, updateProduct, deleteProduct: return 403 below CATALOGUE_WRITE_LEVEL, before reading the body",
  async (t) => {
    const app = await openApp(t, { CATALOGUE_WRITE_LEVEL: "2" });
    const { token } = await createPerson(app, "Ann");
    const forbidden = { status: 403, body: { error: "Writing products needs user level 2 or higher." } };
    t.match(await app.send("POST", "/api/products", { token, body: "{" }), forbidden);
    t.match(await app.send("PUT", `/api/products/${"0".repeat(24)}`, { token, body: "{" }), forbidden);
    t.match(await app.send("DELETE", "/api/products/x", { token }), forbidden);
    t.equal((await app.send("GET", "/api/products", { token })).status, 200);
  },
);
