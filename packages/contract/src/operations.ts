import type {
  Document,
  Operation,
  OperationObject,
  ParameterObject,
  ResponseObject,
  ResponsesObject,
  SecurityRequirement,
  Webhook,
} from "./contract.ts";
import { deprecationHeadersOf, withDeprecationHeaders } from "./deprecation.ts";
import { formIn } from "./form.ts";

/** The keys of a path item that are operations; others, such as `parameters`, are not. */
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The value of `x-stream` for forms whose text fields may come after the file. */
const ANY_ORDER = "any-order";

/** An operation as the document has it. */
interface SourceOperation {
  /** Such as `GET /pets`. */
  readonly place: string;
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
  /** Its own, and those of its path that it does not replace. */
  readonly parameters: readonly ParameterObject[];
}

/** The operations of a document whose references are resolved. */
export function eachOperation({ paths }: Document): SourceOperation[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    // A cast: besides operations, an item may have parameters (OpenAPI 3.1, Path Item Object).
    const { parameters: ofPath = [] } = item as { readonly parameters?: readonly ParameterObject[] };
    const operations = Object.entries(item).filter(([name]) => METHODS.includes(name));
    return operations.map(([method, operation]) => {
      const own = operation.parameters ?? [];
      const isReplaced = (one: ParameterObject) => own.some((other) => other.name === one.name && other.in === one.in);
      const parameters = [...ofPath.filter((parameter) => !isReplaced(parameter)), ...own];
      return { place: `${method.toUpperCase()} ${path}`, method, path, operation, parameters };
    });
  });
}

/** Lists the operations of a document whose references are resolved. */
export function listOperations(document: Document): Operation[] {
  return eachOperation(document).map((source) => toOperation(source, document.security ?? []));
}

function toOperation(
  { path, method, parameters, operation: source }: SourceOperation,
  rootSecurity: readonly SecurityRequirement[],
): Operation {
  const { operationId, security, parameters: _own, requestBody, responses, ...extensions } = source;
  const deprecationHeaders = deprecationHeadersOf(extensions);
  const form = formIn(requestBody?.content);
  const requirements = security ?? rootSecurity;
  const alternatives = requirements.map(Object.keys);
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    schemes: alternatives.flat(),
    scopes: [...new Set(requirements.flatMap((requirement) => Object.values(requirement).flat()))],
    anonymous: alternatives.length === 0 || alternatives.some((names) => names.length === 0),
    parameters,
    emptyParameters: parameters.filter(({ allowEmptyValue }) => allowEmptyValue === true).map(({ name }) => name),
    requiresIfMatch: parameters.some((parameter) => isIfMatch(parameter) && parameter.required === true),
    bodyRequired: requestBody?.required === true,
    bodySchema: requestBody?.content["application/json"]?.schema,
    largeBody: extensions["x-large-body"],
    form,
    fileField: form?.fileField,
    streamsFile: form !== undefined && [true, ANY_ORDER].includes(extensions["x-stream"] ?? false),
    hasAnyOrder: extensions["x-stream"] === ANY_ORDER,
    deprecationHeaders,
    strictInput: extensions["x-strict-input"],
    responses: withDeprecationHeaders(responses, deprecationHeaders),
    etagStatuses: new Set(statusesWith(responses, "ETag")),
    source,
  };
}

function isIfMatch(parameter: ParameterObject): boolean {
  return parameter.in === "header" && parameter.name.toLowerCase() === "if-match";
}

/** Whether the contract lists a header field for any response of an operation. Its case does not matter. */
export function listsHeader({ responses }: Operation, name: string): boolean {
  return statusesWith(responses, name).length > 0;
}

/** The statuses of the responses that list a header field. */
function statusesWith(responses: ResponsesObject, name: string): number[] {
  const lists = ({ headers = {} }: ResponseObject) =>
    Object.keys(headers).some((listed) => listed.toLowerCase() === name.toLowerCase());
  return Object.entries(responses).flatMap(([status, response]) => (lists(response) ? [Number(status)] : []));
}

/** A path of a contract as Fastify writes it: with `:id` for `{id}`. */
export function routePathOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Lists the events of a document whose references are resolved. */
export function listWebhooks({ webhooks = {} }: Document): Webhook[] {
  return Object.entries(webhooks).map(([name, { post }]) => ({ name, sent: sentOf(post), source: post }));
}

/** The request of an event, described like a response: the server sends both. */
function sentOf({ description, parameters = [], requestBody }: OperationObject): ResponseObject {
  const headers = parameters.filter((parameter) => parameter.in === "header");
  return {
    ...(description !== undefined && { description }),
    headers: Object.fromEntries(headers.map((header) => [header.name, header])),
    ...(requestBody !== undefined && { content: requestBody.content }),
  };
}
