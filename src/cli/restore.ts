import { readConfig } from "../settings/config.ts";
import { IDENTITY_OPTION } from "./backup-options.ts";
import { defineCommand, YES_OPTION } from "./shared/command.ts";
import { confirm, print } from "./shared/output.ts";
import { openProgress } from "./shared/progress.ts";

export const restore = defineCommand({
  description: `Stop the server first. The backup is restored beside the database of DATABASE_URL and checked. Only then is the
database replaced, in one step; the previous data is kept. Sessions, API keys and tokens are as they were when the
backup was made. See docs/backup.md.`,
  args: { source: { description: "path or s3:// URL of a backup, or of a folder: the newest one in it" } },
  options: {
    identity: IDENTITY_OPTION,
    copy: {
      type: "boolean",
      description: "give the restored database its own id, so that its backups do not mix with those of the original",
    },
    yes: YES_OPTION,
  },
  async run({ args, options: { identity, copy, yes } }) {
    const { databaseUrl, backup } = readConfig();
    const [{ restoreBackup }, { findSource }] = await Promise.all([
      import("../maintenance/backup/restoring.ts"),
      import("../maintenance/backup/source.ts"),
    ]);
    const source = await findSource(args.source, backup.s3);
    if (!(await confirm(`Replace the database with ${source.location}?`, { yes }))) return;
    using progress = openProgress("bytes");
    const { manifest, migrated, previous } = await restoreBackup({
      databaseUrl,
      source,
      keys: { identityFile: identity, passphrase: backup.passphrase },
      asCopy: copy,
      onProgress: (done) => progress.update(done),
    });
    print(`Restored the backup of ${manifest.created_at}.`);
    if (migrated.length > 0) print(`Applied migrations: ${migrated.join(", ")}.`);
    if (previous !== undefined) print(`The previous data is kept in ${previous}.`);
  },
});
