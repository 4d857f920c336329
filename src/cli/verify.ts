import { plural } from "../base/plural.ts";
import { readConfig } from "../settings/config.ts";
import { defineCommand, JSON_OPTION } from "./shared/command.ts";
import { print, printJson } from "./shared/output.ts";
import { openProgress } from "./shared/progress.ts";

const DESCRIPTION = `Checks the database files, references, collections, counts, quotas, pictures, files, stored exports, the search index
and the audit log, and prints a line for each problem. Servers may run and write meanwhile. The exit code is 1 if there
are problems that were not repaired.`;

export const verify = defineCommand({
  description: DESCRIPTION,
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
