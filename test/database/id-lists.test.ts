import fc from "fast-check";
import t from "tap";
import { intersect, parseIds, unite, within } from "../../src/database/core/id-lists.ts";

const ids = fc.uniqueArray(fc.nat(20)).map((list) => list.sort((one, other) => one - other));

t.test("intersect, unite and within return sorted lists without repetitions", async () => {
  fc.assert(
    fc.property(ids, ids, fc.nat(20), fc.nat(20), (one, other, after, upTo) => {
      const isSame = (list: readonly number[], expected: readonly number[]) => `${list}` === `${expected}`;
      const isInRange = (id: number) => id > after && id <= upTo;
      const all = [...new Set([...one, ...other])].sort((first, second) => first - second);
      return (
        isSame(
          intersect(one, other),
          one.filter((id) => other.includes(id)),
        ) &&
        isSame(unite(one, other), all) &&
        isSame(within(one, { after, upTo }), one.filter(isInRange)) &&
        isSame(
          within(one, { after, upTo, ids: other }),
          one.filter((id) => isInRange(id) && other.includes(id)),
        )
      );
    }),
    { seed: 2026 },
  );
});

t.test("parseIds sorts ids in any order, also of a text that is parsed in parts", async (t) => {
  t.same(await parseIds(""), []);
  t.same(await parseIds("7"), [7]);
  t.same(await parseIds("3,1,2"), [1, 2, 3]);
  const ascending = Array.from({ length: 100_000 }, (_, index) => 1_000_000 + index);
  t.same(await parseIds(ascending.join(",")), ascending);
  const half = ascending.length / 2;
  const rotated = [...ascending.slice(half), ...ascending.slice(0, half)];
  t.same(await parseIds(rotated.join(",")), ascending);
});
