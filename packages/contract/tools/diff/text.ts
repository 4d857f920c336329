import { type Comparison, needsMajor } from "./compare.ts";

/** The changes of a contract, a line each, below its name and versions. ✗ marks those that need a new major version. */
export function textOf(comparison: Comparison): string {
  const lines = comparison.changes.map(
    (change) => `  ${needsMajor(comparison, change) ? "✗" : "✓"} ${change.severity}: ${change.place}: ${change.text}\n`,
  );
  return `${comparison.name} ${versionsOf(comparison)}\n${lines.join("")}`;
}

function versionsOf({ changes, base, head }: Comparison): string {
  const [before, after] = [base?.document.info.version, head?.document.info.version];
  if (before === undefined) return `is new, ${after}`;
  if (after === undefined) return `${before} is removed`;
  const versions = before === after ? before : `${before} → ${after}`;
  return changes.length === 0 ? `${versions}: no change that clients can see` : versions;
}
