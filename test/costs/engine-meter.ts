import type { Database } from "../../src/database/database.ts";

/** What an engine did for some work. */
export interface EngineWork {
  /** Statements it received, including the begin and end of transactions. */
  readonly statements: number;
  /** Rows it read, whether it returned them or not. */
  readonly rows: number;
}

/** Counts what an engine does between `begin` and `end`: the statements of this process, the rows of one database. */
export interface EngineMeter {
  readonly begin: (database: Database) => Promise<void>;
  readonly end: (database: Database) => Promise<EngineWork>;
}
