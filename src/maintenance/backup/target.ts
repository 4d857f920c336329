import { resolve } from "node:path";
import type { S3Config } from "../../settings/config.ts";
import { type BackupName, parseName } from "./name.ts";
import type { Target } from "./storage.ts";

export type { Target } from "./storage.ts";

/** A backup in a target. */
export interface StoredBackup extends BackupName {
  /** In bytes. */
  readonly size: number;
}

/** `Target.location` of a target, without opening it: an absolute path, or an `s3://` URL that ends with a slash. */
export function locationOf(text: string): string {
  return text.startsWith("s3://") ? `${text.replace(/\/+$/, "")}/` : resolve(text);
}

/** Opens a folder or `s3://bucket/prefix`. Loads the S3 client only if it is needed. */
export async function openTarget(text: string, s3: S3Config): Promise<Target> {
  const location = locationOf(text);
  if (location.startsWith("s3://")) return (await import("./s3.ts")).openBucket(location, s3);
  return (await import("./folder.ts")).openFolder(location);
}

/** The backups in a target, newest first; those of one installation, or all. */
export async function listBackups(target: Target, installation?: string): Promise<StoredBackup[]> {
  const files = await target.list();
  return files
    .flatMap(({ name, size }) => {
      const parsed = parseName(name);
      return parsed === undefined ? [] : [{ ...parsed, size }];
    })
    .filter((backup) => installation === undefined || backup.installation === installation)
    .sort((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? 1 : -1));
}
