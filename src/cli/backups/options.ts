import { DEFAULT_KEEP, type KeepRule, parseDuration, parseKeep } from "../../maintenance/backup/keep.ts";
import type { Config } from "../../settings/config.ts";
import { UsageError } from "../shared/command.ts";

/** Milliseconds in which a stopped command may remove its temporary files. */
export const ABORT_TIMEOUT_MS = 800;

export const TARGET_ARGUMENT = {
  description: "folder or s3://bucket/prefix (default: the setting BACKUP_TO)",
  optional: true,
} as const;

export const IDENTITY_OPTION = {
  type: "string",
  value: "<file>",
  description: "file with the age identity that decrypts the backup, as age-keygen writes it",
} as const;

export const KEEP_OPTION = {
  type: "string",
  value: "<rules>",
  description: "keep the newest backup of each of the last hours (h), days (d) and weeks (w) that have one",
  default: DEFAULT_KEEP,
} as const;

/** Where backups are: the argument, or the setting. */
export function toTarget(argument: string | undefined, { backup }: Pick<Config, "backup">): string {
  const target = argument ?? backup.to;
  if (target === undefined) throw new UsageError("Name a folder or s3://bucket/prefix, or set BACKUP_TO.");
  return target;
}

/** Milliseconds. */
export function toDuration(option: string, text: string): number {
  const duration = parseDuration(text);
  if (duration === undefined) throw new UsageError(`${option} must be a time such as 30m, 1h or 7d.`);
  return duration;
}

/** Parses the value of `--keep`. Throws a `UsageError`. */
export function toRules(text: string): KeepRule[] {
  const rules = parseKeep(text);
  if (rules === undefined) throw new UsageError("--keep must be rules such as 24h,7d,4w.");
  return rules;
}
