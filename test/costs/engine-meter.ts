import type { Database } from "../../src/database/database.ts";

/** Counts of the work of a database engine. */
export interface EngineWork {
  /** Statements that this process sent to any database, including the begin and end of transactions. */
  readonly statements: number;
  /** SQLite only: transactions that wrote. Each waits for the disk. */
  readonly commits?: number;
  /**
   * How often a connection to PostgreSQL waits for a response: statements that it sends at once count as one.
   * Undefined on SQLite, which runs in this process.
   */
  readonly roundTrips?: number;
  /**
   * Rows read, whether they were returned or not. On SQLite, those that statements of this process read,
   * without their triggers and foreign keys. On PostgreSQL, those that any process read in the schema of
   * the database, with triggers and foreign keys.
   */
  readonly rows: number;
}

/** Measures the work between `begin` and `end`. Only PostgreSQL needs `database`, to read its statistics. */
export interface EngineMeter {
  readonly begin: (database: Database) => Promise<void>;
  readonly end: (database: Database) => Promise<EngineWork>;
}
