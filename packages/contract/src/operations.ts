import type { Document, JsonSchema, Operation, OperationObject, SecurityRequirement } from "./contract.ts";
import { deprecationHeadersOf, withDeprecationHeaders } from "./deprecation.ts";
import { isRecord } from "./record.ts";

/** The keys of a path item that are operations; others, such as `parameters`, are not. */
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Lists the operations of a document whose references are resolved. */
export function listOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => toOperation(path, method, operation, document.security ?? [])),
  );
}

function toOperation(
  path: string,
  method: string,
  source: OperationObject,
  rootSecurity: readonly SecurityRequirement[],
): Operation {
  const { operationId, security, parameters = [], requestBody, responses, ...extensions } = source;
  const deprecationHeaders = deprecationHeadersOf(extensions);
  const fileField = fileFieldOf(requestBody?.content["multipart/form-data"]?.schema);
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
    bodyRequired: requestBody?.required === true,
    bodySchema: requestBody?.content["application/json"]?.schema,
    largeBody: extensions["x-large-body"],
    fileField,
    streamsFile: extensions["x-stream"] === true,
    deprecationHeaders,
    strictInput: extensions["x-strict-input"],
    responses: withDeprecationHeaders(responses, deprecationHeaders),
    source,
  };
}

/** Whether the contract lists a header field for any response of an operation. Its case does not matter. */
export function listsHeader({ responses }: Operation, name: string): boolean {
  const names = Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers));
  return names.some((listed) => listed.toLowerCase() === name.toLowerCase());
}

/** The name of the field with the file: the first one with a media type or the format `binary`, or the first of all. */
function fileFieldOf(form: JsonSchema | undefined): string | undefined {
  const fields = Object.entries(form?.properties ?? {});
  return (fields.find(([, schema]) => isFile(schema)) ?? fields[0])?.[0];
}

function isFile(schema: unknown): boolean {
  return isRecord(schema) && (schema.contentMediaType !== undefined || schema.format === "binary");
}
