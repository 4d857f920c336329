import { intersect, subtract, unite, within } from "../database/id-lists.ts";
import type { IdRange } from "../database/index-query.ts";
import type { LookedUp } from "./sql.ts";

/** A condition that only consists of lists of ids. */
export type ListCondition =
  | { readonly kind: "found"; readonly ids: readonly number[] }
  | { readonly kind: "all" | "any"; readonly of: readonly ListCondition[] }
  | { readonly kind: "not"; readonly of: ListCondition };

/** The condition as one of lists; undefined if the database must evaluate a part of it. */
export function toListCondition(condition: LookedUp): ListCondition | undefined {
  switch (condition.kind) {
    case "found":
      return condition.found.ids && { kind: "found", ids: condition.found.ids };
    case "not": {
      const of = toListCondition(condition.of);
      return of && { kind: "not", of };
    }
    case "all":
    case "any": {
      const of = condition.of.map(toListCondition).filter((part) => part !== undefined);
      return of.length === condition.of.length ? { kind: condition.kind, of } : undefined;
    }
    default:
      return undefined;
  }
}

/** The shortest list that all matches are in, if there is one. */
export function requiredList(condition: ListCondition): readonly number[] | undefined {
  if (condition.kind === "found") return condition.ids;
  if (condition.kind !== "all") return undefined;
  const lists = condition.of.map(requiredList).filter((list) => list !== undefined);
  return lists.toSorted((one, other) => one.length - other.length)[0];
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
