import openapiTS, { astToString, type OpenAPITSOptions } from "openapi-typescript";
import type { Document, Operation } from "../../src/contract.ts";
import { isRecord } from "../../src/record.ts";
import { STREAMED_FILE, typeOfFile, withFiles } from "./form-types.ts";
import { withInheritedTexts } from "./inherited-texts.ts";
import { follow, withPlainReferences } from "./plain-references.ts";

/** The module with the types of a contract, for the server. */
export async function printTypes(document: Document, operations: readonly Operation[]): Promise<string> {
  // In handlers, a field or parameter with a default is never undefined, because the validator sets
  // it. Clients may leave it out.
  const complete = withFiles(requireDefaulted(withPlainReferences(document)), operations);
  const nodes = await typesOf(complete, { defaultNonNullable: true, transform: typeOfFile });
  return astToString(nodes) + securityOf(operations) + scopesOf(operations) + streamedFileOf(operations);
}

/**
 * The types of a contract as openapi-typescript generates them, with the descriptions and examples of schemas. The
 * requests that the server sends are in `webhooks`, and not among the `operations` that it handles.
 */
export function typesOf(document: Document, options: Pick<OpenAPITSOptions, "defaultNonNullable" | "transform">) {
  return openapiTS(JSON.stringify(withInheritedTexts(withUnnamedWebhooks(document))), { ...options, silent: true });
}

function withUnnamedWebhooks(document: Document): Document {
  if (document.webhooks === undefined) return document;
  const webhooks = Object.entries(document.webhooks).map(
    ([name, { post, ...item }]) => [name, { ...item, post: { ...post, operationId: "" } }] as const,
  );
  return { ...document, webhooks: Object.fromEntries(webhooks) };
}

/** Returns the document, in which every query parameter that has a default is marked as required. */
function requireDefaulted(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_name, value) => {
    if (value?.in !== "query") return value;
    const schema = follow(value.schema, document);
    return isRecord(schema) && schema.default !== undefined ? { ...value, required: true } : value;
  });
}

/** An interface with the security schemes of each operation; null stands for requests without a credential. */
function securityOf(operations: readonly Operation[]): string {
  const lines = operations.map(({ id, schemes, anonymous }) => {
    const credentials = [...schemes.map((scheme) => JSON.stringify(scheme)), ...(anonymous ? ["null"] : [])];
    return `    ${id}: ${credentials.join(" | ")};\n`;
  });
  return `/** The security schemes of each operation; null stands for requests without a credential. */\nexport interface security {\n${lines.join("")}}\n`;
}

/** An interface with the scopes that each operation needs, if there are any. */
function scopesOf(operations: readonly Operation[]): string {
  const lines = operations
    .filter(({ scopes }) => scopes.length > 0)
    .map(({ id, scopes }) => `    ${id}: ${scopes.map((scope) => JSON.stringify(scope)).join(" | ")};\n`);
  if (lines.length === 0) return "";
  return `/** The scopes that a credential needs for each operation, all of them. */\nexport interface scopes {\n${lines.join("")}}\n`;
}

/** The interface of files that are read while they arrive, if there are any. */
function streamedFileOf(operations: readonly Operation[]): string {
  return operations.some(({ streamsFile }) => streamsFile) ? STREAMED_FILE : "";
}
