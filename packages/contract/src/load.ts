import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Contract, Document } from "./contract.ts";
import { mergeSchemas } from "./merged-schemas.ts";
import { listOperations } from "./operations.ts";
import { defaultOutside } from "./outside.ts";
import { isRecord } from "./record.ts";
import { resolveReferences } from "./references.ts";
import { schemaProblemsIn, UnsupportedContract, unsupportedIn } from "./unsupported.ts";
import { listWebhooks } from "./webhooks.ts";

/** Reads a contract from the JSON file of an OpenAPI document. Throws when one of its references has no target. */
export function readContract(name: string, file: URL): Contract {
  return toContract(name, JSON.parse(textOf(file)));
}

function textOf(file: URL): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!isRecord(error) || error.code !== "ENOENT") throw error;
    throw new Error(`${fileURLToPath(file)} does not exist. contract generate writes it.`, { cause: error });
  }
}

/**
 * Lists the operations of a parsed contract. Throws when one of its references has no target, and if it asks for what
 * this package does not do.
 */
export function toContract(name: string, document: Document): Contract {
  const resolved = resolveReferences(document);
  assertNone(name, schemaProblemsIn(resolved));
  const merged = mergeSchemas(resolved);
  assertNone(name, unsupportedIn(merged));
  const operations = listOperations(merged);
  return {
    name,
    basePath: basePathOf(document.servers?.[0]?.url ?? "/"),
    document,
    operations,
    schemes: resolved.components?.securitySchemes ?? {},
    outside: resolved["x-outside-operations"]?.responses ?? defaultOutside(operations),
    webhooks: listWebhooks(merged),
  };
}

function assertNone(name: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new UnsupportedContract(name, problems);
}

/** The path of a server, which may be an address; without a slash at its end. */
function basePathOf(server: string): string {
  const path = URL.canParse(server) ? new URL(server).pathname : server;
  return path.replace(/\/$/, "");
}
