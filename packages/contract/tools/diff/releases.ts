import { globSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { ToolFailure } from "../failure.ts";
import { parseContract, type SourceContract } from "../source/contracts.ts";
import { compareVersions } from "./version.ts";

/** The released versions of each contract, `<name>/<version>.yaml` in a folder, by its name; the lowest first. */
export function loadReleases(folder: string): ReadonlyMap<string, readonly SourceContract[]> {
  const contracts = [...releasesIn(folder)].map(([name, paths]) => [name, paths.map(parseRelease)] as const);
  return new Map(contracts);
}

/** The last released version of each contract in a folder. */
export function loadLastReleases(folder: string): SourceContract[] {
  return [...releasesIn(folder).values()].flatMap((paths) => paths.slice(-1)).map(parseRelease);
}

/** The paths of the releases of each contract, the lowest version first. */
function releasesIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const paths = globSync("*/*.{yaml,yml,json}", { cwd: folder }).map((file) => join(folder, file));
  return Map.groupBy(
    paths.toSorted((one, other) => compareVersions(versionOf(one), versionOf(other))),
    nameOf,
  );
}

function nameOf(path: string): string {
  return basename(dirname(path));
}

function versionOf(path: string): string {
  return basename(path, extname(path));
}

function parseRelease(path: string): SourceContract {
  const contract = parseContract(nameOf(path), readFileSync(path, "utf8"), path);
  const { version } = contract.document.info;
  if (version === versionOf(path)) return contract;
  throw new ToolFailure(`${path}: "info.version" is ${version}, which is not the name of the file.`);
}
