import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadContract } from "../../src/http/contract/load.ts";
import type { Contract } from "../../src/http/contract/types.ts";
import { type Change, SEVERITIES } from "./change.ts";
import { lostCredentials } from "./credentials.ts";
import * as oasdiff from "./oasdiff.ts";

/** The folder of the current contracts. */
export const CURRENT = new URL("../../openapi/", import.meta.url);

/** The folder of the contracts of the last release; the files have the same names. */
export const RELEASED = new URL("../../openapi/released/", import.meta.url);

/** The changes of a contract since its last release. */
export interface Comparison {
  /** The name of the file, such as `users.yaml`. */
  readonly file: string;
  /** The released `info.version`; undefined for a new contract. */
  readonly released: string | undefined;
  /** The current `info.version`; undefined for a removed contract. */
  readonly current: string | undefined;
  /** The most severe first. */
  readonly changes: readonly Change[];
}

/**
 * Compares each contract with its last release. Throws when a contract is invalid, and when oasdiff
 * is missing and cannot be built.
 */
export async function compareAll(): Promise<Comparison[]> {
  await oasdiff.prepare();
  const [released = [], current = []] = await Promise.all([RELEASED, CURRENT].map(contractsIn));
  const files = [...new Set([...released, ...current])].sort();
  return Promise.all(
    files.map((file) =>
      compare(
        file,
        released.includes(file) ? loadContract(new URL(file, RELEASED)) : undefined,
        current.includes(file) ? loadContract(new URL(file, CURRENT)) : undefined,
      ),
    ),
  );
}

/** The files of the contracts that break clients, or may break them, without a new major version. */
export function breakingFiles(comparisons: readonly Comparison[]): string[] {
  return comparisons.filter(breaksClients).map(({ file }) => file);
}

function breaksClients({ released, current, changes }: Comparison): boolean {
  const hasNewMajor = released !== undefined && current !== undefined && majorOf(current) > majorOf(released);
  return !hasNewMajor && changes.some(({ severity }) => severity !== "harmless");
}

async function compare(file: string, before: Contract | undefined, after: Contract | undefined): Promise<Comparison> {
  const changes = before === undefined ? [] : await changesOf(file, before, after);
  return {
    file,
    released: before?.document.info.version,
    current: after?.document.info.version,
    changes: changes.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)),
  };
}

async function changesOf(file: string, before: Contract, after: Contract | undefined): Promise<Change[]> {
  const released = { file: new URL(file, RELEASED), basePath: before.basePath };
  if (after === undefined) return changesOfRemoval(released, before);
  if (after.yaml === before.yaml) return [];
  const current = { file: new URL(file, CURRENT), basePath: after.basePath };
  return [...(await oasdiff.changesBetween(released, current)), ...lostCredentials(before, after)];
}

/** Compares a removed contract with an empty one, so that oasdiff checks the sunset date of each removed operation. */
async function changesOfRemoval(
  released: Parameters<typeof oasdiff.changesBetween>[0],
  { document, basePath }: Contract,
): Promise<Change[]> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-contract-"));
  const file = pathToFileURL(join(folder, "empty.json"));
  try {
    await writeFile(file, JSON.stringify({ ...document, paths: {} }));
    return await oasdiff.changesBetween(released, { file, basePath });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function contractsIn(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".yaml"));
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
