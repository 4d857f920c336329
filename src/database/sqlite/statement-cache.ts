import type Sqlite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** The most prepared statements that are kept. The server has far fewer; a list in a query makes one per length. */
const MOST = 500;

/**
 * Prepares each statement once: Kysely itself would at every use. The one that was unused for longest makes room for a new one; which one that is
 * need not be known before there are many.
 */
export function withStatementCache(database: Pick<Sqlite.Database, "prepare" | "close">, most = MOST): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined && statements.size < most / 2) return known;
      const statement = known ?? database.prepare<unknown[]>(sql);
      statements.delete(sql);
      statements.set(sql, statement);
      const [oldest] = statements.keys();
      if (statements.size > most && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
    close: () => database.close(),
  };
}
