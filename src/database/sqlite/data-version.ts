import type Sqlite from "better-sqlite3";
import type { Connections } from "./connections.ts";

/**
 * Returns a function whose result changes with every commit, whichever connection or process made it;
 * undefined once the database is closed. `PRAGMA data_version` sees the commits of other connections, so the
 * reader asks it. A single connection counts its own changes instead.
 */
export function dataVersionReader({ writer, reader }: Connections): () => string | undefined {
  let statement: Sqlite.Statement | undefined;
  return () => {
    try {
      statement ??= reader?.prepare("pragma data_version").pluck() ?? writer.prepare("select total_changes()").pluck();
      return String(statement.get());
    } catch {
      return undefined;
    }
  };
}
