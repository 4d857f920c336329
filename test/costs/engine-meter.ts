import type { Database } from "../../src/database/database.ts";

/** What an engine does for some work. */
export interface EngineWork {
  /** Statements that it was sent: queries, changes, the beginning and the end of transactions. */
  readonly statements: number;
  /** Rows that it went through, given back or not. */
  readonly rows: number;
}

/** Counts what an engine does from `begin` to `end`: the statements of this process, the rows of one database. */
export interface EngineMeter {
  readonly begin: (database: Database) => Promise<void>;
  readonly end: (database: Database) => Promise<EngineWork>;
}
