import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseContract } from "../src/http/contract/load.ts";
import type { Contract } from "../src/http/contract/types.ts";
import { bundle, COMMON } from "./bundle.ts";

const FOLDER = new URL("../openapi/", import.meta.url);

/**
 * Loads every contract, openapi/<name>.yaml, in the order of their names, with the parts of common.yaml that it uses.
 * The server loads generated/<name>.openapi.yaml, which npm run generate makes of them.
 */
export function loadContracts(): Contract[] {
  const files = globSync("*.yaml", { cwd: FOLDER, exclude: [COMMON] }).sort();
  const common = read(COMMON);
  return files.map((file) => parseContract(basename(file, ".yaml"), bundle(read(file), common)));
}

function read(file: string): string {
  return readFileSync(new URL(file, FOLDER), "utf8");
}
