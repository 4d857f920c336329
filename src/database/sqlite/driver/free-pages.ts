import { statSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { Failure } from "#contract/failure";
import { isBusy } from "./errors.ts";
import type { Executor } from "./executor.ts";

/** Pages of 4 KiB that one step returns to the file system, in a millisecond or two. */
const PAGES_PER_STEP = 50;

/** The value of `auto_vacuum`. */
export const INCREMENTAL = 2;

/** Free pages that the file keeps, because later writes use them: 4 MiB. */
const KEPT_PAGES = 1_000;

/** Sets the mode in which free pages are returned in steps, on an empty file only. Must run before WAL is set. */
export function enableIncrementalVacuum(path: string, writer: Sqlite.Database): void {
  if (statSync(path).size > 0) return;
  try {
    writer.pragma("auto_vacuum = INCREMENTAL");
  } catch (error) {
    // Another process creates the database at this moment, and does the same.
    if (!isBusy(error)) throw error;
  }
}

/** Whether there are free pages to return. In a file of version 0.1.0 there are none until `triptych vacuum`. */
export function hasFreePages(connection: Sqlite.Database): boolean {
  return (
    connection.pragma("auto_vacuum", { simple: true }) === INCREMENTAL &&
    Number(connection.pragma("freelist_count", { simple: true })) > KEPT_PAGES
  );
}

/**
 * Gives some free pages at the end of the file back to the disk. Returns whether there may be more; false if another
 * process writes, or if the disk is full.
 */
export async function releaseFreePages(
  reader: Sqlite.Database,
  executeBatch: Executor["executeBatch"],
): Promise<boolean> {
  if (!hasFreePages(reader)) return false;
  // Executed once, the statement returns one page, whatever number it is given.
  const step = { sql: "pragma incremental_vacuum(1)", parameters: [] };
  try {
    const outcomes = await executeBatch(Array(PAGES_PER_STEP).fill(step));
    return outcomes !== undefined && hasFreePages(reader);
  } catch (error) {
    if (error instanceof Failure && isBusy(error.cause)) return false;
    throw error;
  }
}
