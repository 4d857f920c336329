import { hash } from "node:crypto";
import type { SourceContract } from "../source/contracts.ts";
import type { Change } from "./change.ts";
import { compareAll } from "./compare.ts";
import type { Oasdiff } from "./oasdiff.ts";
import { type Rise, riseFor } from "./version.ts";

/** A released version of a contract, and its changes since the one before. */
export interface Release {
  readonly version: string;
  /** The day of the release, such as 2026-11-21. */
  readonly released?: string;
  /** The rise that the changes need. The first version has none, and no changes. */
  readonly rise?: Rise;
  /** The most severe first. */
  readonly changes: readonly Change[];
  /** A hash of what the changes follow from: both versions, and the rules of the project. */
  readonly source: string;
}

/** How a project judges changes. */
export type Rules = Omit<Oasdiff, "program">;

/**
 * The changelog of a contract from its releases, the lowest version first; returns the newest first. Entries of an
 * earlier changelog are taken over while their sources are the same, so that only a new release needs oasdiff.
 */
export async function changelogOf(
  releases: readonly SourceContract[],
  { rules, program, earlier }: { rules: Rules; program: () => Promise<string>; earlier: readonly Release[] },
): Promise<Release[]> {
  const changelog: Release[] = [];
  for (const [index, release] of releases.entries()) {
    const before = index === 0 ? undefined : releases[index - 1];
    const source = hash("sha256", JSON.stringify([before?.yaml, release.yaml, rules]));
    const known = earlier.find((entry) => entry.source === source);
    changelog.unshift(known ?? { ...versionOf(release), ...(await changesOf(before, release)), source });
  }
  return changelog;

  async function changesOf(before: SourceContract | undefined, release: SourceContract) {
    if (before === undefined) return { changes: [] };
    const comparisons = await compareAll({ program: await program(), ...rules }, [before], [release]);
    const changes = comparisons.flatMap((comparison) => comparison.changes);
    return { rise: riseFor(changes), changes };
  }
}

function versionOf({ document: { info } }: SourceContract) {
  const released = info["x-released"];
  return { version: info.version, ...(released !== undefined && { released }) };
}
