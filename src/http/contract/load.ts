import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { load } from "js-yaml";
import { type Deprecation, noticesOf, withNotices } from "./deprecation.ts";
import { resolveReferences } from "./references.ts";

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

interface MediaTypes {
  readonly [type: string]: { readonly schema?: JsonSchema };
}

/** What the contract says of one answer. */
export interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: JsonSchema }>>;
  readonly content?: MediaTypes;
}

/** The answers that the contract lists, by status. */
export type ResponsesObject = Readonly<Record<string, ResponseObject>>;

/** A parameter of a path, a query or a header. */
export interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** The names of security schemes, any one of which will do. */
type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** Names of input that clients send to a strict operation and that has no effect there. */
export interface IgnoredInput {
  readonly query?: readonly string[];
  readonly body?: readonly string[];
}

interface OperationObject extends Deprecation {
  readonly "x-strict-input"?: IgnoredInput;
  readonly operationId: string;
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required?: boolean; readonly content: MediaTypes };
  readonly responses: ResponsesObject;
}

/** How a caller shows who it is: in a header of its own, or as `Authorization: Bearer`. */
export type SecurityScheme =
  | { readonly type: "apiKey"; readonly in: "header"; readonly name: string }
  | { readonly type: "http"; readonly scheme: "bearer" };

interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly summary?: string };
  readonly servers: readonly [{ readonly url: string }];
  readonly security?: readonly SecurityRequirement[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
  readonly "x-outside-operations": { readonly responses: ResponsesObject };
}

/** One operation, with what the server must know of it before it reads a body. */
export interface Operation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** Below the base path, with its parameters in braces. */
  readonly path: string;
  /** The schemes of which the caller may use any. */
  readonly schemes: readonly string[];
  /** Whether a caller without any credential is let in. */
  readonly anonymous: boolean;
  readonly parameters: readonly ParameterObject[];
  readonly bodyRequired: boolean;
  /** Of a body that is JSON; undefined where there is none. */
  readonly bodySchema: JsonSchema | undefined;
  /** The field of a form that holds the file which is the body; undefined where the body is JSON. */
  readonly fileField: string | undefined;
  /** Header fields of each of its answers that say when it ends, by their names in lower case. */
  readonly notices: Readonly<Record<string, string>>;
  /** Set for an operation that rejects input it does not name: the names that it ignores instead. */
  readonly strictInput: IgnoredInput | undefined;
  readonly responses: ResponsesObject;
}

/** A contract, read once at the start. */
export interface Contract {
  /** The name of its file without the ending. */
  readonly name: string;
  readonly basePath: string;
  /** The file as it is. */
  readonly yaml: string;
  /** The file, parsed; its references are not resolved. */
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** What is answered under the base path where no operation is reached. */
  readonly outside: ResponsesObject;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Reads a contract from a YAML file. */
export function loadContract(file: URL): Contract {
  return parseContract(basename(file.pathname, ".yaml"), readFileSync(file, "utf8"));
}

/** A contract from the text of its file. That it is valid OpenAPI is for the linter to say, and for the binding when it starts. */
export function parseContract(name: string, yaml: string): Contract {
  const document: Document = Object(load(yaml));
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

function listOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => toOperation(path, method, operation, document.security ?? [])),
  );
}

function toOperation(
  path: string,
  method: string,
  { operationId, security, parameters = [], requestBody, responses, ...extensions }: OperationObject,
  rootSecurity: readonly SecurityRequirement[],
): Operation {
  const notices = noticesOf(extensions);
  const alternatives = (security ?? rootSecurity).map(Object.keys);
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    schemes: alternatives.flat(),
    anonymous: alternatives.length === 0 || alternatives.some((names) => names.length === 0),
    parameters,
    bodyRequired: requestBody?.required === true,
    bodySchema: requestBody?.content["application/json"]?.schema,
    fileField: fileFieldOf(requestBody?.content["multipart/form-data"]?.schema),
    notices,
    strictInput: extensions["x-strict-input"],
    responses: withNotices(responses, notices),
  };
}

/** A form has one field, and that is a file. */
function fileFieldOf(form: JsonSchema | undefined): string | undefined {
  return form && Object.keys(Object(form.properties))[0];
}
