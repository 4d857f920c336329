const UNRELEASED = "## Unreleased\n";

/**
 * Moves the entries below "Unreleased" to a section of the version. Throws if there are none, because a
 * release without a word on what has changed helps nobody.
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const start = changelog.indexOf(UNRELEASED);
  if (start === -1) throw new Error('CHANGELOG.md has no section "Unreleased".');
  const from = start + UNRELEASED.length;
  const next = changelog.indexOf("\n## ", from);
  const end = next === -1 ? changelog.length : next;
  const entries = changelog.slice(from, end).trim();
  if (entries === "") throw new Error('CHANGELOG.md has no entries below "Unreleased".');
  const section = `${UNRELEASED}\n## ${version} (${date})\n\n${entries}\n`;
  return changelog.slice(0, start) + section + changelog.slice(end);
}

/** Whether a version, such as 1.2.3, is higher than another one. */
export function isHigher(version: string, than: string): boolean {
  const [left, right] = [partsOf(version), partsOf(than)];
  const difference = left.map((part, index) => part - (right[index] ?? 0)).find((value) => value !== 0);
  return difference !== undefined && difference > 0;
}

/** Whether a text is a version of three numbers. */
export function isVersion(text: string): boolean {
  return /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(text);
}

function partsOf(version: string): number[] {
  return version.split(".").map(Number);
}
