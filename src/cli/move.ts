import { defineCommand, JSON_OPTION } from "./command.ts";
import { openProgress, type Progress, print, printJson } from "./output.ts";

const DESCRIPTION = `Both databases have the schema of this version; the target has no data, or what an interrupted move has left.
The source stays as it is. Stop its server, or let it serve reads: writes fail until the move ends.
Run the same command again after an interruption. Until the move has finished, no server starts on the target.`;

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
