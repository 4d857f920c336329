import type Sqlite from "better-sqlite3";
import type { StatementObserver } from "../../core/status.ts";
import { isBusy, toUnavailable } from "./errors.ts";

/**
 * Executes a prepared select. Returns undefined while another process holds the lock; the caller
 * then uses Kysely's asynchronous path, which waits for it.
 */
export type SyncSelect<Row> = (parameters: readonly unknown[]) => Row[] | undefined;

/** Executes selects without Kysely, whose asynchronous path takes as long as reading a row. */
export class SyncReader {
  readonly #database: Sqlite.Database;
  readonly #onStatement: StatementObserver | undefined;

  constructor(database: Sqlite.Database, onStatement?: StatementObserver) {
    this.#database = database;
    this.#onStatement = onStatement;
  }

  /** The select is prepared at its first execution. Throws `unavailable` if SQLite can't work. */
  prepare<Row>(sql: string): SyncSelect<Row> {
    let statement: Sqlite.Statement<unknown[], Row> | undefined;
    const select: SyncSelect<Row> = (parameters) => {
      try {
        statement ??= this.#database.prepare<unknown[], Row>(sql);
        return statement.all(parameters);
      } catch (error) {
        if (isBusy(error)) return undefined;
        throw toUnavailable(error);
      }
    };
    const onStatement = this.#onStatement;
    return onStatement === undefined ? select : observed(select, sql, onStatement);
  }
}

/** Reports each execution of a select. */
function observed<Row>(select: SyncSelect<Row>, sql: string, onStatement: StatementObserver): SyncSelect<Row> {
  return (parameters) => {
    const startedAt = performance.now();
    const report = (outcome: { readonly error?: unknown }) =>
      onStatement({ engine: "sqlite", sql, milliseconds: performance.now() - startedAt, ...outcome });
    try {
      const rows = select(parameters);
      if (rows !== undefined) report({});
      return rows;
    } catch (error) {
      report({ error });
      throw error;
    }
  };
}
