import process, { argv, stderr, stdout } from "node:process";
import { breakingFiles, type Comparison, compareAll, needsMajor } from "./contract-changes/compare.ts";

const HELP = `Compares the contracts, openapi/<name>.yaml, with their last release, openapi/released/<name>.yaml, and
prints the changes, the worst first; ✗ marks those that need a new major version. docs/versioning.md lists the changes
that break clients.

Usage: npm run contract:diff

Exits with 1 when a change breaks or may break clients, but info.version still has the major version of the release.
Removing an operation after the x-sunset date in its last release is not breaking. oasdiff compares the contracts; the
first run builds it, with Go 1.26 or newer, in node_modules/.cache/downloads.
`;

if (argv.includes("--help")) stdout.write(HELP);
else {
  const comparisons = await compareAll();
  for (const comparison of comparisons) stdout.write(toText(comparison));
  const breaking = breakingFiles(comparisons);
  if (breaking.length > 0) {
    stderr.write(`Breaking changes without a new major version: ${breaking.join(", ")}. See docs/versioning.md.\n`);
    process.exitCode = 1;
  }
}

function toText(comparison: Comparison): string {
  const lines = comparison.changes.map(
    (change) => `  ${needsMajor(comparison, change) ? "✗" : "✓"} ${change.severity}: ${change.place}: ${change.text}\n`,
  );
  return `${comparison.file} ${versionsOf(comparison)}\n${lines.join("")}`;
}

function versionsOf({ changes, ...contracts }: Comparison): string {
  const released = contracts.released?.document.info.version;
  const current = contracts.current?.document.info.version;
  if (released === undefined) return `is new, ${current}`;
  if (current === undefined) return `${released} is removed`;
  const versions = released === current ? released : `${released} → ${current}`;
  return changes.length === 0 ? `${versions}: no change that clients can see` : versions;
}
