import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadContract } from "../../src/http/contract/load.ts";
import type { Contract } from "../../src/http/contract/types.ts";
import { type Change, SEVERITIES } from "./change.ts";
import { lostCredentials } from "./credentials.ts";
import * as oasdiff from "./oasdiff.ts";

/** The contracts that are worked on. */
export const WORKING = new URL("../../openapi/", import.meta.url);

/** The contracts as they were released last, under the same names. */
export const RELEASED = new URL("../../openapi/released/", import.meta.url);

/** A contract that was released or is worked on, or both, and what changed in between. */
export interface Comparison {
  /** The name of the file with its ending. */
  readonly file: string;
  /** The `info.version` that was released; undefined for a new contract. */
  readonly released: string | undefined;
  /** The `info.version` that is worked on; undefined for a contract that is gone. */
  readonly working: string | undefined;
  /** The worst first. */
  readonly changes: readonly Change[];
}

/** Compares each contract with its last release. Throws when one can't be read, or when there is neither oasdiff nor a Go to build it with. */
export async function compareAll(): Promise<Comparison[]> {
  await oasdiff.prepare();
  const [released = [], working = []] = await Promise.all([RELEASED, WORKING].map(contractsIn));
  const files = [...new Set([...released, ...working])].sort();
  return Promise.all(
    files.map((file) =>
      compare(
        file,
        released.includes(file) ? loadContract(new URL(file, RELEASED)) : undefined,
        working.includes(file) ? loadContract(new URL(file, WORKING)) : undefined,
      ),
    ),
  );
}

/** What keeps a contract from being released: its breaking changes, unless its major version was raised. */
export function refusedIn({ released, working, changes }: Comparison): Change[] {
  const isRaised = released !== undefined && working !== undefined && majorOf(working) > majorOf(released);
  return isRaised ? [] : changes.filter(({ severity }) => severity !== "harmless");
}

async function compare(file: string, before: Contract | undefined, after: Contract | undefined): Promise<Comparison> {
  const changes = before === undefined ? [] : await changesOf(file, before, after);
  return {
    file,
    released: before?.document.info.version,
    working: after?.document.info.version,
    changes: changes.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)),
  };
}

async function changesOf(file: string, before: Contract, after: Contract | undefined): Promise<Change[]> {
  const released = { file: new URL(file, RELEASED), basePath: before.basePath };
  if (after === undefined) return changesToNothing(released, before);
  if (after.yaml === before.yaml) return [];
  const working = { file: new URL(file, WORKING), basePath: after.basePath };
  return [...(await oasdiff.changesBetween(released, working)), ...lostCredentials(before, after)];
}

/** A contract that is gone is compared as one without operations: those whose last day is over may go. */
async function changesToNothing(
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
