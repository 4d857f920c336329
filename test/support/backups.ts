import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Test } from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { EncryptionKeys } from "../../src/maintenance/backup/encryption.ts";
import { type BackupJob, makeBackup } from "../../src/maintenance/backup/making.ts";
import type { LastBackup } from "../../src/maintenance/backup/records.ts";
import { type RestoreJob, restoreBackup } from "../../src/maintenance/backup/restoring.ts";
import type { Source } from "../../src/maintenance/backup/source.ts";
import { openTarget, type Target } from "../../src/maintenance/backup/target.ts";
import type { TableSummary } from "../../src/maintenance/tables/summaries.ts";
import { summarizeContent } from "./content.ts";
import { migratedDatabaseUrl } from "./databases.ts";

export const NO_KEYS: EncryptionKeys = { recipients: [], passphrase: undefined };

export const NO_S3 = {
  endpoint: undefined,
  region: "us-east-1",
  accessKeyId: undefined,
  secretAccessKey: undefined,
};

/** Opens the database at a URL for as long as `work` runs. */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** The URL of a new database with rows in every table. */
export async function filledDatabase(t: Test): Promise<string> {
  const url = await migratedDatabaseUrl(t);
  await fillDatabase(url);
  return url;
}

/** Creates the tables of a database, unless it has them, with rows in each of them. */
export async function fillDatabase(url: string): Promise<void> {
  await withDatabase(url, async (database) => {
    await migrate(database, url);
    await fillEveryTable(database);
  });
}

/** The URL of a new database with tables and without rows. */
export async function emptyDatabase(t: Test): Promise<string> {
  const url = await migratedDatabaseUrl(t);
  await withDatabase(url, (database) => migrate(database, url));
  return url;
}

/** Opens a new folder as a target. */
export function folderTarget(t: Test, path = `${t.testdir()}/backups`): Promise<Target> {
  return openTarget(path, NO_S3);
}

/** Makes a backup that must be due. */
export async function backUp(
  url: string,
  target: Target,
  options: Partial<Pick<BackupJob, "keys" | "clock">> = {},
): Promise<LastBackup> {
  const job = { databaseUrl: url, target, keys: NO_KEYS, clock: Date.now, onProgress: () => {}, ...options };
  const made = await makeBackup(job);
  if (made === undefined) throw new Error("No backup was due.");
  return made;
}

export function restore(
  url: string,
  source: Source,
  options: Partial<Pick<RestoreJob, "keys" | "asCopy">> = {},
): ReturnType<typeof restoreBackup> {
  const keys = { identityFile: undefined, passphrase: undefined };
  return restoreBackup({ databaseUrl: url, source, keys, asCopy: false, onProgress: () => {}, ...options });
}

/** A backup in a file. */
export function fileSource(path: string): Source {
  return { location: path, open: async () => createReadStream(path) };
}

/** Tables whose rows are not restored, or change with every backup. */
const VOLATILE: ReadonlySet<string> = new Set(["leases", "request_counts", "server_backups", "server_settings"]);

/** The content of the tables that a restore must bring back. */
export async function contentOf(url: string): Promise<TableSummary[]> {
  const tables = await withDatabase(url, summarizeContent);
  return tables.filter(({ table }) => !VOLATILE.has(table));
}

/** The names of the files in a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).sort();
}

/** The path of a backup in a folder. */
export function pathOf({ target, name }: LastBackup): string {
  return join(target, name);
}
