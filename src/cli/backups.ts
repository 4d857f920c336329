import { plural } from "../base/plural.ts";
import { readConfig } from "../settings/config.ts";
import { IDENTITY_OPTION, KEEP_OPTION, TARGET_ARGUMENT, toRules, toTarget } from "./backup-options.ts";
import { defineCommand, JSON_OPTION, UsageError, YES_OPTION } from "./shared/command.ts";
import { confirm, formatTime, print, printJson } from "./shared/output.ts";
import { printRows } from "./shared/table.ts";

export const list = defineCommand({
  description: "Newest first. Lists the backups of all installations if the database does not exist.",
  args: { target: TARGET_ARGUMENT },
  options: { all: { type: "boolean", description: "also list backups of other installations" }, json: JSON_OPTION },
  async run({ args, options: { all, json } }) {
    const config = readConfig();
    const location = toTarget(args.target, config);
    const [{ listBackups, openTarget }, { readInstallation }] = await Promise.all([
      import("../maintenance/backup/target.ts"),
      import("../maintenance/backup/installation.ts"),
    ]);
    const target = await openTarget(location, config.backup.s3);
    const backups = await listBackups(target, all ? undefined : await readInstallation(config.databaseUrl));
    const rows = backups.map(({ createdAt, ...backup }) => ({ ...backup, created_at: formatTime(createdAt) }));
    if (rows.length === 0 && !json) print(`There is no backup in ${target.location}.`);
    else
      printRows(
        rows,
        {
          Time: ({ created_at }) => created_at,
          Bytes: ({ size }) => size,
          Engine: ({ engine }) => engine,
          Schema: ({ schema }) => schema,
          Encrypted: ({ encrypted }) => (encrypted ? "yes" : "no"),
          Installation: ({ installation }) => installation,
          Name: ({ name }) => name,
        },
        { json },
      );
  },
});

export const verify = defineCommand({
  description: `Reads the whole backup, and compares all checksums and the rows of each table with its summary. Restores nothing.`,
  args: {
    source: {
      description: "path or s3:// URL of a backup, or of a folder: the newest one in it (default: BACKUP_TO)",
      optional: true,
    },
  },
  options: { identity: IDENTITY_OPTION, json: JSON_OPTION },
  async run({ args, options: { identity, json } }) {
    const config = readConfig();
    const location = toTarget(args.source, config);
    const [{ verifyBackup }, { findSource }] = await Promise.all([
      import("../maintenance/backup/restoring.ts"),
      import("../maintenance/backup/source.ts"),
    ]);
    const source = await findSource(location, config.backup.s3);
    const keys = { identityFile: identity, passphrase: config.backup.passphrase };
    const { manifest, summary } = await verifyBackup(source, keys);
    if (json) {
      const { columns: _, ...shown } = manifest;
      printJson({ location: source.location, ...shown, tables: summary.tables });
      return;
    }
    const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0);
    print(
      `${source.location} is intact: ${summary.tables.length} tables with ${rows} rows, of ${manifest.created_at}.`,
    );
  },
});

export const prune = defineCommand({
  description: `Lists the backups of this installation that no rule keeps, asks, and removes them. Never removes the newest one, or
files of other installations and programs.`,
  args: { target: TARGET_ARGUMENT },
  options: {
    keep: KEEP_OPTION,
    "dry-run": { type: "boolean", description: "only show what would be removed" },
    yes: YES_OPTION,
  },
  async run({ args, options: { keep, "dry-run": dryRun, yes } }) {
    const config = readConfig();
    const [location, rules] = [toTarget(args.target, config), toRules(keep)];
    const [{ openTarget }, { readInstallation }, { findPrunable, removeBackups }] = await Promise.all([
      import("../maintenance/backup/target.ts"),
      import("../maintenance/backup/installation.ts"),
      import("../maintenance/backup/pruning.ts"),
    ]);
    const installation = await readInstallation(config.databaseUrl);
    if (installation === undefined)
      throw new UsageError("The database of DATABASE_URL has made no backup, so it is unknown which ones are its own.");
    const target = await openTarget(location, config.backup.s3);
    const backups = await findPrunable(target, installation, rules);
    for (const { name } of backups) print(name);
    if (backups.length === 0) print("There is nothing to remove.");
    else if (dryRun) print(`Would remove ${plural(backups.length, "backup")}.`);
    else if (await confirm(`Remove ${plural(backups.length, "backup")}?`, { yes })) {
      await removeBackups(target, backups);
      print(`Removed ${plural(backups.length, "backup")}.`);
    }
  },
});
