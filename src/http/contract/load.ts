import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { listOperations } from "./operations.ts";
import { resolveReferences } from "./references.ts";
import type { Contract, Document } from "./types.ts";

const FOLDER = new URL("../../../generated/", import.meta.url);

const loaded = new Map<string, Contract>();

/**
 * Reads the contract `generated/<name>.openapi.yaml`, which npm run generate makes from the files in `openapi/`.
 * Once per process, because parsing a contract takes hundreds of milliseconds.
 */
export function loadContract(name: string): Contract {
  const contract =
    loaded.get(name) ?? parseContract(name, readFileSync(new URL(`${name}.openapi.yaml`, FOLDER), "utf8"));
  loaded.set(name, contract);
  return contract;
}

/** Parses the text of a contract. Throws when one of its references has no target. */
export function parseContract(name: string, yaml: string): Contract {
  // A cast, because the linter checks that the file is valid OpenAPI with the extensions of
  // `Document`.
  const document = load(yaml) as Document;
  const resolved = resolveReferences(document);
  return {
    name,
    basePath: document.servers[0].url,
    yaml,
    document,
    operations: listOperations(resolved),
    schemes: resolved.components.securitySchemes ?? {},
    outside: resolved["x-outside-operations"].responses,
  };
}
