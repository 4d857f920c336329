import type { Document, JsonSchema, MediaTypes, OperationObject, ParameterObject } from "./contract.ts";
import { fileFieldsOf, propertiesOf } from "./form.ts";
import { isSendable, SENDABLE } from "./media-types.ts";
import { eachOperation } from "./operations.ts";
import { isRecord } from "./record.ts";
import { SchemaCheck } from "./schema-problems.ts";
import { fieldProblemsOf } from "./unknown-fields.ts";

/** The error for a contract that asks for what this package does not do. */
export class UnsupportedContract extends Error {
  override readonly name = "UnsupportedContract";
  /** One sentence for each place. */
  readonly problems: readonly string[];

  constructor(contract: string, problems: readonly string[]) {
    super(`The contract "${contract}" can't be served. ${problems.join(" ")}`);
    this.problems = problems;
  }
}

/** Media types of request bodies that are read. */
const BODIES = ["application/json", "multipart/form-data"];

/** What is wrong with the schemas of a document whose references are resolved: one sentence for each place. */
export function schemaProblemsIn(document: Document): string[] {
  const problemsOf = schemaReader(new SchemaCheck());
  return eachOperation(document).flatMap(({ place, operation, parameters }) =>
    problemsOf(operation, parameters).map((problem) => `${place}: ${problem}`),
  );
}

/**
 * What a document after `mergeSchemas` asks for and this package does not do, such as a cookie parameter: one
 * sentence for each place. Serving it all the same would check less than the contract says, or reject every request.
 */
export function unsupportedIn(document: Document): string[] {
  const schemes = document.components?.securitySchemes ?? {};
  return eachOperation(document).flatMap(({ place, operation, parameters }) =>
    [
      ...(operation.security ?? document.security ?? []).flatMap((required) => securityProblems(required, schemes)),
      ...parameters
        .filter((parameter) => parameter.in === "cookie")
        .map(({ name }) => `The cookie parameter ${name} would not be checked. Only path, query and header are.`),
      ...bodyProblems(operation),
      ...responseProblems(operation),
    ].map((problem) => `${place}: ${problem}`),
  );
}

/** Returns a function that finds what is wrong with the schemas of an operation. */
function schemaReader(check: SchemaCheck) {
  const ofContent = (subject: string, content: MediaTypes = {}) =>
    Object.values(content).flatMap(({ schema = {} }) => check.problemsOf(schema, subject));
  return ({ requestBody, responses }: OperationObject, parameters: readonly ParameterObject[]): string[] => [
    ...parameters.flatMap(({ name, schema }) => check.problemsOf(schema, `The schema of the parameter ${name}`)),
    ...ofContent("The schema of the body", requestBody?.content),
    ...Object.entries(responses).flatMap(([status, { headers = {}, content }]) => [
      ...ofContent(`The schema of the response ${status}`, content),
      ...Object.entries(headers).flatMap(([name, { schema }]) =>
        check.problemsOf(schema, `The schema of the header ${name} of the response ${status}`),
      ),
    ]),
  ];
}

function securityProblems(
  required: Readonly<Record<string, readonly string[]>>,
  schemes: Readonly<Record<string, unknown>>,
): string[] {
  const names = Object.keys(required);
  if (names.length > 1) {
    return [
      `The schemes ${names.join(" and ")} are required together. Only alternatives of one scheme each are checked.`,
    ];
  }
  return names.flatMap((name) => schemeProblems(name, schemes[name]));
}

/** Whether a scheme is one of `SecurityScheme`, or one of those whose token is a bearer token too. */
function schemeProblems(name: string, scheme: unknown): string[] {
  if (!isRecord(scheme)) return [`The security scheme ${name} is not in components.securitySchemes.`];
  const isHeader = scheme.type === "apiKey" && scheme.in === "header";
  const isHttp = scheme.type === "http" && ["bearer", "basic"].includes(String(scheme.scheme).toLowerCase());
  if (isHeader || isHttp || scheme.type === "oauth2" || scheme.type === "openIdConnect") return [];
  return [
    `The credential of the scheme ${name} can't be read. Only bearer tokens, passwords and API keys in a header can.`,
  ];
}

function bodyProblems({ requestBody }: OperationObject): string[] {
  const unread = Object.keys(requestBody?.content ?? {}).filter((type) => !BODIES.includes(type));
  if (unread.length > 0)
    return [`A body of type ${unread.join(" or ")} can't be read. Only ${BODIES.join(" and ")} can.`];
  const form = requestBody?.content["multipart/form-data"];
  const schemas = BODIES.flatMap((type) => requestBody?.content[type]?.schema ?? []);
  return [
    ...(form === undefined ? [] : formProblems(form.schema)),
    ...schemas.flatMap((schema) => fieldProblemsOf(schema)).map((problem) => `The schema of the body: ${problem}`),
  ];
}

/** One sentence for all responses of an operation, because most list the same types. */
function responseProblems({ responses }: OperationObject): string[] {
  const listed = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.keys(content).map((type) => ({ status, type })),
  );
  const unsent = Map.groupBy(
    listed.filter(({ type }) => !isSendable(type)),
    ({ type }) => type,
  );
  if (unsent.size === 0) return [];
  const types = [...unsent].map(([type, places]) => `${type} (${places.map(({ status }) => status).join(", ")})`);
  return [`Responses of type ${types.join(" or ")} can't be sent. Only ${SENDABLE.join(", ")} can.`];
}

/** Why a form can't be read: it needs one file, and other fields must be text. */
function formProblems(schema: JsonSchema | undefined): string[] {
  const files = fileFieldsOf(schema);
  const objects = propertiesOf(schema).filter(([, field]) => isRecord(field) && field.type === "object");
  return [
    ...(files.length === 0
      ? ['The form has no file. Only forms with one can be read: give a field "contentMediaType".']
      : []),
    ...(files.length > 1 ? [`The form has the files ${files.join(" and ")}. Only forms with one can be read.`] : []),
    ...objects.map(
      ([name]) => `The form field ${name} is an object. Only text, numbers, booleans and lists can be read.`,
    ),
  ];
}
