import t from "tap";
import { productIds } from "../../src/products/product-id.ts";

t.test("an id has 24 hexadecimal digits and starts with the time, like an ObjectId", async (t) => {
  const id = productIds(() => 0x6740c3f0 * 1000 + 999)();
  t.match(id, /^[0-9a-f]{24}$/);
  t.equal(id.slice(0, 11), "6740c3f03e7");
});

t.test("ids increase with time, within a millisecond, and when the clock is set back", async (t) => {
  const moments = [1_000, 1_000, 1_000, 1_001, 999, 0, 1_001, 1_002, 61_000];
  let call = 0;
  const newId = productIds(() => moments[call++] ?? 0);
  const ids = moments.map(() => newId());
  t.same(ids, [...ids].sort());
  t.equal(new Set(ids).size, ids.length);
});

t.test("two generators return different ids within the same millisecond", async (t) => {
  const [one, other] = [productIds(() => 1), productIds(() => 1)];
  const ids = Array.from({ length: 1_000 }, () => [one(), other()]).flat();
  t.equal(new Set(ids).size, 2_000);
});
