import type { Group } from "../../accounts/settings.ts";

/** The group of an account that has set none. */
const DEFAULT_GROUP: Group = { title: "My Collections", hidden: false, sort: 0, collections: [] };

/**
 * The groups with exactly these root collections, each once: unknown and repeated ids are removed, and
 * missing ones are appended to the first group.
 */
export function withRoots(groups: readonly Group[], rootIds: readonly number[]): Group[] {
  const missing = new Set(rootIds);
  const [first = DEFAULT_GROUP, ...others] = groups.map((group) => ({
    ...group,
    collections: group.collections.filter((id) => missing.delete(id)),
  }));
  return [{ ...first, collections: first.collections.concat([...missing]) }, ...others];
}

/** Sorts the collections within each group into the order of `rootIds`, which has all root collections. */
export function sorted(groups: readonly Group[], rootIds: readonly number[]): Group[] {
  const placed = withRoots(groups, rootIds);
  const groupOf = new Map(placed.flatMap(({ collections }, index) => collections.map((id) => [id, index] as const)));
  const idsByGroup = Map.groupBy(rootIds, (id) => groupOf.get(id) ?? 0);
  return placed.map((group, index) => ({ ...group, collections: idsByGroup.get(index) ?? [] }));
}
