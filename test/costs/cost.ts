import type { Database } from "../../src/database/database.ts";
import { engine } from "../support/databases.ts";
import type { EngineWork } from "./engine-meter.ts";
import { hashedBytes } from "./hashed-bytes.ts";
import { installPostgresMeter } from "./postgres-meter.ts";
import { installSqliteMeter } from "./sqlite-meter.ts";

/** The cost of some work, in figures that are the same on every machine. */
export interface Cost extends EngineWork {
  /** Bytes hashed for entity tags, keys and signatures, but not for passwords. */
  readonly hashed: number;
}

const engineMeter = engine === "sqlite" ? installSqliteMeter() : installPostgresMeter();

/** Measures some work. Nothing else may run in this process meanwhile. */
export async function costOf(database: Database, work: () => Promise<unknown>): Promise<Cost> {
  await engineMeter.begin(database);
  const before = hashedBytes();
  await work();
  const hashed = hashedBytes() - before;
  return { ...(await engineMeter.end(database)), hashed };
}
