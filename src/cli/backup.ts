import { readConfig } from "../settings/config.ts";
import { ABORT_TIMEOUT_MS, TARGET_ARGUMENT, toDuration, toRules, toTarget } from "./backup-options.ts";
import { defineCommand } from "./shared/command.ts";
import { print } from "./shared/output.ts";
import { openProgress } from "./shared/progress.ts";

export const backup = defineCommand({
  description: `Contains accounts, bookmarks, files, products and settings, but not environment variables. The backup is one file,
which gets its name once it is complete. See docs/backup.md.

Example: npm run -s triptych -- backup /mnt/backups --every 1h --keep 24h,7d,4w`,
  args: { target: TARGET_ARGUMENT },
  options: {
    every: {
      type: "string",
      value: "<time>",
      description: "do nothing if the last backup there is younger than this, such as 30m, 1h or 7d",
    },
    keep: {
      type: "string",
      value: "<rules>",
      description: "then remove older backups of this installation that these rules do not keep, such as 24h,7d,4w",
    },
  },
  async run({ args, options }) {
    const config = readConfig();
    const location = toTarget(args.target, config);
    const every = options.every === undefined ? undefined : toDuration("--every", options.every);
    const rules = options.keep === undefined ? undefined : toRules(options.keep);
    const [{ makeBackup }, { openTarget }, { parseName }, pruning] = await Promise.all([
      import("../maintenance/backup/making.ts"),
      import("../maintenance/backup/target.ts"),
      import("../maintenance/backup/name.ts"),
      import("../maintenance/backup/pruning.ts"),
    ]);
    const target = await openTarget(location, config.backup.s3);
    const stopping = stopOnSignals();
    using progress = openProgress("bytes");
    const made = await makeBackup({
      databaseUrl: config.databaseUrl,
      target,
      keys: config.backup,
      clock: Date.now,
      every,
      onProgress(done, total) {
        stopping.throwIfAborted();
        progress.update(done, total);
      },
    });
    if (made === undefined) {
      print(`The last backup in ${target.location} is younger than ${options.every}.`);
      return;
    }
    print(`Backed up to ${target.location} as ${made.name}, ${made.size} bytes.`);
    const name = parseName(made.name);
    if (rules === undefined || name === undefined) return;
    const removed = await pruning.findPrunable(target, name.installation, rules);
    await pruning.removeBackups(target, removed);
    if (removed.length > 0) print(`Removed ${removed.length} older backups.`);
  },
});

/** Aborted by SIGTERM and SIGINT, so that temporary files are removed. Ends the process if that takes long. */
function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  // Beyond a limit on the size of files, the write fails instead, so that the partial file is removed.
  process.on("SIGXFSZ", () => {});
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      controller.abort(new Error("The backup was stopped."));
      setTimeout(() => process.kill(process.pid, "SIGKILL"), ABORT_TIMEOUT_MS).unref();
    });
  return controller.signal;
}
