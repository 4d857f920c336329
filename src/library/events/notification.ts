import type { Database } from "../../database/database.ts";

/** By adapter, because a database and its transactions share one. */
const listeners = new WeakMap<object, Set<() => void>>();

/**
 * Calls `listener` after changes through this handle that wrote events, those in a transaction that the caller opened
 * included: these may not be committed yet. Returns a function that removes the listener.
 */
export function onEvents(database: Database, listener: () => void): () => void {
  const { adapter } = database.getExecutor();
  const added = listeners.get(adapter) ?? new Set();
  listeners.set(adapter, added.add(listener));
  return () => added.delete(listener);
}

/** Tells the listeners that deliveries may be due. */
export function notify(database: Database): void {
  for (const listener of listeners.get(database.getExecutor().adapter) ?? []) listener();
}
