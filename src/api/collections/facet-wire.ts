import { Failure } from "#contract/failure";
import { mapYielding } from "#contract/scheduling";
import type { components } from "../../../generated/collections.ts";
import type { FacetCount } from "../../library/items/facets.ts";
import type { Filters } from "../../library/items/filters.ts";

type Schemas = components["schemas"];

/** Returns the tags to store: trimmed, without empty and repeated ones. */
export function toTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

/**
 * Returns the tags that a bulk operation adds: an empty list, which removes all tags, only if the
 * client sent one; undefined if it sent only white space.
 */
export function toAddedTags(tags: readonly string[]): string[] | undefined {
  const added = toTags(tags);
  return added.length > 0 || tags.length === 0 ? added : undefined;
}

/** Maps the counts of tags to the contract's schema. Yields to the event loop while it maps a long list. */
export async function toTagList(counts: readonly FacetCount[]): Promise<Schemas["TagList"]> {
  return { result: true, items: await mapYielding(counts, ({ name, count }) => ({ _id: name, count })) };
}

/** The tags that an operation names, as sent and trimmed: items from before tags were trimmed may have either. */
export function toTagNames(tags: readonly string[]): string[] {
  return [...new Set([...tags, ...toTags(tags)])];
}

/** Maps the body of `replaceTags`. Throws `invalid` if it names no tags. */
export function toReplacement({ tags, tag, replace }: Schemas["TagReplacement"]) {
  const replaced = tags ?? (tag === undefined ? undefined : [tag]);
  if (replaced !== undefined) return { tags: toTagNames(replaced), by: replace.trim() };
  const details = [{ path: "/tags", message: "is required" }];
  throw new Failure("invalid", "The tags to replace are missing.", { details });
}

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
