import type { ErrorObject } from "ajv/dist/2020.js";
import type { ParameterObject } from "../contract.ts";
import { type Detail, Failure, type Problem } from "../failure.ts";
import { MAX_ERRORS } from "./bounded-items.ts";
import { toToken } from "./json-pointer.ts";

/** An error of ajv, or of a validator that Fastify calls. */
type ValidationError = Pick<ErrorObject, "instancePath" | "keyword" | "params"> & { message?: string; data?: unknown };

/** Maximum length of `rejectedValue`, in characters. */
const MAX_REJECTED_LENGTH = 100;

/** The keywords that require a field. */
const REQUIRED = new Set(["required", "dependentRequired"]);

/** What is wrong with values that do not match a pattern of the contracts. */
const OTHER_PATTERN: Problem = { message: "has the wrong format", reason: "wrong-format" };
const PATTERNS: ReadonlyMap<unknown, Problem> = new Map([
  ["^[^\\u0000]*$", { message: "must not hold a NUL character", reason: "has-nul" }],
  [
    "^\\s*[^\\s\\u0000][^\\u0000]*$",
    { message: "must not be blank or hold a NUL character", reason: "blank-or-has-nul" },
  ],
  [
    "^\\s*[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000][^\\u0000\\u000b\\u000c\\u2028\\u2029\\ufeff]*$",
    { message: "must be an http or https address", reason: "not-http-address" },
  ],
  ["^[!-~]([ -~]*[!-~])?$", { message: "must be printable ASCII", reason: "not-ascii" }],
  ["^[0-9a-f]{24}$", { message: "must be 24 lower-case hexadecimal digits", reason: "not-hexadecimal" }],
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
  return new Failure(areFields ? fieldKind : "invalid", message, { details, reason: "request-invalid" });
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
    const all = ofField.filter(({ keyword }) => keyword !== "anyOf").map(toProblem);
    const problems = [...new Map(all.map((problem) => [problem.message, problem])).values()];
    const [first, ...others] = problems;
    const rejected = ofField.find(({ keyword }) => keyword === "enum")?.data;
    return {
      path,
      ...(first !== undefined && others.length === 0 ? first : join(problems, hasAlternatives)),
      ...(typeof rejected === "string" && { rejectedValue: rejected.slice(0, MAX_REJECTED_LENGTH) }),
    };
  });
}

/** The name of a missing field as the end of a JSON Pointer; empty for all other errors. */
function missingField({ keyword, params }: ValidationError): string {
  if (!REQUIRED.has(keyword)) return "";
  return `/${toToken(String(params.missingProperty))}`;
}

function join(parts: readonly Problem[], areAlternatives: boolean): Problem {
  const message = parts.map((part) => part.message).join(areAlternatives ? " or " : " and ");
  return { message, reason: areAlternatives ? "any-of" : "all-of", parts };
}

function toProblem({ keyword, params, message = "is not valid" }: ValidationError): Problem {
  const limit = Number(params.limit);
  if (REQUIRED.has(keyword)) return { message: "is required", reason: "required" };
  if (keyword === "minLength")
    return { message: `must have at least ${characters(limit)}`, reason: "too-few-characters", values: { limit } };
  if (keyword === "maxLength" && limit === 0) return { message: "must be empty", reason: "not-empty" };
  if (keyword === "maxLength")
    return { message: `must have at most ${characters(limit)}`, reason: "too-many-characters", values: { limit } };
  if (keyword === "format" && params.format === "email")
    return { message: "must be an e-mail address", reason: "not-an-address" };
  if (keyword === "const") {
    const value = JSON.stringify(params.allowedValue);
    return { message: `must be ${value}`, reason: "not-this-value", values: { value } };
  }
  if (keyword === "pattern") return PATTERNS.get(params.pattern) ?? OTHER_PATTERN;
  if (keyword === "enum") return { message, reason: "not-offered" };
  if (keyword === "minimum") return { message, reason: "too-small", values: { limit } };
  if (keyword === "maximum") return { message, reason: "too-large", values: { limit } };
  return { message, reason: "not-valid" };
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}
