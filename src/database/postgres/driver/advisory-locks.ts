/**
 * SQL that acquires the advisory locks with the names in its parameter, an array, in this order, until the end of the
 * transaction.
 */
export const ACQUIRE_LOCKS =
  "select count(pg_advisory_xact_lock(hashtextextended(name, 0))) from unnest(cast($1 as text[])) as names (name)";

/** The names of locks, each once, in the order in which every process acquires them: so processes do not deadlock. */
export function inLockOrder(names: Iterable<string>): string[] {
  return [...new Set(names)].toSorted();
}
