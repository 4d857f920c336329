import type { JsonSchema, Operation, ParameterObject } from "../contract.ts";

/** The schemas of the parts of a request, by Fastify's names of the parts; without those that a request does not have. */
export interface RequestSchemas {
  readonly params?: JsonSchema;
  readonly querystring?: JsonSchema;
  readonly headers?: JsonSchema;
  readonly body?: { readonly content: { readonly "application/json": { readonly schema: JsonSchema } } };
}

const schemas = new WeakMap<Operation, RequestSchemas>();

/** The schemas of the requests to an operation. Created once, for all servers of the process. */
export function requestSchemasOf(operation: Operation): RequestSchemas {
  const created = schemas.get(operation) ?? toRequestSchemas(operation);
  schemas.set(operation, created);
  return created;
}

function toRequestSchemas({ parameters, bodySchema }: Operation): RequestSchemas {
  const { path, query, header } = Object.groupBy(parameters, (parameter) => parameter.in);
  return {
    ...(path !== undefined && { params: toObjectSchema(path) }),
    ...(query !== undefined && { querystring: toObjectSchema(query) }),
    // In lower case, as Node has their names.
    ...(header !== undefined && {
      headers: toObjectSchema(header.map((each) => ({ ...each, name: each.name.toLowerCase() }))),
    }),
    ...(bodySchema !== undefined && { body: { content: { "application/json": { schema: bodySchema } } } }),
  };
}

function toObjectSchema(parameters: readonly ParameterObject[]): JsonSchema {
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}
