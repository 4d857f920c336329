/** A collection among those with the same parent. */
interface Sibling {
  readonly id: number;
  readonly sort: number;
}

/**
 * The values of `sort` that put a collection at a position among its siblings, the others in their order, which is
 * `sort` descending. Position 0 is the first; one after the end is the last. Only the collection itself gets a value,
 * unless there is none between those of its neighbours: then all that change.
 */
export function sortsFor(siblings: Iterable<Sibling>, id: number, position: number): ReadonlyMap<number, number> {
  const others = [...siblings].filter((sibling) => sibling.id !== id);
  const index = Math.min(Math.max(0, position), others.length);
  const [above, below] = [others[index - 1]?.sort, others[index]?.sort];
  if (above === undefined && below === undefined) return new Map();
  const sort = between(above, below);
  if (sort !== undefined) return new Map([[id, sort]]);
  const sorts = new Map([[id, others.length - index]]);
  for (const [place, other] of others.entries()) {
    const wanted = others.length - (place < index ? place : place + 1);
    if (other.sort !== wanted) sorts.set(other.id, wanted);
  }
  return sorts;
}

/** A number above `below` and below `above`; undefined if floating-point numbers have none. */
function between(above = Number.POSITIVE_INFINITY, below = Number.NEGATIVE_INFINITY): number | undefined {
  const sort = above === Infinity ? below + 1 : below === -Infinity ? above - 1 : below + (above - below) / 2;
  return sort > below && sort < above ? sort : undefined;
}
