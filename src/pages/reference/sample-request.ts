import type { Contract, Form, Operation } from "#contract/contract";
import { propertiesOf } from "#contract/form";
import { isRecord } from "#contract/record";
import { type Credential, credentialOf } from "./credential.ts";
import { firstExample } from "./examples.ts";

/** A request to an operation with the values that code samples use. */
export interface SampleRequest {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  /** The values of the path parameters, in order. */
  readonly pathValues: readonly unknown[];
  /** The required query parameters; undefined without any. Optional ones, which are mostly filters, are left out. */
  readonly query: Readonly<Record<string, unknown>> | undefined;
  /** Undefined if the request needs none. */
  readonly credential: Credential | undefined;
  /** The JSON body; undefined if there is none. */
  readonly body: unknown;
  /** The form field of an uploaded file; undefined if there is none. */
  readonly fileField: string | undefined;
  /** The other fields that the form must have, in the order in which they are required. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * The sample request of an operation. It has a credential if one is required, or if most operations of
 * the contract require one, so that a first request does not fail with 401.
 */
export function sampleRequestOf(contract: Contract, operation: Operation, baseUrl: string): SampleRequest {
  const { document, basePath } = contract;
  const { method, path, parameters, anonymous, schemes, fileField, form, source } = operation;
  const exampleValueOf = (name: string): unknown =>
    firstExample(
      document,
      parameters.find((parameter) => parameter.in === "path" && parameter.name === name)?.examples,
    );
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required === true);
  const query = Object.fromEntries(required.map(({ name, examples }) => [name, firstExample(document, examples)]));
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const usesCredential = schemes.length > 0 && (!anonymous || (document.security ?? []).length > 0);
  return {
    method,
    url:
      baseUrl +
      basePath +
      path.replace(/\{(\w+)\}/g, (_braces, name) => encodeURIComponent(String(exampleValueOf(name)))) +
      queryString(query),
    pathValues: names.map(exampleValueOf),
    query: required.length > 0 ? query : undefined,
    credential: usesCredential ? credentialOf(contract) : undefined,
    body: firstExample(document, source.requestBody?.content["application/json"]?.examples),
    fileField,
    fields: form === undefined ? {} : requiredFieldsOf(form),
  };
}

/** The required fields of a form beside the file, with the examples of their schemas. */
function requiredFieldsOf({ fields }: Form): Record<string, string> {
  const required = new Set(Array.isArray(fields.required) ? fields.required : []);
  const properties = propertiesOf(fields).filter(([name]) => required.has(name));
  return Object.fromEntries(
    properties.map(([name, schema]) => {
      const examples: unknown = isRecord(schema) ? schema.examples : undefined;
      return [name, String(Array.isArray(examples) ? examples[0] : "")];
    }),
  );
}

function queryString(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
