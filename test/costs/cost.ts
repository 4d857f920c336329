import type { Database } from "../../src/database/database.ts";
import { engine } from "../support/databases.ts";
import { hashedBytes } from "./hashed-bytes.ts";
import { installPostgresMeter } from "./postgres-meter.ts";
import { installSqliteMeter } from "./sqlite-meter.ts";

/** What some work costs, in figures that are the same on every machine. */
export interface Cost {
  /** Statements that the database was sent, transactions' beginnings and ends among them. */
  readonly statements: number;
  /** Rows that the database went through. */
  readonly rows: number;
  /** Bytes that were hashed: entity tags, keys, signatures. */
  readonly hashed: number;
}

const engineMeter = engine === "sqlite" ? installSqliteMeter() : installPostgresMeter();

/** What some work costs, while nothing else is done in this process. */
export async function costOf(database: Database, work: () => Promise<unknown>): Promise<Cost> {
  await engineMeter.begin(database);
  const before = hashedBytes();
  await work();
  const hashed = hashedBytes() - before;
  return { ...(await engineMeter.end(database)), hashed };
}
