import type Sqlite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** Reached only by queries with lists of values, which have one statement per length of a list. */
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
      // The order matters only near the limit: below half of it, maintaining the order is skipped.
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
