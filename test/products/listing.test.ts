import type { KyselyPlugin } from "kysely";
import t from "tap";
import type { Database } from "../../src/database/database.ts";
import * as listing from "../../src/products/listing.ts";
import * as products from "../../src/products/products.ts";
import { insertAccount } from "../support/accounts.ts";
import { openTestDatabase } from "../support/databases.ts";
import { idOf, idsOf, insertProducts } from "./rows.ts";

/** A database handle that counts the statements it executes, and the rows that they return, in `counts`. */
function counting(database: Database) {
  const counts = { statements: 0, rows: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      counts.statements += 1;
      counts.rows += result.rows.length;
      return result;
    },
  };
  return { database: database.withPlugin(plugin), counts };
}

t.test("all: yields every product, oldest first, in batches of at most 200", async (t) => {
  const database = await openTestDatabase(t);
  await insertProducts(database, 1_001);
  const sizes: number[] = [];
  for await (const batch of listing.all(database, {})) sizes.push(batch.length);
  t.same(sizes, [25, 50, 100, 200, 200, 200, 200, 26]);
  t.same(
    await idsOf(listing.all(database, {})),
    Array.from({ length: 1_001 }, (_, index) => idOf(index + 1)),
  );
  t.same(await idsOf(listing.all(database, { after: idOf(1_000) })), [idOf(1_001)]);
  t.same(await idsOf(listing.all(database, { after: idOf(1_001) })), []);
});

t.test(
  "page: one statement returns limit + 1 rows, among 10 or 3,000 products, at the start or near the end",
  async (t) => {
    const { database, counts } = counting(await openTestDatabase(t));
    const costs: object[] = [];
    for (const count of [10, 3_000]) {
      await database.deleteFrom("products").execute();
      await insertProducts(database, count);
      for (const after of [undefined, idOf(count - 8)]) {
        Object.assign(counts, { statements: 0, rows: 0 });
        await listing.page(database, { limit: 5, after });
        costs.push({ ...counts });
      }
    }
    t.same(costs, Array(4).fill({ statements: 1, rows: 6 }));
  },
);

t.test("page: reads a long page in batches", async (t) => {
  const { database, counts } = counting(await openTestDatabase(t));
  await insertProducts(database, 1_500);
  Object.assign(counts, { statements: 0, rows: 0 });
  const { products: rows, next } = await listing.page(database, { limit: 1_000 });
  t.same([rows.length, rows.at(-1)?.id, next], [1_000, idOf(1_000), idOf(1_000)]);
  t.same(counts, { statements: 6, rows: 1_001 });
});

t.test("all: batches of long products are small, and about twice as many rows are read at most", async (t) => {
  const { database, counts } = counting(await openTestDatabase(t));
  await insertProducts(database, 100, "\u0001".repeat(10_000));
  const ids: string[] = [];
  Object.assign(counts, { statements: 0, rows: 0 });
  for await (const batch of listing.all(database, {})) {
    ids.push(...batch.map(({ id }) => id));
    t.ok(batch.length <= 4, "at most 40 KiB of text");
  }
  t.same(
    ids,
    Array.from({ length: 100 }, (_, index) => idOf(index + 1)),
  );
  t.ok(counts.rows <= 2 * 100 + 25, `${counts.rows} rows were read`);
  t.equal((await idsOf(listing.all(database, { q: "\u0001" }))).length, 100, "a search");
});

t.test("page: has fewer products than `limit` when the products are long", async (t) => {
  const database = await openTestDatabase(t);
  await insertProducts(database, 120, "\u0001".repeat(10_000));
  for (const q of [undefined, "lamp"]) {
    const sizes: number[] = [];
    let after: string | undefined;
    do {
      const page: listing.Page = await listing.page(database, { limit: 1_000, after, q });
      sizes.push(page.products.length);
      t.equal(page.products[0]?.id, idOf(sizes.slice(0, -1).reduce((sum, size) => sum + size, 1)));
      after = page.next;
    } while (after !== undefined);
    t.same(sizes, [51, 51, 18]);
  }
});

t.test("page: tells whether there are more products", async (t) => {
  const database = await openTestDatabase(t);
  await insertProducts(database, 6);
  const page = async (limit: number, filter: listing.Filter = {}) => {
    const { products: rows, next } = await listing.page(database, { limit, ...filter });
    return [rows.map(({ id }) => Number.parseInt(id, 16)), next !== undefined];
  };
  t.same(await page(4), [[1, 2, 3, 4], true]);
  t.same(await page(6), [[1, 2, 3, 4, 5, 6], false]);
  t.same(await page(2, { inStock: false }), [[3, 6], false]);
  t.same(await page(3, { inStock: true }), [[1, 2, 4], true]);
  t.same(await page(3, { inStock: true, after: idOf(2) }), [[4, 5], false]);
  t.same(await page(1, { q: "LAMP 4." }), [[4], false]);
});

t.test("page, all: a search reads the table in batches, so that no statement reads the whole table", async (t) => {
  const { database, counts } = counting(await openTestDatabase(t));
  await insertProducts(database, 2_000, "x".repeat(100));
  Object.assign(counts, { statements: 0, rows: 0 });
  t.same(
    (await listing.page(database, { limit: 5, q: "lamp 1999." })).products.map(({ id }) => id),
    [idOf(1_999)],
  );
  t.ok(counts.statements >= 80, "40 batches of two statements each");
  t.ok(counts.rows <= 41, "only the match and the last row of each batch are returned");

  Object.assign(counts, { statements: 0, rows: 0 });
  t.equal((await listing.page(database, { limit: 5, q: "lamp" })).next, idOf(5));
  t.ok(counts.statements <= 2, "the search stops when the page is full");
  t.equal((await idsOf(listing.all(database, { q: "lamp", inStock: false }))).length, 666);
});

t.test("page: examines at most 10,000 products for `q`, and continues after the last of them", async (t) => {
  const { database, counts } = counting(await openTestDatabase(t));
  await insertProducts(database, 10_100);
  const search = async (q: string, after?: string) => {
    const { products: rows, next } = await listing.page(database, { limit: 5, q, after });
    return [rows.map(({ id }) => id), next];
  };
  Object.assign(counts, { statements: 0, rows: 0 });
  t.same(await search("lamp 10099."), [[], idOf(10_000)]);
  t.equal(counts.statements, 400, "200 batches of 50 products with two statements each");
  t.same(await search("lamp 10099.", idOf(10_000)), [[idOf(10_099)], undefined]);
  t.same(await search("lamp 7."), [[idOf(7)], idOf(10_000)]);
});

t.test("page: characters with a special meaning in SQL match literally", async (t) => {
  const database = await openTestDatabase(t);
  const names = ["100% wool", "1000 wool", "a_b\\c", "aXb\\c", "it's $1 & ?", "ÅNGSTRÖM 😀", "aaaaaaaab"];
  const creator = await insertAccount(database);
  let number = 0;
  for (const name of names)
    await products.create(database, creator, () => idOf(++number), {
      name,
      description: "End",
      price: 1,
      inStock: true,
    });
  const search = async (q: string) => (await listing.page(database, { limit: 10, q })).products.map(({ name }) => name);
  const found: [q: string, names: string[]][] = [
    ["100%", ["100% wool"]],
    ["%", ["100% wool"]],
    ["a_b", ["a_b\\c"]],
    ["_", ["a_b\\c"]],
    ["\\", ["a_b\\c", "aXb\\c"]],
    ["B\\C", ["a_b\\c", "aXb\\c"]],
    ["'", ["it's $1 & ?"]],
    ["$1 & ?", ["it's $1 & ?"]],
    ["ångström 😀", ["ÅNGSTRÖM 😀"]],
    ["aaab", ["aaaaaaaab"]],
    [".*", []],
    ["' or 1=1 --", []],
    ["x".repeat(200), []],
    ["eND", names],
    ["", names],
  ];
  for (const [q, expected] of found) t.same(await search(q), expected, q.slice(0, 20));
});

t.test("all: neither repeats nor skips products while others are created and deleted", async (t) => {
  const database = await openTestDatabase(t);
  await insertProducts(database, 500);
  const creator = await insertAccount(database);
  const seen: string[] = [];
  for await (const batch of listing.all(database, {})) {
    if (seen.length === 0) {
      await products.remove(database, idOf(20));
      await products.remove(database, idOf(300));
      await products.create(database, creator, () => idOf(501), {
        name: "New",
        description: "",
        price: 1,
        inStock: true,
      });
    }
    seen.push(...batch.map(({ id }) => id));
  }
  t.equal(new Set(seen).size, seen.length, "no product is repeated");
  t.notOk(seen.includes(idOf(300)));
  t.ok(seen.includes(idOf(501)));
  t.equal(seen.length, 500);
});
