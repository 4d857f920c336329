import type { components } from "../../../generated/collections.ts";
import type { FacetCount } from "../../library/items/facets.ts";
import type { Filters } from "../../library/items/filters.ts";

type Schemas = components["schemas"];

/** Maps filters to the contract's schema. */
export function toFilters(
  { total, tags, types, months, flags, duplicates }: Filters,
  collectionId: number,
): Schemas["Filters"] {
  const quantityOf = (flag: string) => ({ count: flags.get(flag) ?? 0 });
  return {
    result: true,
    collectionId,
    total: { count: total },
    tags: toCounts(tags),
    types: toCounts(types),
    created: toCounts(months),
    notag: quantityOf("notag"),
    important: quantityOf("important"),
    broken: quantityOf("broken"),
    duplicate: { count: duplicates },
    duplicates: { count: duplicates },
    highlights: quantityOf("highlights"),
    reminder: quantityOf("reminder"),
    note: quantityOf("note"),
    file: quantityOf("file"),
  };
}

function toCounts(counts: readonly FacetCount[]) {
  return counts.map(({ name, count }) => ({ _id: name, count }));
}
