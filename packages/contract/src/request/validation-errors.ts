import type { ErrorObject } from "ajv/dist/2020.js";
import type { ParameterObject } from "../contract.ts";
import { type Detail, Failure } from "../failure.ts";
import { MAX_ERRORS } from "./bounded-items.ts";
import { toToken } from "./json-pointer.ts";

/** An error of ajv, or of a validator that Fastify calls. */
type ValidationError = Pick<ErrorObject, "instancePath" | "keyword" | "params"> & { message?: string; data?: unknown };

/** Maximum length of `rejectedValue`, in characters. */
const MAX_REJECTED_LENGTH = 100;

/** The keywords that require a field. */
const REQUIRED = new Set(["required", "dependentRequired"]);

/** Error messages for the patterns in the contracts. */
const PATTERN_MESSAGES: ReadonlyMap<unknown, string> = new Map([
  ["^[^\\u0000]*$", "must not hold a NUL character"],
  ["^\\s*[^\\s\\u0000][^\\u0000]*$", "must not be blank or hold a NUL character"],
  [
    "^\\s*[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000][^\\u0000\\u000b\\u000c\\u2028\\u2029\\ufeff]*$",
    "must be an http or https address",
  ],
  ["^[!-~]([ -~]*[!-~])?$", "must be printable ASCII"],
  ["^[0-9a-f]{24}$", "must be 24 lower-case hexadecimal digits"],
]);

/**
 * Converts the validation errors of a part of a request (`body`, `querystring`, `params` or `headers`) to a failure.
 * Its message names the first wrong field, its details list up to `MAX_ERRORS`. `nameOf` says in the message what a
 * path is. Its kind is `fieldKind` if all errors are in fields of the body, otherwise `invalid`.
 */
export function toInvalid(
  fieldKind: "invalid" | "unprocessable",
  errors: readonly ValidationError[],
  part: string,
  nameOf = (path: string) => path,
): Failure {
  const details = toDetails(errors);
  const [first] = details;
  const reason = first === undefined ? "" : `: ${nameOf(first.path) || "it"} ${first.message}`;
  const areFields = part === "body" && details.every(({ path }) => path !== "");
  const message = `The ${part === "body" ? "body" : "request"} is not valid${reason}.`;
  return new Failure(areFields ? fieldKind : "invalid", message, { details });
}

/** The places of parameters, as Fastify names the parts of a request, and in messages. */
const PLACES: Readonly<Record<string, readonly [place: string, name: string]>> = {
  querystring: ["query", "the query parameter"],
  params: ["path", "the path parameter"],
  headers: ["header", "the header"],
};

/** Returns a function that names the parameter at a path, such as `the header If-Match`. */
export function parameterNames(parameters: readonly ParameterObject[], part: string): (path: string) => string {
  const [place, kind] = PLACES[part] ?? [];
  if (kind === undefined) return (path) => path;
  return (path) => {
    const [, sent = "", ...below] = path.split("/");
    const isSent = (parameter: ParameterObject) => parameter.in === place && toToken(parameter.name) === sent;
    const isHeader = ({ in: one, name }: ParameterObject) => one === "header" && name.toLowerCase() === sent;
    const { name = sent } = parameters.find(place === "header" ? isHeader : isSent) ?? {};
    return `${kind} ${[name, ...below].join("/")}`;
  };
}

/** Returns one detail per wrong field, with all errors of that field; at most `MAX_ERRORS` details. */
export function toDetails(errors: readonly ValidationError[]): Detail[] {
  const byField = Map.groupBy(errors, (error) => error.instancePath + missingField(error));
  return [...byField].slice(0, MAX_ERRORS).map(([path, ofField]) => {
    const hasAlternatives = ofField.some(({ keyword }) => keyword === "anyOf");
    const messages = ofField.filter(({ keyword }) => keyword !== "anyOf").map(toMessage);
    const rejected = ofField.find(({ keyword }) => keyword === "enum")?.data;
    return {
      path,
      message: [...new Set(messages)].join(hasAlternatives ? " or " : " and "),
      ...(typeof rejected === "string" && { rejectedValue: rejected.slice(0, MAX_REJECTED_LENGTH) }),
    };
  });
}

/** The name of a missing field as the end of a JSON Pointer; empty for all other errors. */
function missingField({ keyword, params }: ValidationError): string {
  if (!REQUIRED.has(keyword)) return "";
  return `/${toToken(String(params.missingProperty))}`;
}

function toMessage({ keyword, params, message = "is not valid" }: ValidationError): string {
  if (REQUIRED.has(keyword)) return "is required";
  if (keyword === "minLength") return `must have at least ${characters(params.limit)}`;
  if (keyword === "maxLength" && params.limit === 0) return "must be empty";
  if (keyword === "maxLength") return `must have at most ${characters(params.limit)}`;
  if (keyword === "format" && params.format === "email") return "must be an e-mail address";
  if (keyword === "const") return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === "pattern") return PATTERN_MESSAGES.get(params.pattern) ?? "has the wrong format";
  return message;
}

function characters(count: unknown): string {
  return count === 1 ? "1 character" : `${count} characters`;
}
