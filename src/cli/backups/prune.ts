import { plural } from "../../base/plural.ts";
import { readConfig } from "../../settings/config.ts";
import { defineCommand, UsageError, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";
import { KEEP_OPTION, TARGET_ARGUMENT, toRules, toTarget } from "./options.ts";

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
      import("../../maintenance/backup/target.ts"),
      import("../../maintenance/backup/installation.ts"),
      import("../../maintenance/backup/pruning.ts"),
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
