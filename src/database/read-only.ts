import type { Database } from "./database.ts";
import { fileOf, openReadOnlyKysely } from "./dialect.ts";

/** A database that is only read. */
export interface ReadOnlyDatabase extends AsyncDisposable {
  readonly handle: Database;
}

/**
 * Opens an existing database for looking at it: creates no file, migrates nothing, and does not wait long. Throws if an
 * SQLite file does not exist.
 */
export function openReadOnly(url: string): ReadOnlyDatabase {
  if (url.startsWith("sqlite:") && fileOf(url) === undefined) throw new Error("The database is in memory.");
  const handle = openReadOnlyKysely(url);
  return { handle, [Symbol.asyncDispose]: () => handle.destroy() };
}
