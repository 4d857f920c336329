import { isDeepStrictEqual } from "node:util";
import type { Document } from "../../src/contract.ts";
import { ToolFailure } from "../failure.ts";
import type { SourceContract } from "../source/contracts.ts";
import type { Change } from "./change.ts";
import type { Comparison } from "./compare.ts";

/** The kinds of rises of a version (Semantic Versioning), the greatest first. */
export const RISES = ["major", "minor", "patch"] as const;

export type Rise = (typeof RISES)[number];

/**
 * The rise that changes need: major if one breaks or may break clients, minor if there is another one, and patch for
 * texts alone, of which there are no changes.
 */
export function riseFor(changes: readonly Change[]): Rise {
  if (changes.some(({ severity }) => severity !== "harmless")) return "major";
  return changes.length > 0 ? "minor" : "patch";
}

/** The lowest `info.version` that a changed contract may have; undefined if its version is high enough. */
export function missingVersion({ base, head, changes }: Comparison): string | undefined {
  if (base === undefined || head === undefined || isUnchanged(base, head)) return undefined;
  const [before, rise] = [base.document.info.version, riseFor(changes)];
  const isEnough = hasRisen(before, head.document.info.version, rise);
  return isEnough ? undefined : raise(numbersOf(before), rise).join(".");
}

/** Whether a version rose by at least this kind of rise from another one. */
export function hasRisen(from: string, to: string, rise: Rise): boolean {
  return compareVersions(to, raise(numbersOf(from), rise).join(".")) >= 0;
}

/** Negative if the first version is lower than the other one, positive if it is higher. */
export function compareVersions(one: string, other: string): number {
  const numbers = numbersOf(other);
  return (
    numbersOf(one)
      .map((number, index) => number - (numbers[index] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  );
}

/** Whether two versions of a contract differ in nothing but the version and the date of its release. */
export function isUnchanged(before: SourceContract, after: SourceContract): boolean {
  return isDeepStrictEqual(withoutVersion(before.document), withoutVersion(after.document));
}

function withoutVersion(document: Document): object {
  return { ...document, info: { ...document.info, version: "", "x-released": "" } };
}

function raise([major = 0, minor = 0, patch = 0]: readonly number[], rise: Rise): number[] {
  if (rise === "major") return [major + 1, 0, 0];
  return rise === "minor" ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

function numbersOf(version: string): number[] {
  if (/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) return version.split(".").map(Number);
  throw new ToolFailure(`The version ${version} does not have three numbers, such as 1.2.0, as those of releases do.`);
}
