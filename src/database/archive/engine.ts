import type { Database } from "../database.ts";
import { fileOf } from "../dialect.ts";
import * as postgres from "../postgres/archive/connection.ts";
import * as postgresRestore from "../postgres/archive/restore.ts";
import * as postgresSnapshot from "../postgres/archive/snapshot.ts";
import * as postgresTables from "../postgres/archive/tables.ts";
import { verify as verifyTables } from "../postgres/archive/verify.ts";
import * as sqliteLock from "../sqlite/archive/file-lock.ts";
import { realFile } from "../sqlite/archive/real-file.ts";
import * as sqliteRestore from "../sqlite/archive/restore.ts";
import * as sqliteSnapshot from "../sqlite/archive/snapshot.ts";
import { verify as verifyFile } from "../sqlite/archive/verify.ts";
import type { DataSummary, Engine, Incoming, OnProgress, Restored, Snapshot } from "./part.ts";

/** A database whose maintenance is locked: no other process backs it up or restores it. */
export interface Maintenance extends AsyncDisposable {
  readonly engine: Engine;
  /** Reads the database while others use it. */
  readonly openSnapshot: (onProgress: OnProgress) => Promise<Snapshot>;
  /**
   * Replaces the database. Calls `finish` with the restored data before. If anything fails, the old data
   * remains. Throws if a server or a command uses the database.
   */
  readonly restore: (incoming: Incoming, finish: (database: Database) => Promise<void>) => Promise<Restored>;
}

/** Another process makes a backup of the same database, or restores it. */
export class MaintenanceLocked extends Error {
  constructor() {
    super("Another backup or restore of this database is running. Try again when it has finished.");
  }
}

/** The engine of a database URL. */
export function engineOf(url: string): Engine {
  return url.startsWith("sqlite:") ? "sqlite" : "postgres";
}

/** Locks the maintenance of a database. Throws `MaintenanceLocked`. */
export async function openMaintenance(url: string): Promise<Maintenance> {
  return engineOf(url) === "sqlite" ? openFile(url) : openSchema(url);
}

async function openFile(url: string): Promise<Maintenance> {
  const path = fileOf(url);
  if (path === undefined) throw new Error("A database in memory can't be backed up or restored.");
  const lock = await sqliteLock.tryLockMaintenance(path);
  if (lock === undefined) throw new MaintenanceLocked();
  return {
    engine: "sqlite",
    openSnapshot: async (onProgress) => sqliteSnapshot.openSnapshot(await realFile(path), onProgress),
    restore: (incoming, finish) => sqliteRestore.restore(path, incoming, finish),
    [Symbol.asyncDispose]: async () => lock[Symbol.dispose](),
  };
}

async function openSchema(url: string): Promise<Maintenance> {
  const client = await postgres.connect(url);
  await postgres.begin(client);
  if (!(await postgres.tryLockMaintenance(client))) {
    await client.end();
    throw new MaintenanceLocked();
  }
  return {
    engine: "postgres",
    openSnapshot: (onProgress) => postgresSnapshot.openSnapshot(url, onProgress),
    restore: (incoming, finish) => postgresRestore.restore(url, incoming, finish),
    async [Symbol.asyncDispose]() {
      // Otherwise the lock would be released only some time after this returns.
      await client.query("rollback").catch(() => {});
      await client.end();
    },
  };
}

/** Reads data without restoring it. Throws if its tables are not as they were when it was stored. */
export async function verify(incoming: Incoming): Promise<DataSummary> {
  return incoming.header.engine === "sqlite" ? verifyFile(incoming) : verifyTables(incoming);
}

/** Names of the applied migrations of a database, in order; empty if there is no database. */
export async function listMigrations(url: string): Promise<string[]> {
  if (engineOf(url) === "sqlite") return sqliteSnapshot.listMigrations(fileOf(url) ?? "");
  await using client = await postgres.connect(url);
  return await postgresTables.listMigrations(client);
}
