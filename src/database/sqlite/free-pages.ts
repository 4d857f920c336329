import { statSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { isBusy } from "./errors.ts";

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
 * Gives some free pages at the end of the file back to the disk. Returns whether there may be more. Does nothing during
 * a transaction of this process, and returns false while another process writes.
 */
export function releaseFreePages(writer: Sqlite.Database): boolean {
  if (!hasFreePages(writer)) return false;
  if (writer.inTransaction) return true;
  try {
    // Not `pragma`: it would stop after the first page.
    writer.exec(`pragma incremental_vacuum(${PAGES_PER_STEP})`);
    return hasFreePages(writer);
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
