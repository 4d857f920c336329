import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseContract, type SourceContract } from "#contract/tools/source/contracts";
import { loadContracts } from "../contracts.ts";
import { type Change, SEVERITIES } from "./change.ts";
import { lostCredentials } from "./credentials.ts";
import * as oasdiff from "./oasdiff.ts";

/** The folder of the contracts of the last release, each bundled with the parts of common.yaml that it uses. */
export const RELEASED = new URL("../../openapi/released/", import.meta.url);

/** The changes of a contract since its last release. */
export interface Comparison {
  /** The name of the file, such as `users.yaml`. */
  readonly file: string;
  /** Undefined for a new contract. */
  readonly released: SourceContract | undefined;
  /** Undefined for a removed contract. */
  readonly current: SourceContract | undefined;
  /** The most severe first. */
  readonly changes: readonly Change[];
}

/**
 * Compares each contract with its last release. Throws when a contract is invalid, and when oasdiff
 * is missing and cannot be built.
 */
export async function compareAll(): Promise<Comparison[]> {
  await oasdiff.prepare();
  const [released, current] = [loadReleased(), loadContracts()];
  const names = [...new Set([...released, ...current].map(({ name }) => name))].sort();
  return Promise.all(names.map((name) => compare(name, withName(name, released), withName(name, current))));
}

/** The files of the contracts with changes that break or may break clients without a new major version. */
export function breakingFiles(comparisons: readonly Comparison[]): string[] {
  const isBreaking = (comparison: Comparison) => comparison.changes.some((change) => needsMajor(comparison, change));
  return comparisons.filter(isBreaking).map(({ file }) => file);
}

/** Whether a change breaks or may break clients, and the contract does not have a new major version. */
export function needsMajor({ released, current }: Comparison, { severity }: Change): boolean {
  const hasNewMajor = released !== undefined && current !== undefined && majorOf(current) > majorOf(released);
  return !hasNewMajor && severity !== "harmless";
}

function loadReleased(): SourceContract[] {
  const files = globSync("*.yaml", { cwd: RELEASED });
  return files.map((file) => parseContract(basename(file, ".yaml"), readFileSync(new URL(file, RELEASED), "utf8")));
}

function withName(name: string, contracts: readonly SourceContract[]): SourceContract | undefined {
  return contracts.find((contract) => contract.name === name);
}

async function compare(
  name: string,
  released: SourceContract | undefined,
  current: SourceContract | undefined,
): Promise<Comparison> {
  const changes = released === undefined ? [] : await changesOf(released, current);
  return {
    file: `${name}.yaml`,
    released,
    current,
    changes: changes.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)),
  };
}

async function changesOf(before: SourceContract, after: SourceContract | undefined): Promise<Change[]> {
  if (after === undefined) return oasdiff.changesBetween(before, withoutOperations(before));
  if (after.yaml === before.yaml) return [];
  return [...(await oasdiff.changesBetween(before, after)), ...lostCredentials(before, after)];
}

/** What a removed contract is compared with, so that oasdiff checks the sunset date of each removed operation. */
function withoutOperations({ document, basePath }: SourceContract): oasdiff.Side {
  return { yaml: JSON.stringify({ ...document, paths: {} }), basePath };
}

function majorOf({ document }: SourceContract): number {
  return Number.parseInt(document.info.version, 10);
}
