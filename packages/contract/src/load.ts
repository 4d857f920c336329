import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Contract, Document, Operation, ResponseObject, ResponsesObject } from "./contract.ts";
import { JSON_MEDIA_TYPE, listsFailures, PROBLEM_MEDIA_TYPE } from "./media-types.ts";
import { mergeSchemas } from "./merged-schemas.ts";
import { listOperations, listWebhooks } from "./operations.ts";
import { isRecord } from "./record.ts";
import { resolveReferences } from "./references.ts";
import { schemaProblemsIn, UnsupportedContract, unsupportedIn } from "./unsupported.ts";

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

/** The header fields that the server may send with any of these responses; those of the limits are in `CallerLimit`. */
const FIELDS = [
  ...["X-Request-Id", "Allow", "Retry-After", "WWW-Authenticate"],
  ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "RateLimit-Remaining"],
  ...["RateLimit-Policy", "RateLimit"],
];

/** A failure with any body, as the binding renders it. */
function failureOf(mediaTypes: readonly string[]): ResponseObject {
  return {
    description: "The request matches no operation.",
    headers: Object.fromEntries(FIELDS.map((name) => [name, { schema: { type: "string" } }])),
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: {} }])),
  };
}

/**
 * The responses to requests that match no operation, for contracts without `x-outside-operations`: 400 for a malformed
 * request, 404 for an unknown path, 405 for an unknown method, 408 and 431 from limits of the server, 429 from a rate
 * limit, 500 for a fault and 503 when the server is busy. They have the media types of the operations' failures.
 */
function defaultOutside(operations: readonly Operation[]): ResponsesObject {
  const types = [PROBLEM_MEDIA_TYPE, JSON_MEDIA_TYPE].filter((type) =>
    operations.some(({ responses }) => listsFailures(responses, type)),
  );
  const failure = failureOf(types.length > 0 ? types : [JSON_MEDIA_TYPE]);
  const statuses = ["400", "404", "405", "408", "413", "414", "429", "431", "500", "503"];
  return Object.fromEntries(statuses.map((status) => [status, failure]));
}
