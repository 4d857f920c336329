import { globSync } from "node:fs";
import { loadContract } from "../src/http/contract/load.ts";
import type { Contract } from "../src/http/contract/types.ts";

const FOLDER = new URL("../openapi/", import.meta.url);

/** Loads every contract, openapi/<name>.yaml, in the order of their names. */
export function loadContracts(): Contract[] {
  const files = globSync("*.yaml", { cwd: FOLDER }).sort();
  return files.map((file) => loadContract(new URL(file, FOLDER)));
}
