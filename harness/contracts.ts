import { fileURLToPath } from "node:url";
import { loadConfig } from "#contract/tools/config";
import { loadContracts as load, type SourceContract } from "#contract/tools/source/contracts";

/** The configuration of this project's contracts. */
export const CONFIG = loadConfig(fileURLToPath(new URL("../contract.config.json", import.meta.url)));

let contracts: readonly SourceContract[] | undefined;

/**
 * Loads every contract, openapi/<name>.yaml, in the order of their names, with the parts of common.yaml that it uses.
 * Once per process. The server loads generated/<name>.json, which npm run generate makes of them.
 */
export function loadContracts(): readonly SourceContract[] {
  contracts ??= load(CONFIG);
  return contracts;
}
