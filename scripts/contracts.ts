import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { load } from "js-yaml";
import type { Contract, Document } from "#contract/contract";
import { toContract } from "#contract/load";
import { bundle, COMMON } from "./bundle.ts";

const FOLDER = new URL("../openapi/", import.meta.url);

/** A contract as it is written. */
export interface SourceContract extends Contract {
  /** The text of its file, with the parts of common.yaml. */
  readonly yaml: string;
}

let contracts: readonly SourceContract[] | undefined;

/**
 * Loads every contract, openapi/<name>.yaml, in the order of their names, with the parts of common.yaml that it uses.
 * Once per process. The server loads generated/<name>.json, which npm run generate makes of them.
 */
export function loadContracts(): readonly SourceContract[] {
  contracts ??= readContracts();
  return contracts;
}

function readContracts(): SourceContract[] {
  const files = globSync("*.yaml", { cwd: FOLDER, exclude: [COMMON] }).sort();
  const common = read(COMMON);
  return files.map((file) => parseContract(basename(file, ".yaml"), bundle(read(file), common)));
}

/** Parses the text of a contract. Throws when one of its references has no target. */
export function parseContract(name: string, yaml: string): SourceContract {
  // A cast, because the linter checks that the file is valid OpenAPI with the extensions of `Document`.
  return { ...toContract(name, load(yaml) as Document), yaml };
}

function read(file: string): string {
  return readFileSync(new URL(file, FOLDER), "utf8");
}
