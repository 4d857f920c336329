import type Sqlite from "better-sqlite3";

/** Reached only by queries with lists of values, which have one statement per length of a list. */
const MAX_STATEMENTS = 500;

type Statement = Sqlite.Statement<unknown[]>;

/** An LRU cache of prepared statements by their SQL. */
export class StatementCache {
  readonly #database: Pick<Sqlite.Database, "prepare">;
  readonly #maxStatements: number;
  /** A Map iterates in insertion order, so its first key is the least recently used one. */
  readonly #statements = new Map<string, Statement>();

  constructor(database: Pick<Sqlite.Database, "prepare">, maxStatements = MAX_STATEMENTS) {
    this.#database = database;
    this.#maxStatements = maxStatements;
  }

  prepare(sql: string): Statement {
    const statements = this.#statements;
    const cached = statements.get(sql);
    // The order matters only near the limit: below half of it, maintaining the order is skipped.
    if (cached !== undefined && statements.size < this.#maxStatements / 2) return cached;
    const statement = cached ?? this.#database.prepare<unknown[]>(sql);
    statements.delete(sql);
    statements.set(sql, statement);
    const [oldest] = statements.keys();
    if (statements.size > this.#maxStatements && oldest !== undefined) statements.delete(oldest);
    return statement;
  }
}
