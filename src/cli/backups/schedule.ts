import type { FastifyBaseLogger } from "fastify";
import type { Context } from "../../context/context.ts";
import type { BackupSchedule } from "../../maintenance/backup/schedule.ts";
import type { Config } from "../../settings/config.ts";
import { UsageError } from "../shared/command.ts";
import { toDuration, toRules } from "./options.ts";

const ADVICE = "Check BACKUP_TO and its free space, then run: triptych backup.";

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
      import("../../maintenance/backup/schedule.ts"),
      import("../../maintenance/backup/target.ts"),
    ]);
    return new BackupSchedule({
      database,
      clock,
      target: locationOf(to),
      every: interval,
      run: (signal) => runInBackground(["backup", to, "--every", every, "--keep", keep], signal),
      onError: (error, retryAfter) =>
        logger.error({ err: error, retryAfter }, `the backup failed and will be tried again. ${ADVICE}`),
    });
  };
}
