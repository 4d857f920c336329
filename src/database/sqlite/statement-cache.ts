import type Sqlite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** Far more than the server has, except that a query with a list of values is one per length. */
const MAX_STATEMENTS = 500;

/** An LRU cache of prepared statements by their SQL; Kysely itself prepares at every execution. */
export function withStatementCache(
  database: Pick<Sqlite.Database, "prepare" | "close">,
  maxStatements = MAX_STATEMENTS,
): SqliteDatabase {
  // A Map iterates in insertion order, so its first key is the least recently used one.
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const cached = statements.get(sql);
      // The order matters only near the limit: a half-empty cache skips the cost of maintaining it.
      if (cached !== undefined && statements.size < maxStatements / 2) return cached;
      const statement = cached ?? database.prepare<unknown[]>(sql);
      statements.delete(sql);
      statements.set(sql, statement);
      const [oldest] = statements.keys();
      if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
    close: () => database.close(),
  };
}
