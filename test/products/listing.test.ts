import type { KyselyPlugin } from "kysely";
import t from "tap";
import type { Database } from "../../src/database/database.ts";
import { Failure } from "../../src/errors.ts";
import * as listing from "../../src/products/listing.ts";
import { productIds } from "../../src/products/product-id.ts";
import * as products from "../../src/products/products.ts";
import { openTestDatabase } from "../support/databases.ts";
import { failureOf } from "../support/failures.ts";

/** A handle that counts the statements that go through it, and the rows that come back. */
function counting(database: Database) {
  const counts = { statements: 0, rows: 0 };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      counts.statements += 1;
      return node;
    },
    async transformResult({ result }) {
      counts.rows += result.rows.length;
      return result;
    },
  };
  return { database: database.withPlugin(plugin), counts };
}

function idOf(number: number): string {
  return number.toString(16).padStart(24, "0");
}

/** Puts products with the ids 1 to `count` in, of which every third is out of stock. */
async function fill(database: Database, count: number, description = ""): Promise<void> {
  for (let first = 1; first <= count; first += 500) {
    const rows = Array.from({ length: Math.min(500, count - first + 1) }, (_, offset) => {
      const number = first + offset;
      const name = `Lamp ${number}.`;
      const in_stock = number % 3 === 0 ? (0 as const) : (1 as const);
      return {
        id: idOf(number),
        name,
        description,
        price: 1,
        in_stock,
        search_text: `${name}\n${description}`.toLowerCase(),
      };
    });
    await database.insertInto("products").values(rows).execute();
  }
}

async function idsOf(batches: AsyncIterable<readonly products.ProductRow[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const batch of batches) ids.push(...batch.map(({ id }) => id));
  return ids;
}

t.test("the list is everything in the order of age, in batches of at most 200", async (t) => {
  const database = await openTestDatabase(t);
  await fill(database, 1_001);
  const sizes: number[] = [];
  for await (const batch of listing.all(database, {})) sizes.push(batch.length);
  t.same(sizes, [200, 200, 200, 200, 200, 1]);
  t.same(
    await idsOf(listing.all(database, {})),
    Array.from({ length: 1_001 }, (_, index) => idOf(index + 1)),
  );
  t.same(await idsOf(listing.all(database, { after: idOf(1_000) })), [idOf(1_001)]);
  t.same(await idsOf(listing.all(database, { after: idOf(1_001) })), []);
});

t.test("a page costs the same among ten products and among thousands, at the beginning and at the end", async (t) => {
  const { database, counts } = counting(await openTestDatabase(t));
  const costs: object[] = [];
  for (const count of [10, 3_000]) {
    await database.deleteFrom("products").execute();
    await fill(database, count);
    for (const after of [undefined, idOf(count - 8)]) {
      Object.assign(counts, { statements: 0, rows: 0 });
      await listing.page(database, { limit: 5, after });
      costs.push({ ...counts });
    }
  }
  t.same(costs, Array(4).fill({ statements: 1, rows: 6 }));
});

t.test("a page says whether there is more", async (t) => {
  const database = await openTestDatabase(t);
  await fill(database, 6);
  const page = async (limit: number, filter: listing.Filter = {}) => {
    const { products: rows, hasMore } = await listing.page(database, { limit, ...filter });
    return [rows.map(({ id }) => Number.parseInt(id, 16)), hasMore];
  };
  t.same(await page(4), [[1, 2, 3, 4], true]);
  t.same(await page(6), [[1, 2, 3, 4, 5, 6], false]);
  t.same(await page(2, { inStock: false }), [[3, 6], false]);
  t.same(await page(3, { inStock: true }), [[1, 2, 4], true]);
  t.same(await page(3, { inStock: true, after: idOf(2) }), [[4, 5], false]);
  t.same(await page(1, { q: "LAMP 4." }), [[4], false]);
});

t.test("text is looked for in windows, so that no statement reads the whole table", async (t) => {
  const { database, counts } = counting(await openTestDatabase(t));
  await fill(database, 2_000, "x".repeat(100));
  Object.assign(counts, { statements: 0, rows: 0 });
  t.same(
    (await listing.page(database, { limit: 5, q: "lamp 1999." })).products.map(({ id }) => id),
    [idOf(1_999)],
  );
  t.ok(counts.statements >= 80, "forty windows, two statements each");
  t.ok(counts.rows <= 41, "and only what matches, and the windows' ends, come back");

  Object.assign(counts, { statements: 0, rows: 0 });
  t.equal((await listing.page(database, { limit: 5, q: "lamp" })).hasMore, true);
  t.ok(counts.statements <= 2, "a full page is the end of looking");
  t.equal((await idsOf(listing.all(database, { q: "lamp", inStock: false }))).length, 666);
});

t.test("text is looked for as it is, whatever it means to the database", async (t) => {
  const database = await openTestDatabase(t);
  const names = ["100% wool", "1000 wool", "a_b\\c", "aXb\\c", "it's $1 & ?", "ÅNGSTRÖM 😀", "aaaaaaaab"];
  let number = 0;
  for (const name of names)
    await products.create(database, () => idOf(++number), { name, description: "End", price: 1, inStock: true });
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

t.test("200 products that are made at once have 200 ids, which rise", async (t) => {
  const database = await openTestDatabase(t);
  const given: string[] = [];
  const newId = productIds(() => 1_767_225_600_000);
  const made = await Promise.all(
    Array.from({ length: 200 }, (_, price) =>
      products.create(
        database,
        () => {
          const id = newId();
          given.push(id);
          return id;
        },
        { name: "Lamp", description: "", price, inStock: true },
      ),
    ),
  );
  t.equal(new Set(made.map(({ id }) => id)).size, 200);
  t.same(given, [...given].sort());
  t.same(await idsOf(listing.all(database, {})), given);
});

t.test("an unknown product is not found before anything else is asked of it", async (t) => {
  const database = await openTestDatabase(t);
  const precondition = () => t.fail("there is nothing to hold it against");
  t.match(await failureOf(products.update(database, idOf(1), {}, precondition)), { kind: "notFound" });
  t.match(await failureOf(products.remove(database, idOf(1), precondition)), { kind: "notFound" });
  t.match(await failureOf(products.get(database, idOf(1))), { kind: "notFound" });
});

t.test("what a precondition refuses is not written; what changes nothing gives the product back", async (t) => {
  const database = await openTestDatabase(t);
  await fill(database, 1);
  const before = await products.get(database, idOf(1));
  const refuse = () => {
    throw new Failure("changed", "No.");
  };
  t.match(await failureOf(products.update(database, idOf(1), { price: 9 }, refuse)), { kind: "changed" });
  t.match(await failureOf(products.remove(database, idOf(1), refuse)), { kind: "changed" });
  t.same(await products.update(database, idOf(1), {}, () => {}), before);
  t.same(await products.get(database, idOf(1)), before);
  t.notOk(Object.hasOwn(before, "search_text"));
});

t.test("what is deleted or made while the list is read does not disturb it", async (t) => {
  const database = await openTestDatabase(t);
  await fill(database, 500);
  const seen: string[] = [];
  for await (const batch of listing.all(database, {})) {
    if (seen.length === 0) {
      await products.remove(database, idOf(200), () => {});
      await products.remove(database, idOf(300), () => {});
      await products.create(database, () => idOf(501), { name: "New", description: "", price: 1, inStock: true });
    }
    seen.push(...batch.map(({ id }) => id));
  }
  t.equal(new Set(seen).size, seen.length, "nothing twice");
  t.notOk(seen.includes(idOf(300)));
  t.ok(seen.includes(idOf(501)));
  t.equal(seen.length, 500);
});

t.test("of a change and a deletion at once, each sees the product whole or gone", async (t) => {
  const database = await openTestDatabase(t);
  await fill(database, 20);
  for (let number = 1; number <= 20; number++) {
    const [changed, deleted] = await Promise.allSettled([
      products.update(database, idOf(number), { price: 9 }, () => {}),
      products.remove(database, idOf(number), () => {}),
    ]);
    t.equal(deleted.status, "fulfilled");
    if (changed.status === "rejected") t.match(changed.reason, { kind: "notFound" });
  }
  t.same(await idsOf(listing.all(database, {})), []);
});
