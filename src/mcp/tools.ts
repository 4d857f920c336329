import type { Contract, JsonSchema, Operation, ParameterObject } from "#contract/contract";
import { isRecord } from "#contract/record";
import { REVERTIBLE } from "../library/journal/step.ts";
import { type PlainSchemas, plainSchemas, toLine } from "./plain-schema.ts";

/** A tool as clients list it. Its schemas are JSON Schema 2020-12 without references. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: string[];
  readonly additionalProperties: boolean;
  readonly [keyword: string]: unknown;
}

/** An operation that agents call. */
export interface Tool {
  readonly contract: Contract;
  readonly operation: Operation;
  /** The parameters that are arguments. */
  readonly parameters: readonly ParameterObject[];
  /** The field of the result that is shortened if the result is too large; undefined if it has no list. */
  readonly list: string | undefined;
  readonly listed: ListedTool;
}

/** The argument with the body of the request. */
export const BODY = "body";

/** The argument with the number of entries of the list that are left out. */
export const SKIP = "skip";

/** The field of the result that holds a list which the operation returns as its whole body. */
export const ENTRIES = "items";

/** Fields of results that the operations do not have. */
export const UNDO_STEP = "undoStep";
export const TRUNCATED = "truncated";

const UNDO_STEP_SCHEMA = {
  type: "integer",
  description: "Reverts this change for 24 hours: the id for revert_undo_step. Left out if nothing can be reverted.",
};

const TRUNCATED_SCHEMA = { type: "string", description: "What is left out of the result, and how to get it." };

/** The tools of the contracts: their operations with `x-tool`. Throws if two have the same name. */
export function toolsOf(contracts: readonly Contract[]): ReadonlyMap<string, Tool> {
  const tools = new Map<string, Tool>();
  for (const contract of contracts) {
    const schemas = plainSchemas(contract.document);
    for (const operation of contract.operations) {
      const { "x-tool": name } = operation.source;
      if (name === undefined) continue;
      if (tools.has(name)) throw new Error(`Two operations have the tool ${name}.`);
      const raw = rawOperation(contract, operation, schemas);
      const output = outputOf(
        raw,
        schemas,
        REVERTIBLE.some((id) => id === operation.id),
      );
      tools.set(name, toTool(name, { contract, operation, raw, schemas, output }));
    }
  }
  return tools;
}

interface Source {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly raw: RawOperation;
  readonly schemas: PlainSchemas;
  readonly output: ObjectSchema;
}

function toTool(name: string, { contract, operation, raw, schemas, output }: Source): Tool {
  const { method, scopes, source } = operation;
  const isReadOnly = method === "GET" || (scopes.length > 0 && scopes.every((scope) => scope.endsWith(":read")));
  const list = listOf(output);
  const { summary = name, description = "" } = source;
  return {
    contract,
    operation,
    parameters: raw.parameters,
    list,
    listed: {
      name,
      title: summary,
      description: toLine(`${summary}. ${description}`),
      inputSchema: inputOf(raw, schemas, list !== undefined && isReadOnly ? { [SKIP]: skipSchema(list) } : {}),
      outputSchema: output,
      annotations: {
        readOnlyHint: isReadOnly,
        destructiveHint: !isReadOnly && method !== "POST",
        idempotentHint: isReadOnly || method === "PUT" || method === "DELETE",
        openWorldHint: false,
      },
    },
  };
}

function skipSchema(list: string): JsonSchema {
  const description = `Leaves out the first entries of \`${list}\`, to continue after a truncated result.`;
  return { type: "integer", minimum: 0, default: 0, description };
}

function inputOf(
  { parameters, schemaOf, body, isBodyRequired }: RawOperation,
  { toPlain }: PlainSchemas,
  skip: Readonly<Record<string, JsonSchema>>,
): ObjectSchema {
  const properties = parameters.map((parameter) => {
    const { name, description } = parameter;
    const schema = toPlain(schemaOf(parameter), "arguments");
    return [name, { ...schema, ...(description !== undefined && { description: toLine(description) }) }] as const;
  });
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(properties),
      ...(body !== undefined && { [BODY]: toPlain(body, "arguments") }),
      ...skip,
    },
    required: [...required, ...(isBodyRequired ? [BODY] : [])],
    additionalProperties: false,
  };
}

/** The schema of what the operation returns when it succeeds, without descriptions: an object, also for a list. */
function outputOf({ id, success }: RawOperation, { toPlain }: PlainSchemas, isReverted: boolean): ObjectSchema {
  const { type, properties, required, ...rest } = toPlain(success, "result");
  const isList = type === "array";
  if (!isList && (type !== "object" || !isSchemas(properties)))
    throw new Error(`${id} can't be a tool: it returns neither an object nor a list.`);
  const fields = isList || !isSchemas(properties) ? { [ENTRIES]: { type, ...rest } } : properties;
  const hasList = Object.values(fields).some((field) => field.type === "array");
  return {
    type: "object",
    properties: {
      ...fields,
      ...(isReverted && { [UNDO_STEP]: UNDO_STEP_SCHEMA }),
      ...(hasList && { [TRUNCATED]: TRUNCATED_SCHEMA }),
    },
    required: isList ? [ENTRIES] : Array.isArray(required) ? required.map(String) : [],
    additionalProperties: false,
  };
}

/** The field with the entries of a result: `items`, or else the first list. */
function listOf({ properties }: ObjectSchema): string | undefined {
  const lists = Object.entries(properties).filter(([, { type }]) => type === "array");
  return (lists.find(([name]) => name === ENTRIES) ?? lists[0])?.[0];
}

type RawOperation = ReturnType<typeof rawOperation>;

/** The parts of an operation that become schemas, with their references: next to these are descriptions. */
function rawOperation({ document }: Contract, operation: Operation, { resolve }: PlainSchemas) {
  const { id, path, method, parameters, bodyRequired } = operation;
  const item: Readonly<Record<string, unknown>> = document.paths[path] ?? {};
  const raw = item[method.toLowerCase()];
  if (!isRecord(raw)) throw new Error(`${method} ${path} is not in the document.`);
  const all = [item.parameters, raw.parameters].flatMap((each) => (Array.isArray(each) ? each.map(resolve) : []));
  const schemas = new Map(all.filter(isRecord).map((each) => [`${each.in} ${each.name}`, each.schema]));
  const responses = isRecord(raw.responses) ? raw.responses : {};
  const [, success] = Object.entries(responses).find(([status]) => /^2/.test(status)) ?? [];
  return {
    id,
    schemaOf: ({ in: place, name }: ParameterObject) => schemas.get(`${place} ${name}`),
    body: jsonSchemaIn(resolve(raw.requestBody)),
    isBodyRequired: bodyRequired,
    success: jsonSchemaIn(resolve(success)),
    parameters: parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query"),
  };
}

/** The schema of the JSON in a body or a response. */
function jsonSchemaIn(part: unknown): unknown {
  const content = isRecord(part) ? part.content : undefined;
  const json = isRecord(content) ? content["application/json"] : undefined;
  return isRecord(json) ? json.schema : undefined;
}

function isSchemas(value: unknown): value is Record<string, JsonSchema> {
  return isRecord(value) && Object.values(value).every(isRecord);
}
