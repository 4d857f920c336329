import { record } from "../../audit/record.ts";
import type { DataSummary, OnProgress, Restored } from "../../database/core/backup-data.ts";
import { type Database, inTransaction } from "../../database/database.ts";
import { engineFor, engineNamed } from "../../database/engine.ts";
import { migrateCopy } from "../../database/migrate.ts";
import { migrations } from "../../database/migrations/migrations.ts";
import { type OpenBackup, readArchive } from "./archive.ts";
import { type DecryptionKeys, decrypt } from "./encryption.ts";
import { replaceId } from "./installation.ts";
import type { Manifest } from "./manifest.ts";
import type { Source } from "./source.ts";

/** A backup that was read completely. */
export interface ReadBackup {
  readonly manifest: Manifest;
  readonly summary: DataSummary;
}

/** Reads a backup completely. Throws if one bit of it has changed. */
export async function verifyBackup(source: Source, keys: DecryptionKeys): Promise<ReadBackup> {
  return read(source, keys, async (backup) => ({
    manifest: backup.manifest,
    summary: await engineNamed(backup.header.engine).verifyBackup(backup),
  }));
}

export interface RestoreJob {
  readonly databaseUrl: string;
  readonly source: Source;
  readonly keys: DecryptionKeys;
  /** Whether the restored database becomes an installation of its own. */
  readonly asCopy: boolean;
  /** Whether the audit log of the restored database says that it was restored; true unless false. */
  readonly isRecorded?: boolean;
  /** Called with the bytes of data that were restored. */
  readonly onProgress: OnProgress;
}

/** Replaces the database by a backup, once that is restored beside it and checked. */
export async function restoreBackup(job: RestoreJob): Promise<Restored & Pick<ReadBackup, "manifest">> {
  const { databaseUrl, source, keys } = job;
  return read(source, keys, async ({ manifest, parts, ...backup }) => {
    assertRestorable(manifest, databaseUrl);
    await using maintenance = await engineFor(databaseUrl).openMaintenance(databaseUrl);
    const counted = { ...backup, parts: countBytes(parts, job.onProgress) };
    const restored = await maintenance.restore(counted, {
      migrate: migrateCopy,
      finish: (database) => finish(database, manifest, job),
    });
    return { ...restored, manifest };
  });
}

async function read<T>(source: Source, keys: DecryptionKeys, work: (backup: OpenBackup) => Promise<T>): Promise<T> {
  return readArchive(await decrypt(await source.open(), keys), work);
}

function assertRestorable({ engine, triptych, ...manifest }: Manifest, databaseUrl: string): void {
  const unknown = manifest.migrations.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0)
    throw new Error(
      `The backup was made by Triptych ${triptych}, which is newer: this version does not know ${unknown.join(", ")}. Restore it with that version.`,
    );
  if (engine !== engineFor(databaseUrl).name)
    throw new Error(
      `The backup is of another database engine, ${engine}. Restore it with DATABASE_URL=${engine}:… and then change the engine with triptych move.`,
    );
}

async function* countBytes(parts: OpenBackup["parts"], onProgress: OnProgress): OpenBackup["parts"] {
  let done = 0;
  async function* count(content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of content) {
      yield chunk;
      done += chunk.length;
      onProgress(done);
    }
  }
  for await (const part of parts) yield { ...part, content: count(part.content) };
}

/** Removes what is true only of the servers that ran when the backup was made, and records the restore. */
async function finish(
  database: Database,
  manifest: Manifest,
  { asCopy, isRecorded = true }: RestoreJob,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction.deleteFrom("leases").execute();
    await transaction.deleteFrom("request_counts").execute();
    if (asCopy) await replaceId(transaction);
    if (!isRecorded) return;
    const { created_at, installation, triptych } = manifest;
    record(transaction, {
      action: "backup.restore",
      accountId: null,
      target: { kind: "backup", id: created_at },
      details: { installation, version: triptych, copy: asCopy },
    });
  });
}
