import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseContract } from "../src/http/contract/load.ts";
import type { Contract } from "../src/http/contract/types.ts";
import { bundle, COMMON } from "./bundle.ts";

const FOLDER = new URL("../openapi/", import.meta.url);

let contracts: readonly Contract[] | undefined;

/**
 * Loads every contract, openapi/<name>.yaml, in the order of their names, with the parts of common.yaml that it uses.
 * Once per process. The server loads generated/<name>.openapi.yaml, which npm run generate makes of them.
 */
export function loadContracts(): readonly Contract[] {
  contracts ??= readContracts();
  return contracts;
}

function readContracts(): Contract[] {
  const files = globSync("*.yaml", { cwd: FOLDER, exclude: [COMMON] }).sort();
  const common = read(COMMON);
  return files.map((file) => parseContract(basename(file, ".yaml"), bundle(read(file), common)));
}

function read(file: string): string {
  return readFileSync(new URL(file, FOLDER), "utf8");
}
