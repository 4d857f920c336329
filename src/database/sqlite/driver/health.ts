import { CompiledQuery } from "kysely";
import { unavailable } from "../../core/failures.ts";
import type { Connections } from "./connections.ts";
import { probeDisk } from "./disk-probe.ts";
import type { SqliteFileDriver } from "./driver.ts";
import { toUnavailable } from "./errors.ts";
import type { WriteGuard } from "./write-guard.ts";

/**
 * Throws `unavailable` if the database can't be read, its file was deleted or replaced, or its disk
 * can't be written.
 *
 * Writes and flushes a separate file beside the database, because a write that is rolled back would
 * not reach the disk, and a committed one would invalidate the response cache. Only after a failed
 * write to the database does the check also commit one.
 */
export async function checkHealth(
  { path, writer, reader = writer }: Connections,
  driver?: SqliteFileDriver,
  guard?: WriteGuard,
): Promise<void> {
  try {
    reader.prepare("select 1 from sqlite_schema").get();
    if (path === undefined || driver === undefined || guard === undefined) return;
    guard.assertFilesUnchanged();
    await probeDisk(path).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    if (guard.hasFailed) {
      await commitSmallestWrite(driver, reader.pragma("user_version", { simple: true }));
      guard.hasFailed = false;
    }
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** Commits one page. Throws `unavailable`, instead of waiting, if this process has a transaction open. */
async function commitSmallestWrite(driver: SqliteFileDriver, version: unknown): Promise<void> {
  if (driver.isInTransaction) {
    throw unavailable(
      new Error("An earlier write failed, and the disk can't be checked with a commit while a transaction is open."),
    );
  }
  const write = CompiledQuery.raw(`pragma user_version = ${version}`);
  await driver.runExclusive((connection) => connection.executeQuery(write));
}
