import t from "tap";
import { openApp } from "../../support/app.ts";
import { createPerson } from "../../support/people.ts";
import { addToProductCount, countProducts } from "../../support/usage.ts";

const LAMP = { name: "Lamp", price: 1 };
const KIB = 1024;

t.test("createProduct: returns 403 when the account has created 1,000,000 products that still exist", async (t) => {
  const app = await openApp(t);
  const [ann, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  const create = (token: string) => app.send("POST", "/api/products", { token, body: LAMP });
  await addToProductCount(app.context.database, ann.id, 999_999);
  const created = await create(ann.token);
  t.equal(created.status, 201);
  const path = created.headers.get("location") ?? "";
  t.match(await create(ann.token), {
    status: 403,
    body: { error: "Your account has reached its limit of 1,000,000 products. Delete products that it created." },
  });
  t.equal((await create(bob.token)).status, 201, "another account");
  t.equal((await app.send("PUT", path, { token: ann.token, body: { price: 2 } })).status, 201);
  t.equal((await app.send("DELETE", path, { token: bob.token })).status, 201);
  t.equal((await create(ann.token)).status, 201, "after one of them was deleted");
});

t.test("createProduct and deleteProduct: the count of an account equals the number of its products", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const { token } = ann;
  const bodies = Array.from({ length: 40 }, (_, index) => ({ ...LAMP, price: index % 8 === 0 ? "invalid" : index }));
  const created = await Promise.all(bodies.map((body) => app.send("POST", "/api/products", { token, body })));
  const paths = created.flatMap(({ headers }) => headers.get("location") ?? []);
  t.equal(paths.length, 35);
  // Every path twice: the second deletion is a 404.
  await Promise.all([...paths.slice(0, 20), ...paths.slice(0, 20)].map((path) => app.send("DELETE", path, { token })));
  t.same(await countProducts(app.context.database, ann.id), { counter: 15, rows: 15 });
});

t.test("createProduct: the largest product that the contract allows takes at most 60 KiB in a response", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  for (const character of ["\u0001", "\u{1F600}", '"', "\u2028"]) {
    const body = {
      name: `x${character.repeat(198)}x`,
      description: character.repeat(10_000),
      price: 1.7976931348623157e308,
      inStock: false,
    };
    const { status, body: product } = await app.send("POST", "/api/products", { token, body });
    t.equal(status, 201);
    t.ok(Buffer.byteLength(JSON.stringify(product)) <= 60 * KIB);
  }
});
