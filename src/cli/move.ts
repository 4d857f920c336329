import { defineCommand, JSON_OPTION } from "./shared/command.ts";
import { print, printJson } from "./shared/output.ts";
import { openProgress, type Progress } from "./shared/progress.ts";

const DESCRIPTION = `The source must have the schema of this version, and is not changed. The target must have no data, except from an
interrupted move, which the same command resumes. Stop the server of the source, or let it run: it serves reads, and
writes fail until the move ends. No server starts on the target before that.`;

const RESULT = "Both databases have the same rows; the audit log of the new one also records the move.";

export const move = defineCommand({
  description: DESCRIPTION,
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
