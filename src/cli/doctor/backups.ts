import { messageOf } from "../shared/messages.ts";
import { type Check, ok, problem, warning } from "./check.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Age of the newest backup that is worth a warning, in days. */
const OLD_DAYS = 7;

/** Lists the backups of this database in `BACKUP_TO`. Does not try to write there. */
export const backups: Check = {
  name: "backups",
  async run({ config: { backup }, database, clock }) {
    const advice = 'Run "triptych backup", or start the server with --backup-every.';
    if (backup.to === undefined) return [warning("BACKUP_TO is not set.", `Set it to a folder or bucket. ${advice}`)];
    const [{ listBackups, openTarget }, { findId }] = await Promise.all([
      import("../../maintenance/backup/target.ts"),
      import("../../maintenance/backup/installation.ts"),
    ]);
    // A database that was not migrated yet has no id.
    const installation = database && (await findId(database).catch(() => undefined));
    try {
      const target = await openTarget(backup.to, backup.s3);
      const [newest] = await listBackups(target, installation);
      if (newest === undefined) return [warning(`There is no backup in ${target.location}.`, advice)];
      const days = Math.floor((clock() - newest.createdAt) / DAY_MS);
      const text = `The newest backup in ${target.location} is ${days === 1 ? "a day" : `${days} days`} old.`;
      return [days < OLD_DAYS ? ok(text) : warning(text, advice)];
    } catch (error) {
      const check = "Check BACKUP_TO, that this user may read it, and for a bucket the settings BACKUP_S3_….";
      return [problem(`The backups in BACKUP_TO can't be listed: ${messageOf(error)}`, check)];
    }
  },
};
