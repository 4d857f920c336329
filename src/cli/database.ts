import { plural } from "../base/plural.ts";
import { readConfig } from "../settings/config.ts";
import { defineCommand, JSON_OPTION, YES_OPTION } from "./shared/command.ts";
import { confirm, print, printJson } from "./shared/output.ts";
import { openProgress, type Progress } from "./shared/progress.ts";

export const verify = defineCommand({
  description: `Checks the database files, references, collections, counts, quotas, pictures, files, stored exports, the search index
and the audit log, and prints a line for each problem. Servers may run and write meanwhile. The exit code is 1 if there
are problems that were not repaired.`,
  options: {
    repair: {
      type: "boolean",
      description: "rebuilds what other data determines: counts, lists and the search index",
    },
    json: JSON_OPTION,
  },
  async run({ options: { repair, json } }) {
    const { databaseUrl } = readConfig();
    const { verifyDatabase } = await import("../maintenance/verify/verify.ts");
    const findings: { readonly state: string }[] = [];
    using progress = openProgress("checks", 1);
    const left = await verifyDatabase(databaseUrl, {
      repair,
      onProgress: (_, done, total) => progress.update(done, total),
      onFinding(finding) {
        findings.push(finding);
        if (!json) print(`${finding.state}: ${finding.check}: ${finding.message}`);
      },
    });
    if (json) printJson(findings);
    else if (findings.length === 0) print("No problems were found.");
    if (left.length > 0) throw new Error(summaryOf(left));
  },
});

function summaryOf(left: readonly { readonly state: string }[]): string {
  const repairable = left.filter(({ state }) => state === "repairable").length;
  const advice = repairable === 0 ? "Restore what is lost from a backup." : `--repair can fix ${repairable} of them.`;
  return `${plural(left.length, "problem")} left. ${advice}`;
}

const RESULT = "Both databases have the same rows; the audit log of the new one also records the move.";

export const move = defineCommand({
  description: `The source must have the schema of this version, and is not changed. The target must have no data, except from an
interrupted move, which the same command resumes. Stop the server of the source, or let it run: it serves reads, and
writes fail until the move ends. No server starts on the target before that.`,
  options: {
    from: { type: "string", value: "<url>", description: "the database to copy, as in DATABASE_URL", required: true },
    to: { type: "string", value: "<url>", description: "the new database, as in DATABASE_URL", required: true },
    json: JSON_OPTION,
  },
  async run({ options: { from, to, json } }) {
    const maintenance = await import("../maintenance/move/move.ts");
    const started = performance.now();
    using progress = new PhaseProgress();
    const tables = await maintenance.move({ from, to, onProgress: (...step) => progress.update(...step) });
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    if (json) printJson({ rows, seconds, tables });
    else print(`Moved ${rows} rows of ${tables.length} tables in ${seconds} s. ${RESULT}`);
  },
});

/** A progress bar for one phase after the other. */
class PhaseProgress implements Disposable {
  #phase: string | undefined;
  #bar: Progress | undefined;

  update(phase: string, done: number, total: number): void {
    if (phase !== this.#phase) {
      this[Symbol.dispose]();
      this.#bar = openProgress(phase, total);
      this.#phase = phase;
    }
    this.#bar?.update(done, total);
  }

  [Symbol.dispose](): void {
    this.#bar?.[Symbol.dispose]();
  }
}

const MIB = 1024 * 1024;

export const vacuum = defineCommand({
  description: `SQLite: rewrites the file without free space. Stop the server first. Needs free disk space for two copies of the data in
use. A file that was created by version 0.1.0 needs this once: from then on the server returns free space by itself. PostgreSQL: runs VACUUM (ANALYZE) on each table, while servers may run.`,
  options: { yes: YES_OPTION },
  async run({ options: { yes } }) {
    const { databaseUrl } = readConfig();
    const { engineFor } = await import("../database/engine.ts");
    const engine = engineFor(databaseUrl);
    const before = engine.fileUsageOf(databaseUrl);
    if (before !== undefined) {
      const used = inMib(before.size - before.free);
      print(`The file has ${inMib(before.size)} MiB, of which at least ${inMib(before.free)} MiB are free.`);
      if (!(await confirm(`Rewrite the ${used} MiB in use?`, { yes }))) return;
    }
    using progress = openProgress(before === undefined ? "tables" : "bytes", 0);
    const after = await engine.vacuum(databaseUrl, progress.update);
    print(after === undefined ? "The tables were vacuumed." : `The file has ${inMib(after.size)} MiB now.`);
  },
});

function inMib(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}
