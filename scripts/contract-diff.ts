import process, { argv, stderr, stdout } from "node:process";
import { SEVERITIES } from "./contract-changes/change.ts";
import { type Comparison, compareAll, refusedIn } from "./contract-changes/compare.ts";

const HELP = `Compares the contracts, openapi/<name>.yaml, with their last release, openapi/released/<name>.yaml, and prints what changed, the worst
first. What breaks clients is told in docs/versioning.md.

Usage: npm run contract:diff

Ends with 1 when a change breaks clients, or may, and the major version of the contract, in info.version, is the released one.
oasdiff compares; operations whose x-sunset is over may go unseen. At its first use it is built with Go 1.26 or newer and kept in node_modules/.cache/.
`;

if (argv.includes("--help")) stdout.write(HELP);
else {
  const comparisons = await compareAll();
  for (const comparison of comparisons) stdout.write(toText(comparison));
  const refused = comparisons.filter((comparison) => refusedIn(comparison).length > 0).map(({ file }) => file);
  if (refused.length > 0) {
    stderr.write(
      `Clients break, and the major version is the released one: ${refused.join(", ")}. See docs/versioning.md.\n`,
    );
    process.exitCode = 1;
  }
}

function toText(comparison: Comparison): string {
  const { file, changes } = comparison;
  const lines = SEVERITIES.flatMap((severity) => {
    const ofSeverity = changes.filter((change) => change.severity === severity);
    return ofSeverity.length === 0
      ? []
      : [`  ${severity}: ${ofSeverity.length}`, ...ofSeverity.map(({ place, text }) => `    ${place}: ${text}`)];
  });
  return [`${file} ${versionsOf(comparison)}`, ...lines, ""].join("\n");
}

function versionsOf({ released, working, changes }: Comparison): string {
  if (released === undefined) return `is new, ${working}`;
  if (working === undefined) return `${released} is gone`;
  const versions = released === working ? released : `${released} → ${working}`;
  return changes.length === 0 ? `${versions}: no change that clients can tell` : versions;
}
