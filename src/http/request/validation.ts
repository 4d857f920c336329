import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { FastifyInstance } from "fastify";
import { type Detail, Failure } from "../../errors.ts";
import type { Contract, JsonSchema, Operation } from "../contract/types.ts";

/** The pattern that contracts give text which may hold anything but NUL. */
const WITHOUT_NUL = "^[^\\u0000]*$";

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

const MOST_DETAILS = 20;

/** How much of a wrong word is told, in characters. */
const MOST_CHARACTERS = 100;

/** The keywords that ask for a field which is not there. */
const MISSING = new Set(["required", "dependentRequired"]);

const OPTIONS: Options = {
  allErrors: true,
  strictNumbers: true,
  allowUnionTypes: true,
  useDefaults: true,
  // The linter has held the schemas against their own schema, which takes long to compile, and long to take in.
  validateSchema: false,
  meta: false,
};

/** A validator of JSON Schema 2020-12 with the formats that the contracts use. */
export function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...OPTIONS, ...options });
  ajvFormats.default(ajv);
  return ajv.addFormat("password", true).addFormat("date-time", isDateTime);
}

/**
 * A date-time of RFC 3339 that JavaScript can reckon with: no leap second. The library's own check lets those through, and takes 50 ms for
 * a megabyte of white space.
 */
function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1];
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${day}T`);
}

// A handler gets no field that the contract does not name, so that none can slip into what it stores.
const ofBodies = once(() => createAjv({ removeAdditional: "all", verbose: true }));
const ofParameters = once(() => createAjv());

/** Validates requests: bodies as they are, parameters converted from the text that they arrive as. */
export function validateRequests(scope: FastifyInstance, contract: Contract): void {
  scope.setValidatorCompiler<JsonSchema>(({ schema, method, url, httpPart }) => {
    const isBody = httpPart === "body";
    const convert = isBody ? () => {} : converterOf(Object(schema.properties));
    const validator = once(() =>
      shared(contract, `${httpPart} of ${method} ${url}`, () => (isBody ? ofBodies() : ofParameters()).compile(schema)),
    );
    return (value: unknown) => {
      const validate = validator();
      convert(Object(value));
      return validate(value) || { error: validate.errors ?? [] };
    };
  });
}

/** Lets something be made at its first use: a server has many operations, and is to start soon. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const compiled = new WeakMap<Contract, Map<string, ValidateFunction>>();

/** What a part of a contract compiles to: once for all servers of the process. */
function shared(contract: Contract, part: string, compile: () => ValidateFunction): ValidateFunction {
  const parts = compiled.get(contract) ?? new Map<string, ValidateFunction>();
  compiled.set(contract, parts);
  const validate = parts.get(part) ?? compile();
  parts.set(part, validate);
  return validate;
}

/** How numbers and booleans are written in JSON: parameters are too, so that 2 is not also `02`, `+2`, `0x2` and `2e0`. */
const SPELLINGS: ReadonlyMap<unknown, RegExp> = new Map([
  ["integer", /^-?(0|[1-9]\d*)$/],
  ["number", /^-?(0|[1-9]\d*)(\.\d+)?$/],
  ["boolean", /^(true|false)$/],
]);

/** Converts what is spelled as its type; the rest stays text, for the validation to refuse. */
function converterOf(schemas: Readonly<Record<string, JsonSchema>>): (parameters: object) => void {
  const spellings = Object.entries(schemas).flatMap(([name, { type }]) => {
    const spelling = SPELLINGS.get(type);
    return spelling === undefined ? [] : [{ name, spelling }];
  });
  return (parameters) => {
    for (const { name, spelling } of spellings) {
      const text: unknown = Reflect.get(parameters, name);
      if (typeof text === "string" && spelling.test(text)) Reflect.set(parameters, name, JSON.parse(text));
    }
  };
}

/**
 * Holds values that arrive otherwise than over the API against a schema of a contract's components. Throws `unprocessable` with a detail per wrong
 * field.
 */
export function checkerOf(contract: Contract, schema: string): (value: object) => void {
  const { name, document } = contract;
  const compile = () =>
    createAjv()
      .addVocabulary(["components"])
      .addSchema({ $id: name, components: document.components })
      .compile({ $ref: `${name}#/components/schemas/${schema}` });
  return (value) => {
    const validate = shared(contract, schema, compile);
    if (!validate(value))
      throw new Failure("unprocessable", "Not everything is right yet.", { details: toDetails(validate.errors ?? []) });
  };
}

type ValidationError = Pick<ErrorObject, "instancePath" | "keyword" | "params"> & { message?: string; data?: unknown };

/**
 * A failure that names the first wrong field in its sentence and all of them in its details: `unprocessable` for the fields of a body whose
 * operation lists the status 422, `invalid` for everything else.
 */
export function toInvalid(
  { responses }: Pick<Operation, "responses">,
  errors: readonly ValidationError[],
  part: string,
): Failure {
  const details = toDetails(errors);
  const [first] = details;
  const reason = first === undefined ? "" : `: ${first.path || "it"} ${first.message}`;
  const isOfFields = part === "body" && "422" in responses && details.every(({ path }) => path !== "");
  const sentence = `The ${part === "body" ? "body" : "request"} is not valid${reason}.`;
  return new Failure(isOfFields ? "unprocessable" : "invalid", sentence, { details });
}

/** One detail per field, with everything that is wrong with it. */
function toDetails(errors: readonly ValidationError[]): Detail[] {
  const byField = Map.groupBy(errors, (error) => error.instancePath + missingField(error));
  return [...byField].slice(0, MOST_DETAILS).map(([path, wrongs]) => {
    const isChoice = wrongs.some(({ keyword }) => keyword === "anyOf");
    const messages = wrongs.filter(({ keyword }) => keyword !== "anyOf").map(toMessage);
    const word = wrongs.find(({ keyword }) => keyword === "enum")?.data;
    return {
      path,
      message: [...new Set(messages)].join(isChoice ? " or " : " and "),
      ...(typeof word === "string" && { word: word.slice(0, MOST_CHARACTERS) }),
    };
  });
}

function missingField({ keyword, params }: ValidationError): string {
  if (!MISSING.has(keyword)) return "";
  return `/${String(params.missingProperty).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function toMessage({ keyword, params, message = "is not valid" }: ValidationError): string {
  if (MISSING.has(keyword)) return "is required";
  if (keyword === "minLength") return `must have at least ${characters(params.limit)}`;
  if (keyword === "maxLength") return `must have at most ${characters(params.limit)}`;
  if (keyword === "format" && params.format === "email") return "must be an e-mail address";
  if (keyword === "pattern" && params.pattern === WITHOUT_NUL) return "must not hold a NUL character";
  return message;
}

function characters(count: unknown): string {
  return count === 1 ? "1 character" : `${count} characters`;
}
