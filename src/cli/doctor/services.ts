import { messageOf } from "../shared/messages.ts";
import { type Check, ok, problem, warning } from "./check.ts";

const OLDEST_REDIS = 7;

export const redis: Check = {
  name: "Redis",
  async run({ config: { redisUrl } }) {
    if (redisUrl === undefined) return [];
    const { RedisConnection } = await import("../../limits/redis-connection.ts");
    const connection = new RedisConnection(redisUrl);
    let outage: unknown;
    try {
      await connection.open((_message, cause) => {
        outage = cause;
      });
      const info = await connection.run((client) => client.info("server"));
      const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? "unknown";
      if (Number.parseInt(version, 10) >= OLDEST_REDIS) return [ok(`Redis ${version} responds.`)];
      return [problem(`Redis ${version} is too old.`, `Upgrade it to ${OLDEST_REDIS} or newer.`)];
    } catch (error) {
      const advice =
        "Check that Redis runs, and host, port and password in REDIS_URL. Without REDIS_URL none is needed.";
      return [problem(`Redis does not respond: ${messageOf(outage ?? error)}`, advice)];
    } finally {
      connection.close();
    }
  },
};

/** Connects to the SMTP server and logs in; sends no mail. */
export const mail: Check = {
  name: "mail",
  async run({ config: { mail } }) {
    if (mail === undefined) return [ok("Mail is not set up. Administrators create links for forgotten passwords.")];
    const { verify } = await import("../../mail/smtp.ts");
    try {
      await verify(mail);
      return [ok(`The SMTP server ${mail.host} accepts connections.`)];
    } catch (error) {
      const advice = "Check host, port, user and password in SMTP_URL, and whether a firewall blocks the port.";
      return [problem(`No mail can be sent through ${mail.host}: ${messageOf(error)}`, advice)];
    }
  },
};

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
