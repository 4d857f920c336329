import t from "tap";
import { failureOf } from "#contract/test/failures";
import * as listing from "../../src/products/listing.ts";
import { productIds } from "../../src/products/product-id.ts";
import * as products from "../../src/products/products.ts";
import { insertAccount } from "../support/accounts.ts";
import { openTestDatabase } from "../support/databases.ts";
import { idOf, idsOf, insertProducts } from "./rows.ts";

t.test("create: 200 parallel calls create 200 products, listed in the order of their ids", async (t) => {
  const database = await openTestDatabase(t);
  const creator = await insertAccount(database);
  const ids: string[] = [];
  const newId = productIds(() => 1_767_225_600_000);
  const created = await Promise.all(
    Array.from({ length: 200 }, (_, price) =>
      products.create(
        database,
        creator,
        () => {
          const id = newId();
          ids.push(id);
          return id;
        },
        { name: "Lamp", description: "", price, inStock: true },
      ),
    ),
  );
  t.equal(new Set(created.map(({ id }) => id)).size, 200);
  t.same(ids, [...ids].sort());
  t.same(await idsOf(listing.all(database, {})), ids);
});

t.test(
  "get, getVersioned, update, remove: throw notFound for an unknown product, with and without an expected version",
  async (t) => {
    const database = await openTestDatabase(t);
    for (const condition of [{}, { ifVersion: 1 }]) {
      t.match(await failureOf(products.update(database, idOf(1), {}, condition)), { kind: "notFound" });
      t.match(await failureOf(products.remove(database, idOf(1), condition)), { kind: "notFound" });
    }
    t.match(await failureOf(products.get(database, idOf(1))), { kind: "notFound" });
    t.match(await failureOf(products.getVersioned(database, idOf(1))), { kind: "notFound" });
  },
);

t.test("update: raises the version of the updated product only", async (t) => {
  const database = await openTestDatabase(t);
  await insertProducts(database, 2);
  const versions = async () => [
    (await products.getVersioned(database, idOf(1))).version,
    (await products.getVersioned(database, idOf(2))).version,
  ];
  t.same(await versions(), [1, 1]);
  await products.update(database, idOf(1), { price: 9 });
  t.same(await versions(), [2, 1]);
  await products.update(database, idOf(1), { price: 9 });
  t.same(await versions(), [3, 1], "also by an update that writes the same values");
});

t.test("update, remove: throw changed and write nothing unless the product has the expected version", async (t) => {
  const database = await openTestDatabase(t);
  await insertProducts(database, 1);
  const before = await products.getVersioned(database, idOf(1));
  for (const ifVersion of [before.version - 1, before.version + 1, Number.NaN]) {
    const failures = [
      await failureOf(products.update(database, idOf(1), { price: 9 }, { ifVersion })),
      await failureOf(products.remove(database, idOf(1), { ifVersion })),
    ];
    for (const failure of failures) t.match(failure, { kind: "changed" });
  }
  t.same(await products.getVersioned(database, idOf(1)), before);

  t.same(
    await products.update(database, idOf(1), {}, { ifVersion: 1 }),
    before.product,
    "an update without fields leaves all fields as they are",
  );
  t.match(await failureOf(products.remove(database, idOf(1), { ifVersion: 1 })), { kind: "changed" });
  t.same(await products.remove(database, idOf(1), { ifVersion: 2 }), before.product);
});

t.test("get, getVersioned, update, remove: return the product without search text and version", async (t) => {
  const database = await openTestDatabase(t);
  await insertProducts(database, 1);
  const columns = ["id", "name", "description", "price", "in_stock"];
  t.same(Object.keys(await products.get(database, idOf(1))), columns);
  t.same(Object.keys((await products.getVersioned(database, idOf(1))).product), columns);
  t.same(Object.keys(await products.update(database, idOf(1), {})), columns);
  t.same(Object.keys(await products.remove(database, idOf(1))), columns);
});

t.test("update: of five parallel calls that expect the same version, one succeeds", async (t) => {
  const database = await openTestDatabase(t);
  await insertProducts(database, 1);
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((price) => products.update(database, idOf(1), { price }, { ifVersion: 1 })),
  );
  t.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  t.equal((await products.getVersioned(database, idOf(1))).version, 2);
});

t.test("update: succeeds or throws notFound when the product is deleted in parallel", async (t) => {
  const database = await openTestDatabase(t);
  await insertProducts(database, 20);
  for (let number = 1; number <= 20; number++) {
    const [changed, deleted] = await Promise.allSettled([
      products.update(database, idOf(number), { price: 9 }),
      products.remove(database, idOf(number)),
    ]);
    t.equal(deleted.status, "fulfilled");
    if (changed.status === "rejected") t.match(changed.reason, { kind: "notFound" });
  }
  t.same(await idsOf(listing.all(database, {})), []);
});
