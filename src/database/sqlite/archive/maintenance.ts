import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DataSummary, type Incoming, type Maintenance, MaintenanceLocked } from "../../core/backup-data.ts";
import { fileOf } from "../driver/open.ts";
import { extract } from "./extract.ts";
import { tryLockMaintenance } from "./file-lock.ts";
import { realFile } from "./real-file.ts";
import { restore } from "./restore.ts";
import * as snapshots from "./snapshot.ts";

export async function openMaintenance(url: string): Promise<Maintenance> {
  const path = fileOf(url);
  if (path === undefined) throw new Error("A database in memory can't be backed up or restored.");
  const lock = await tryLockMaintenance(path);
  if (lock === undefined) throw new MaintenanceLocked();
  return {
    openSnapshot: async (onProgress) => snapshots.openSnapshot(await realFile(path), onProgress),
    restore: (incoming, preparation) => restore(path, incoming, preparation),
    [Symbol.asyncDispose]: async () => lock[Symbol.dispose](),
  };
}

export async function listMigrations(url: string): Promise<string[]> {
  return snapshots.listMigrations(fileOf(url) ?? "");
}

/** Checks the database of a backup in the system's folder for temporary files. */
export async function verifyBackup(incoming: Incoming): Promise<DataSummary> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-verify-"));
  try {
    return await extract(join(folder, "triptych.db"), incoming);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file of the folder, which is removed with it. */
export async function openScratch(_: string, folder: string): Promise<{ readonly url: string } & AsyncDisposable> {
  return { url: `sqlite:${join(folder, "copy.db")}`, [Symbol.asyncDispose]: async () => {} };
}
