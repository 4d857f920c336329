import type { Database } from "./database.ts";
import { engineFor } from "./engine.ts";

/** A database that is only read. */
export interface ReadOnlyDatabase extends AsyncDisposable {
  readonly handle: Database;
}

/**
 * Opens an existing database for looking at it: creates no file, migrates nothing, and does not wait long. Throws if an
 * SQLite file does not exist.
 */
export function openReadOnly(url: string): ReadOnlyDatabase {
  const handle = engineFor(url).openReadOnly(url);
  return { handle, [Symbol.asyncDispose]: () => handle.destroy() };
}
