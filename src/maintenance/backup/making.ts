import { readFileSync } from "node:fs";
import type { Maintenance, OnProgress } from "../../database/core/backup-data.ts";
import { type Database, openDatabase } from "../../database/database.ts";
import { engineFor } from "../../database/engine.ts";
import { writeArchive } from "./archive.ts";
import { type EncryptionKeys, encrypt, encrypts } from "./encryption.ts";
import * as installation from "./installation.ts";
import { FORMAT, type Manifest } from "./manifest.ts";
import { toName } from "./name.ts";
import { findLastBackup, type LastBackup, record } from "./records.ts";
import type { Target } from "./target.ts";

/** The migration that creates the table of the last backups. */
const RECORDS_MIGRATION = "0024-backups";

/** How long the record of a complete backup waits for a database that a server is writing to. */
const LOCK_TIMEOUT_MS = 30_000;

export interface BackupJob {
  readonly databaseUrl: string;
  readonly target: Target;
  readonly keys: EncryptionKeys;
  readonly clock: () => number;
  readonly onProgress: OnProgress;
  /** Makes none if the last one in the target is younger than this, in milliseconds. */
  readonly every?: number | undefined;
  /** Whether it counts as the last backup. */
  readonly isRecorded?: boolean;
}

/**
 * Makes a backup while others use the database. Returns undefined if none is due. Throws `MaintenanceLocked`
 * while another process makes one.
 */
export async function makeBackup(job: BackupJob): Promise<LastBackup | undefined> {
  await using maintenance = await engineFor(job.databaseUrl).openMaintenance(job.databaseUrl);
  const migrations = await engineFor(job.databaseUrl).listMigrations(job.databaseUrl);
  if (migrations.length === 0) throw new Error("There is no database to back up. Check DATABASE_URL.");
  // Databases of earlier versions have no id and no records; they can be backed up before they are migrated.
  if (!migrations.includes(RECORDS_MIGRATION)) return await store(maintenance, job, installation.UNKNOWN_INSTALLATION);
  await using resources = new AsyncDisposableStack();
  const database: Database = resources.adopt(
    openDatabase(job.databaseUrl, { lockTimeout: LOCK_TIMEOUT_MS }),
    (opened) => opened.destroy(),
  );
  const last = await findLastBackup(database, job.target.location);
  if (last !== undefined && !isDue(last, job)) return undefined;
  const made = await store(maintenance, job, await installation.getOrCreateId(database));
  if (job.isRecorded !== false) await record(database, made);
  return made;
}

/** A time in the future was recorded by a clock that was wrong, so it does not count. */
export function isDue(
  { createdAt }: Pick<LastBackup, "createdAt">,
  { every = 0, clock }: Pick<BackupJob, "every" | "clock">,
): boolean {
  const age = clock() - createdAt;
  return age >= every || age < 0;
}

async function store(maintenance: Maintenance, job: BackupJob, installationId: string): Promise<LastBackup> {
  const { target, keys, clock, onProgress } = job;
  await target.removePartial(installationId);
  const createdAt = clock();
  await using snapshot = await maintenance.openSnapshot(onProgress);
  const { header, parts, summarise } = snapshot;
  const manifest: Manifest = {
    format: FORMAT,
    triptych: readVersion(),
    created_at: new Date(createdAt).toISOString(),
    installation: installationId,
    ...header,
  };
  const name = toName({
    installation: installationId,
    createdAt,
    engine: header.engine,
    schema: header.migrations.at(-1)?.slice(0, 4) ?? "0000",
    encrypted: encrypts(keys),
  });
  const archive = writeArchive({ manifest, parts: parts(), summarise });
  const size = await target.write(name, await encrypt(archive, keys));
  return { target: target.location, name, size, createdAt };
}

/** The version of Triptych. */
function readVersion(): string {
  return JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")).version;
}
