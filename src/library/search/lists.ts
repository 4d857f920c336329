import { intersect, subtract, unite, within } from "../../database/core/id-lists.ts";
import type { IdRange } from "../../database/core/index-query.ts";
import type { LookedUp } from "./sql.ts";

/** A condition that only consists of lists of ids. */
export type ListCondition =
  | { readonly kind: "found"; readonly ids: readonly number[] }
  | { readonly kind: "all" | "any"; readonly of: readonly ListCondition[] }
  | { readonly kind: "not"; readonly of: ListCondition };

/** Whether a condition only consists of lists of ids, so that the database need not evaluate any part of it. */
export function isListCondition(condition: LookedUp): condition is ListCondition {
  if (condition.kind === "found") return true;
  if (condition.kind === "not") return isListCondition(condition.of);
  return "of" in condition && condition.of.every(isListCondition);
}

/** Those of `ids` that fulfil a condition. `ids`: ascending, and in `range`. */
export function filter(ids: readonly number[], range: IdRange, condition: ListCondition): readonly number[] {
  switch (condition.kind) {
    case "found":
      return intersect(ids, within(condition.ids, range));
    case "not":
      return subtract(ids, filter(ids, range, condition.of));
    case "all":
      return condition.of.reduce<readonly number[]>((left, part) => filter(left, range, part), ids);
    case "any":
      return condition.of.reduce<readonly number[]>((found, part) => unite(found, filter(ids, range, part)), []);
  }
}
