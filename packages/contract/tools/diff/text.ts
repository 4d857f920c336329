import { type Comparison, needsMajor } from "./compare.ts";
import { missingVersion, riseFor } from "./version.ts";

/** The changes of a contract, a line each, below its name and versions. ✗ marks those that need a new major version. */
export function textOf(comparison: Comparison): string {
  const lines = comparison.changes.map(
    (change) => `  ${needsMajor(comparison, change) ? "✗" : "✓"} ${change.severity}: ${change.place}: ${change.text}\n`,
  );
  return `${comparison.name} ${versionsOf(comparison)}\n${lines.join("")}`;
}

/** A line that marks a released contract whose version has to rise; empty if it has risen enough. */
export function versionTextOf(comparison: Comparison): string {
  const missing = missingVersion(comparison);
  if (missing === undefined) return "";
  const reason = { major: "breaking changes", minor: "changes", patch: "other texts" }[riseFor(comparison.changes)];
  const version = comparison.head?.document.info.version;
  return `  ✗ info.version: ${comparison.name} ${version} has ${reason} since its release: raise it to ${missing}\n`;
}

function versionsOf({ changes, base, head }: Comparison): string {
  const [before, after] = [base?.document.info.version, head?.document.info.version];
  if (before === undefined) return `is new, ${after}`;
  if (after === undefined) return `${before} is removed`;
  const versions = before === after ? before : `${before} → ${after}`;
  return changes.length === 0 ? `${versions}: no change that clients can see` : versions;
}
