import { readConfig } from "../settings/config.ts";
import { defineCommand, YES_OPTION } from "./shared/command.ts";
import { confirm, print } from "./shared/output.ts";
import { openProgress } from "./shared/progress.ts";

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
