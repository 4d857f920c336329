import type Sqlite from "better-sqlite3";
import { toUnavailable } from "../failures.ts";
import { isBusy } from "./errors.ts";

/**
 * Executes a prepared select. Returns undefined while another process holds the lock; the caller
 * then uses Kysely's asynchronous path, which waits for it.
 */
export type SyncSelect<Row> = (parameters: readonly unknown[]) => Row[] | undefined;

/** Executes selects without Kysely, whose asynchronous path takes as long as reading a row. */
export class SyncReader {
  readonly #database: Sqlite.Database;

  constructor(database: Sqlite.Database) {
    this.#database = database;
  }

  /** The select is prepared at its first execution. Throws `unavailable` if SQLite can't work. */
  prepare<Row>(sql: string): SyncSelect<Row> {
    let statement: Sqlite.Statement<unknown[], Row> | undefined;
    return (parameters) => {
      try {
        statement ??= this.#database.prepare<unknown[], Row>(sql);
        return statement.all(parameters);
      } catch (error) {
        if (isBusy(error)) return undefined;
        throw toUnavailable(error);
      }
    };
  }
}
