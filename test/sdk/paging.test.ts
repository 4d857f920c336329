import t from "tap";
import { CollectionsError } from "../../sdk/src/triptych.ts";
import { insertAccounts } from "../support/accounts.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { catalogueOf, collectionsOf, errorOf, usersOf } from "../support/clients.ts";
import { join } from "../support/people.ts";
import { openUsers } from "../support/users.ts";

/** The queries of the lists that the server was asked for from now on. */
function watch({ server }: TestApp, path: string): string[] {
  const queries: string[] = [];
  server.on("request", ({ url = "" }) => {
    const [asked, query = ""] = url.split("?");
    if (asked === path) queries.push(query);
  });
  return queries;
}

/** Everything that is listed. */
async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const elements: T[] = [];
  for await (const element of list) elements.push(element);
  return elements;
}

t.test("users.all: every user by id, a page when the one before is used up", async (t) => {
  const { app, key, context } = await openUsers(t);
  await insertAccounts(context.database, 5, (number) => ({ name: String(number) }));
  const users = usersOf(app, key);
  const names = ["Ann", "Bob", "0", "1", "2", "3", "4"];
  t.same(
    (await all(users.all())).map(({ name }) => name),
    names,
  );

  const asked = watch(app, "/api/v1/users.json");
  const seen: [string, number][] = [];
  for await (const { name } of users.all({ limit: 3 })) seen.push([name, asked.length]);
  t.same(
    seen,
    names.map((name, index) => [name, 1 + Math.floor(index / 3)]),
  );
  t.same(asked, ["limit=3&page=1", "limit=3&page=2", "limit=3&page=3"]);
});

t.test("users.all: nothing is asked for before the first is wanted, nor after the consumer left", async (t) => {
  const { app, key } = await openUsers(t);
  const asked = watch(app, "/api/v1/users.json");
  const list = usersOf(app, key).all({ limit: 1 });
  t.equal(asked.length, 0);
  for await (const { name } of list) {
    t.equal(name, "Ann");
    break;
  }
  t.equal(asked.length, 1);
});

t.test("catalogue.allProducts: every product that the query lets through, oldest first", async (t) => {
  const app = await openApp(t);
  const catalogue = catalogueOf(app, (await join(app, "Ann")).token);
  t.same(await all(catalogue.allProducts()), []);
  for (const name of ["lamp 1", "chair", "lamp 2", "lamp 3", "lamp 4"])
    await catalogue.createProduct({ name, price: 1 });
  const asked = watch(app, "/api/products");
  const lamps = await all(catalogue.allProducts({ q: "lamp", limit: 3 }));
  t.same(
    lamps.map(({ name }) => name),
    ["lamp 1", "lamp 2", "lamp 3", "lamp 4"],
  );
  t.same(asked, ["q=lamp&limit=3", `q=lamp&after=${lamps[2]?.id}&limit=3`]);
  t.equal((await all(catalogue.allProducts({ limit: 5 }))).length, 5, "the last page may be full");
  t.equal((await all(catalogue.allProducts({ after: lamps[2]?.id ?? "" }))).length, 1);
});

t.test("collections.allItems: every item in its order, up to 50 at a time", async (t) => {
  const app = await openApp(t);
  const collections = collectionsOf(app, (await join(app, "Ann")).token);
  t.same(await all(collections.allItems(0)), []);
  for (let batch = 0; batch < 2; batch++) {
    const links = Array.from({ length: 50 }, (_, index) => ({ link: `https://example.com/${batch * 50 + index}` }));
    await collections.createItems({ items: links });
  }
  const asked = watch(app, "/rest/v1/raindrops/-1");
  const items = await all(collections.allItems(-1, { sort: "-sort" }));
  t.same(
    items.map(({ link }) => link),
    Array.from({ length: 100 }, (_, index) => `https://example.com/${99 - index}`),
  );
  t.same(asked, ["sort=-sort&perpage=50&page=0", "sort=-sort&perpage=50&page=1"]);
  t.equal((await all(collections.allItems(-1, { perpage: 33 }))).length, 100);
  t.equal(asked.length, 6);
});

t.test("a list tells of an error where it is read, and ends with a signal", async (t) => {
  const app = await openApp(t);
  const collections = collectionsOf(app, (await join(app, "Ann")).token);
  t.match(await errorOf(all(collections.allItems(4711)), CollectionsError), { status: 404 });

  await collections.createItems({ items: [{ link: "https://example.com/" }, { link: "https://example.org/" }] });
  const leaving = new AbortController();
  const seen: string[] = [];
  await t.rejects(
    (async () => {
      for await (const { link } of collections.allItems(-1, { perpage: 1 }, { signal: leaving.signal })) {
        seen.push(link);
        leaving.abort();
      }
    })(),
    { name: "AbortError" },
  );
  t.equal(seen.length, 1);
});
