import type { Database } from "../../src/database/database.ts";

/** What an engine did for some work. */
export interface EngineWork {
  /** Statements it received, including the begin and end of transactions. */
  readonly statements: number;
  /** Rows it read, whether it returned them or not. */
  readonly rows: number;
}

/** Counts the statements that this process sends, and the rows read in one database, between `begin` and `end`. */
export interface EngineMeter {
  readonly begin: (database: Database) => Promise<void>;
  readonly end: (database: Database) => Promise<EngineWork>;
}
