import type Sqlite from "better-sqlite3";
import type { Connections } from "./connections.ts";

/**
 * Returns a function whose result changes with every commit of any connection or process; it is
 * undefined once the database is closed. `PRAGMA data_version` ignores a connection's own commits,
 * so it runs on the reader. An in-memory database has no reader, so the writer counts its own
 * changes.
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
