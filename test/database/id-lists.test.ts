import fc from "fast-check";
import t from "tap";
import { intersect, unite, within } from "../../src/database/id-lists.ts";

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
