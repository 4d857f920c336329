import { tmpdir } from "node:os";
import { readConfig } from "../settings/config.ts";
import { ABORT_TIMEOUT_MS, IDENTITY_OPTION, TARGET_ARGUMENT, toDuration, toRules, toTarget } from "./backup-options.ts";
import { defineCommand, JSON_OPTION, YES_OPTION } from "./shared/command.ts";
import { confirm, print, printJson } from "./shared/output.ts";
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

export const drill = defineCommand({
  description: `Backs up the database, restores the backup as a copy, checks the copy, compares it with the database, and removes both.
Servers may run meanwhile. Needs space for the backup in the folder, and for the copy: on SQLite a file in the folder, on
PostgreSQL a schema in the same database. The exit code is 1 if the copy differs or has problems.`,
  options: {
    folder: {
      type: "string",
      value: "<path>",
      description: "where to store the backup and the copy (default: the temporary folder)",
    },
    json: JSON_OPTION,
  },
  async run({ options: { folder = tmpdir(), json } }) {
    const { databaseUrl } = readConfig();
    const maintenance = await import("../maintenance/drill/drill.ts");
    const report = await maintenance.drill({ databaseUrl, folder });
    if (json) printJson(report);
    else {
      print(`Backed up in ${report.backup.seconds} s to ${report.backup.size} bytes.`);
      print(
        `Restored ${report.rows} rows in ${report.restore.seconds} s and checked them in ${report.verify.seconds} s.`,
      );
      if (report.changed.length > 0) print(`Changed meanwhile, so not compared: ${report.changed.join(", ")}.`);
      for (const { check, message } of report.problems) print(`problem: ${check}: ${message}`);
      for (const table of report.different) print(`different: ${table}`);
    }
    if (report.different.length > 0) throw new Error("The restored copy differs from the database.");
    if (report.problems.length > 0)
      throw new Error("The restored copy has problems. Run `triptych verify` on the database.");
    if (!json) print("The restored copy is complete.");
  },
});
