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

t.test("after a restart within a millisecond, ids continue after the largest stored one", async (t) => {
  const newId = productIds(() => 0, "6740c3f03e7000000000000a");
  t.equal(newId(), "6740c3f03e7000000000000b");
  t.equal(newId(), "6740c3f03e7000000000000c");
});

t.test("ids are larger than the largest stored one, whatever the clock says", async (t) => {
  for (const last of [
    "6740c3f03e7fffffffffffff",
    "ffffffff000000000000000a",
    "6740c3f0fff0000000000001",
    "000000000000000000000000",
  ]) {
    for (const now of [0, 0x6740c3f0 * 1000 + 999, 0x6740c3f0 * 1000 + 1_000]) {
      const newId = productIds(() => now, last);
      const ids = [last, newId(), newId()];
      t.same(ids, [...new Set(ids)].sort(), `${last} at ${now}`);
      for (const id of ids) t.match(id, /^[0-9a-f]{24}$/);
    }
  }
});
