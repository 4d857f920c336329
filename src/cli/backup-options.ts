import type { FastifyBaseLogger } from "fastify";
import type { Context } from "../context/context.ts";
import { DEFAULT_KEEP, type KeepRule, parseDuration, parseKeep } from "../maintenance/backup/keep.ts";
import type { BackupSchedule } from "../maintenance/backup/schedule.ts";
import type { Config } from "../settings/config.ts";
import { UsageError } from "./shared/command.ts";

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

const RETRY_ADVICE = "Check BACKUP_TO and its free space, then run: triptych backup.";

interface ScheduleTexts {
  readonly every: string | undefined;
  readonly keep: string;
}

/**
 * Checks the options of scheduled backups. Returns a function that opens the schedule, or undefined without
 * `every`. Throws `UsageError`.
 */
export function prepareSchedule(
  { every, keep }: ScheduleTexts,
  { backup, databaseUrl }: Pick<Config, "backup" | "databaseUrl">,
): ((context: Context, logger: FastifyBaseLogger) => Promise<BackupSchedule>) | undefined {
  if (every === undefined) return undefined;
  const { to } = backup;
  if (to === undefined) throw new UsageError("--backup-every needs the setting BACKUP_TO.");
  if (databaseUrl === "sqlite::memory:") throw new UsageError("A database in memory can't be backed up.");
  const interval = toDuration("--backup-every", every);
  toRules(keep);
  return async ({ database, clock }, logger) => {
    const [{ BackupSchedule, runInBackground }, { locationOf }] = await Promise.all([
      import("../maintenance/backup/schedule.ts"),
      import("../maintenance/backup/target.ts"),
    ]);
    return new BackupSchedule({
      database,
      clock,
      target: locationOf(to),
      every: interval,
      run: (signal) => runInBackground(["backup", to, "--every", every, "--keep", keep], signal),
      onError: (error, retryAfter) =>
        logger.error({ err: error, retryAfter }, `the backup failed and will be tried again. ${RETRY_ADVICE}`),
    });
  };
}
