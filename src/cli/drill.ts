import { tmpdir } from "node:os";
import { readConfig } from "../settings/config.ts";
import { defineCommand, JSON_OPTION } from "./shared/command.ts";
import { print, printJson } from "./shared/output.ts";

const DESCRIPTION = `Backs up the database, restores the backup as a copy, checks the copy, compares it with the database, and removes both.
Servers may run meanwhile. Needs space for the backup in the folder, and for the copy: on SQLite a file in the folder, on
PostgreSQL a schema in the same database. The exit code is 1 if the copy differs or has problems.`;

export const drill = defineCommand({
  description: DESCRIPTION,
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
