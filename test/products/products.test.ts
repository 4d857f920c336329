import t from "tap";
import { Failure } from "../../src/errors.ts";
import * as listing from "../../src/products/listing.ts";
import { productIds } from "../../src/products/product-id.ts";
import * as products from "../../src/products/products.ts";
import { openTestDatabase } from "../support/databases.ts";
import { failureOf } from "../support/failures.ts";
import { fill, idOf, idsOf } from "./rows.ts";

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
  const precondition = async () => {
    t.fail("there is nothing to hold it against");
  };
  t.match(await failureOf(products.update(database, idOf(1), {}, precondition)), { kind: "notFound" });
  t.match(await failureOf(products.remove(database, idOf(1), precondition)), { kind: "notFound" });
  t.match(await failureOf(products.get(database, idOf(1))), { kind: "notFound" });
});

t.test("what a precondition refuses is not written; what changes nothing gives the product back", async (t) => {
  const database = await openTestDatabase(t);
  await fill(database, 1);
  const before = await products.get(database, idOf(1));
  const refuse = async () => {
    throw new Failure("changed", "No.");
  };
  t.match(await failureOf(products.update(database, idOf(1), { price: 9 }, refuse)), { kind: "changed" });
  t.match(await failureOf(products.remove(database, idOf(1), refuse)), { kind: "changed" });
  t.same(await products.update(database, idOf(1), {}, async () => {}), before);
  t.same(await products.get(database, idOf(1)), before);
  t.notOk(Object.hasOwn(before, "search_text"));
});

t.test("of a change and a deletion at once, each sees the product whole or gone", async (t) => {
  const database = await openTestDatabase(t);
  await fill(database, 20);
  for (let number = 1; number <= 20; number++) {
    const [changed, deleted] = await Promise.allSettled([
      products.update(database, idOf(number), { price: 9 }, async () => {}),
      products.remove(database, idOf(number), async () => {}),
    ]);
    t.equal(deleted.status, "fulfilled");
    if (changed.status === "rejected") t.match(changed.reason, { kind: "notFound" });
  }
  t.same(await idsOf(listing.all(database, {})), []);
});
