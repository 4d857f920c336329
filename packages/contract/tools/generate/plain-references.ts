import type { Document } from "../../src/contract.ts";
import { isRecord } from "../../src/record.ts";
import { targetOf } from "../../src/references.ts";

/** The sections of components whose parts openapi-typescript takes for empty if they are references themselves. */
const SECTIONS = ["headers", "parameters", "requestBodies", "responses"];

/** A reference to a header field, in components or in a response. */
const HEADER = /\/headers\/[^/]+$/;

/**
 * Returns the document without the references that openapi-typescript misreads: each reference to an optional header
 * field, which it takes for a required one, and each component that refers to another are replaced by their target.
 */
export function withPlainReferences(document: Document): Document {
  const plain: Document = JSON.parse(JSON.stringify(document), (name, value) =>
    name === "headers" ? mapFields(value, (_name, field) => withoutOptional(field, document)) : value,
  );
  const components = mapFields(plain.components, (section, parts) =>
    SECTIONS.includes(section) ? mapFields(parts, (_name, part) => follow(part, plain)) : parts,
  );
  // A cast: the components are the same, but for references.
  return { ...plain, components } as Document;
}

/** Changes each field of an object. Returns any other value as it is. */
function mapFields(value: unknown, change: (name: string, field: unknown) => unknown): unknown {
  if (!isRecord(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, change(name, field)]));
}

/** The target of a reference to an optional header field; any other value as it is. */
function withoutOptional(field: unknown, document: Document): unknown {
  if (!isRecord(field) || typeof field.$ref !== "string" || !HEADER.test(field.$ref)) return field;
  const header = targetOf(field.$ref, document);
  return isRecord(header) && header.required === true ? field : follow(header, document);
}

/** The target of a reference, also of one to a reference; any other value as it is. */
export function follow(part: unknown, document: Document): unknown {
  if (!isRecord(part) || typeof part.$ref !== "string") return part;
  return follow(targetOf(part.$ref, document), document);
}
