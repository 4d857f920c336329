import { readFileSync } from "node:fs";
import type { Contract, Document } from "./contract.ts";
import { listOperations } from "./operations.ts";
import { resolveReferences } from "./references.ts";

/** Reads a contract from the JSON file of an OpenAPI document. Throws when one of its references has no target. */
export function readContract(name: string, file: URL): Contract {
  return toContract(name, JSON.parse(readFileSync(file, "utf8")));
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
    outside: resolved["x-outside-operations"]?.responses,
  };
}
