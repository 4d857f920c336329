import type { Contract } from "#contract/contract";
import { readContract } from "#contract/load";

const FOLDER = new URL("../../generated/", import.meta.url);

const loaded = new Map<string, Contract>();

/**
 * The contract with this name, which `npm run generate` has made from the files in `openapi/`. Read once per process. Not
 * from YAML: parsing that took six times as long, and left 20 MB of memory behind.
 */
export function loadContract(name: string): Contract {
  const contract = loaded.get(name) ?? readContract(name, new URL(`${name}.json`, FOLDER));
  loaded.set(name, contract);
  return contract;
}
