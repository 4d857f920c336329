import t from "tap";
import { CollectionsError } from "../../packages/sdk/src/triptych.ts";
import { insertProducts } from "../products/rows.ts";
import { insertAccounts } from "../support/accounts.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { catalogueOf, collectionsOf, errorOf, usersOf } from "../support/clients.ts";
import { createPerson } from "../support/people.ts";
import { openUsers } from "../support/users.ts";

/** Records the queries of all later requests to a path. */
function recordQueries({ server }: TestApp, path: string): string[] {
  const queries: string[] = [];
  server.on("request", ({ url = "" }) => {
    const [requested, query = ""] = url.split("?");
    if (requested === path) queries.push(query);
  });
  return queries;
}

/** Collects all elements. */
async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const elements: T[] = [];
  for await (const element of list) elements.push(element);
  return elements;
}

t.test("users.all: returns every user in the order of ids, and requests each page when it is needed", async (t) => {
  const { app, key, context } = await openUsers(t);
  await insertAccounts(context.database, 5, (number) => ({ name: String(number) }));
  const users = usersOf(app, key);
  const names = ["Ann", "Bob", "0", "1", "2", "3", "4"];
  t.same(
    (await all(users.all())).map(({ name }) => name),
    names,
  );

  const queries = recordQueries(app, "/api/v1/users.json");
  const seen: [string, number][] = [];
  for await (const { name } of users.all({ limit: 3 })) seen.push([name, queries.length]);
  t.same(
    seen,
    names.map((name, index) => [name, 1 + Math.floor(index / 3)]),
  );
  t.same(queries, ["limit=3&page=1", "limit=3&page=2", "limit=3&page=3"]);
});

t.test("users.all: sends no request before the iteration starts, nor after a break", async (t) => {
  const { app, key } = await openUsers(t);
  const queries = recordQueries(app, "/api/v1/users.json");
  const list = usersOf(app, key).all({ limit: 1 });
  t.equal(queries.length, 0);
  for await (const { name } of list) {
    t.equal(name, "Ann");
    break;
  }
  t.equal(queries.length, 1);
});

t.test("catalogue.allProducts: returns every product that matches the query, oldest first", async (t) => {
  const app = await openApp(t);
  const catalogue = catalogueOf(app, (await createPerson(app, "Ann")).token);
  t.same(await all(catalogue.allProducts()), []);
  for (const name of ["lamp 1", "chair", "lamp 2", "lamp 3", "lamp 4"])
    await catalogue.createProduct({ name, price: 1 });
  const queries = recordQueries(app, "/api/products");
  const lamps = await all(catalogue.allProducts({ q: "lamp", limit: 3 }));
  t.same(
    lamps.map(({ name }) => name),
    ["lamp 1", "lamp 2", "lamp 3", "lamp 4"],
  );
  t.same(queries, ["q=lamp&limit=3", `q=lamp&limit=3&after=${lamps[2]?.id}`]);
  t.equal((await all(catalogue.allProducts({ limit: 5 }))).length, 5, "the last page may be full");
  t.equal((await all(catalogue.allProducts({ after: lamps[2]?.id ?? "" }))).length, 1);
});

t.test("catalogue.allProducts: continues after pages that are shorter than the limit", async (t) => {
  const app = await openApp(t);
  await insertProducts(app.context.database, 10_100);
  const catalogue = catalogueOf(app, (await createPerson(app, "Ann")).token);
  const queries = recordQueries(app, "/api/products");
  const found = await all(catalogue.allProducts({ q: "lamp 10099.", limit: 5 }));
  t.same(
    found.map(({ name }) => name),
    ["Lamp 10099."],
  );
  t.equal(queries.length, 2, "the first page has examined 10,000 products without a match");
});

t.test("collections.allItems: returns every item in order, 50 per page by default", async (t) => {
  const app = await openApp(t);
  const collections = collectionsOf(app, (await createPerson(app, "Ann")).token);
  t.same(await all(collections.allItems(0)), []);
  for (let batch = 0; batch < 2; batch++) {
    const links = Array.from({ length: 50 }, (_, index) => ({ link: `https://example.com/${batch * 50 + index}` }));
    await collections.createItems({ items: links });
  }
  const queries = recordQueries(app, "/rest/v1/raindrops/-1");
  const items = await all(collections.allItems(-1, { sort: "sort" }));
  t.same(
    items.map(({ link }) => link),
    Array.from({ length: 100 }, (_, index) => `https://example.com/${99 - index}`),
  );
  t.same(queries, ["sort=sort&perpage=50&page=0", "sort=sort&perpage=50&page=1"]);
  t.equal((await all(collections.allItems(-1, { perpage: 33 }))).length, 100);
  t.equal(queries.length, 6);
  t.equal((await all(collections.allItems(-1, { perpage: 80 }))).length, 100);
});

t.test("an iteration throws the error of a page, and ends when its signal aborts", async (t) => {
  const app = await openApp(t);
  const collections = collectionsOf(app, (await createPerson(app, "Ann")).token);
  t.match(await errorOf(all(collections.allItems(4711)), CollectionsError), { status: 404 });

  await collections.createItems({ items: [{ link: "https://example.com/" }, { link: "https://example.org/" }] });
  const controller = new AbortController();
  const seen: string[] = [];
  await t.rejects(
    (async () => {
      for await (const { link } of collections.allItems(-1, { perpage: 1 }, { signal: controller.signal })) {
        seen.push(link);
        controller.abort();
      }
    })(),
    { name: "AbortError" },
  );
  t.equal(seen.length, 1);
});
