import { readFileSync } from "node:fs";
import { listOperations } from "./operations.ts";
import { resolveReferences } from "./references.ts";
import type { Contract, Document } from "./types.ts";

const FOLDER = new URL("../../../generated/", import.meta.url);

const loaded = new Map<string, Contract>();

/**
 * Reads the contract `generated/<name>.json`, which npm run generate makes from the files in `openapi/`. Not from YAML:
 * parsing that took six times as long, and left 20 MB of memory behind. Once per process.
 */
export function loadContract(name: string): Contract {
  const contract =
    loaded.get(name) ?? toContract(name, JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")));
  loaded.set(name, contract);
  return contract;
}

/** Lists the operations of a parsed contract. Throws when one of its references has no target. */
export function toContract(name: string, document: Document): Contract {
  const resolved = resolveReferences(document);
  return {
    name,
    basePath: document.servers[0].url,
    document,
    operations: listOperations(resolved),
    schemes: resolved.components.securitySchemes ?? {},
    outside: resolved["x-outside-operations"].responses,
  };
}
