import { Ajv2020, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { FastifyInstance } from "fastify";
import type { Contract, JsonSchema } from "../contract.ts";
import { Failure } from "../failure.ts";
import { lazy } from "../lazy.ts";
import { routePathOf } from "../operations.ts";
import { isRecord } from "../record.ts";
import { boundItems } from "./bounded-items.ts";
import { knownFieldsOf } from "./known-fields.ts";
import { largeBodyValidator, type Validator } from "./large-validation.ts";
import { toDetails } from "./validation-errors.ts";

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

const FIRST_TIME = Date.parse("0001-01-01T00:00:00Z");
const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

const OPTIONS: Options = {
  allErrors: true,
  strictNumbers: true,
  allowUnionTypes: true,
  useDefaults: true,
  // Annotations, extensions and unknown formats mean nothing (OpenAPI 3.1, Schema Object). Other unknown keywords are
  // refused at the start, see `SchemaCheck`.
  strictSchema: false,
  logger: false,
  // The schemas were checked at the start, and loading and compiling the meta-schema is slow.
  validateSchema: false,
  meta: false,
};

/** A validator of JSON Schema 2020-12 with the formats that the contracts use. */
export function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...OPTIONS, ...options });
  ajvFormats.default(ajv);
  return ajv
    .addFormat("password", true)
    .addFormat("date-time", isDateTime)
    .addFormat("date", (text) => isDateTime(`${text}T00:00:00Z`));
}

/**
 * Whether a text is a date-time of RFC 3339 that `Date` can represent (no leap second), in the years
 * 1 to 9999 in UTC, because responses can't express others in RFC 3339. Replaces the check of
 * ajv-formats, which accepts leap seconds and takes 50 ms for a megabyte of white space.
 */
function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1];
  const midnight = new Date(`${day}T00:00:00Z`);
  const isDate = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${day}T`);
  const time = Date.parse(text);
  return isDate && time >= FIRST_TIME && time <= LAST_TIME;
}

/**
 * A validator of what is to be stored. It rejects e-mail addresses with `=?`, which begins an encoded word in the
 * headers of mails (RFC 2047) that many programs read as another address. Responses may have such an address from
 * before.
 */
function createInputAjv(options: Options = {}): Ajv2020 {
  const isEmail = createAjv().compile({ type: "string", format: "email" });
  return createAjv(options).addFormat("email", (text) => !text.includes("=?") && isEmail(text));
}

const bodyAjv = lazy(() => boundItems(createInputAjv({ verbose: true })));
const parameterAjv = lazy(() => boundItems(createAjv()));

/**
 * Validates bodies without converting any value, and parameters after converting text to numbers, booleans and lists.
 */
export function validateRequests(scope: FastifyInstance, contract: Contract): void {
  scope.setValidatorCompiler<JsonSchema>(({ schema, method, url, httpPart }) => {
    const name = `${httpPart} of ${method} ${url}`;
    const compileWith = (ajv: () => Ajv2020) => () => compileOnce(contract, name, () => ajv().compile(schema));
    if (httpPart !== "body") return parameterValidator(schema, compileWith(parameterAjv));
    // Not by its schema, which several operations may have.
    const operation = contract.operations.find(
      (each) => each.method === method && contract.basePath + routePathOf(each.path) === url,
    );
    const { largeBody } = operation ?? {};
    if (largeBody === undefined) return bodyValidator(schema, compileWith(bodyAjv));
    const compilePart = (part: JsonSchema, path: string) =>
      bodyValidator(part, () => compileOnce(contract, name + path, () => bodyAjv().compile(part)));
    return largeBodyValidator(schema, largeBody.entries, compilePart);
  });
}

/** Returns a validator of bodies. It returns a valid body without fields unknown to the schema. */
export function bodyValidator(
  schema: JsonSchema,
  compile: () => ValidateFunction = () => bodyAjv().compile(schema),
): Validator {
  const copier = lazy(() => knownFieldsOf(schema));
  const validator = lazy(compile);
  return (body) => {
    const validate = validator();
    const value = copier()(body);
    return validate(value) ? { value } : { error: validate.errors ?? [] };
  };
}

/**
 * Returns a validator of the text fields of a form. It converts numbers and booleans like those of parameters, and
 * returns valid fields without those that are unknown to the schema. `name` identifies the form in the contract.
 */
export function fieldValidator(contract: Contract, name: string, schema: JsonSchema): Validator {
  // A repeated field is a list already: unlike those of parameters, its values may have commas.
  const convert = converterOf(schema, (convertEntry) => (value) => [value].flat().map(convertEntry));
  const validate = bodyValidator(schema, () => compileOnce(contract, name, () => bodyAjv().compile(schema)));
  return (fields) => {
    convert(fields);
    return validate(fields);
  };
}

function parameterValidator(schema: JsonSchema, compile: () => ValidateFunction): Validator {
  const converter = lazy(() => converterOf(schema));
  const validator = lazy(compile);
  return (value) => {
    const validate = validator();
    converter()(value);
    return validate(value) ? { value } : { error: validate.errors ?? [] };
  };
}

const compiled = new WeakMap<Contract, Map<string, ValidateFunction>>();

/**
 * Compiles a schema of a contract once for all servers of the process. `name` identifies it in the
 * contract, such as `body of POST /api/products` or `UserInput`.
 */
function compileOnce(contract: Contract, name: string, compile: () => ValidateFunction): ValidateFunction {
  const validators = compiled.get(contract) ?? new Map<string, ValidateFunction>();
  compiled.set(contract, validators);
  const validate = validators.get(name) ?? compile();
  validators.set(name, validate);
  return validate;
}

/** How the text of a numeric or boolean parameter must be spelled: `2`, not `02`, `+2`, `0x2` or `2e0`. */
const SPELLINGS: ReadonlyMap<unknown, RegExp> = new Map([
  ["integer", /^-?(0|[1-9]\d*)$/],
  ["number", /^-?(0|[1-9]\d*)(\.\d+)?$/],
  ["boolean", /^(true|false)$/],
]);

/**
 * Returns a function that converts parameters from text, in place: numbers, booleans, and lists, by default those of
 * query parameters. Text that is not spelled as its type requires stays text, which the validator rejects.
 */
function converterOf({ properties }: JsonSchema, toList = listConversion): (parameters: unknown) => void {
  const converters = Object.entries(properties ?? {}).flatMap(([name, schema]) => {
    const convert = conversionOf(schema, toList);
    return convert === undefined ? [] : [{ name, convert }];
  });
  return (parameters) => {
    if (!isRecord(parameters)) return;
    for (const { name, convert } of converters)
      if (parameters[name] !== undefined) parameters[name] = convert(parameters[name]);
  };
}

type Convert = (value: unknown) => unknown;

/** How parameters with a schema are converted; undefined if they stay text. */
function conversionOf(schema: unknown, toList: typeof listConversion): Convert | undefined {
  if (!isRecord(schema)) return undefined;
  if (schema.type === "array") return toList(conversionOf(schema.items, toList) ?? ((value) => value));
  const spelling = SPELLINGS.get(schema.type);
  return spelling && ((value) => (typeof value === "string" && spelling.test(value) ? JSON.parse(value) : value));
}

/** Lists are separated by commas, or repeat the parameter. */
function listConversion(convert: Convert): Convert {
  return (value) => [value].flat().flatMap((text) => String(text).split(",").map(convert));
}

/**
 * Returns a check of values that do not come from the API, such as web forms, against a schema of
 * the contract's components. It throws `unprocessable` with one detail per wrong field.
 */
export function checkerOf(contract: Contract, schema: string): (value: object) => void {
  const { name, document } = contract;
  const compile = () =>
    createInputAjv()
      .addSchema({ $id: name, components: document.components })
      .compile({ $ref: `${name}#/components/schemas/${schema}` });
  return (value) => {
    const validate = compileOnce(contract, schema, compile);
    if (validate(value)) return;
    throw new Failure("unprocessable", "Please correct the fields below.", {
      reason: "fields-wrong",
      details: toDetails(validate.errors ?? []),
    });
  };
}
