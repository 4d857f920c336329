import { type Mapping, mappingAt, type Options, toMapping, type Visit } from "./rule.ts";

/** What an operation has of which the server itself responds with a status. */
export interface Traits {
  readonly hasEtag: boolean;
  /** Whether its parameters can be invalid. */
  readonly takesParameters: boolean;
  readonly isSecured: boolean;
  readonly hasScopes: boolean;
  readonly takesBody: boolean;
  readonly takesForm: boolean;
  readonly takesLargeBody: boolean;
  /** Whether clients may send a body, also where the contract has none. */
  readonly mayHaveBody: boolean;
  readonly takesKey: boolean;
  readonly takesIfMatch: boolean;
}

type Cause = readonly [status: string, why: string, sends: (traits: Traits) => boolean];

const CAUSES: readonly Cause[] = [
  ["304", "If-None-Match has the current ETag", ({ hasEtag }) => hasEtag],
  ["400", "a parameter is invalid", ({ takesParameters }) => takesParameters],
  ["400", "the body is invalid", ({ mayHaveBody }) => mayHaveBody],
  ["401", "there is no valid credential", ({ isSecured }) => isSecured],
  ["403", "the credential lacks a scope", ({ hasScopes }) => hasScopes],
  ["408", "the file arrives too slowly", ({ takesForm }) => takesForm],
  ["409", "a request with the same Idempotency-Key is in progress", ({ takesKey }) => takesKey],
  ["412", "If-Match does not have the current ETag", ({ takesIfMatch }) => takesIfMatch],
  ["413", "the body is too large", ({ mayHaveBody, takesForm }) => mayHaveBody && !takesForm],
  ["415", "the body has another type or encoding", ({ mayHaveBody }) => mayHaveBody],
  ["422", "the Idempotency-Key was used for another request", ({ takesKey }) => takesKey],
  ["500", "the server has a fault", () => true],
  ["503", "too many uploads or large bodies arrive", ({ takesForm, takesLargeBody }) => takesForm || takesLargeBody],
];

/** The cause of `invalidFields: unprocessable`, the option of the rule and of `registerContract`. */
const UNPROCESSABLE: Cause = ["422", "a field of the body is invalid", ({ takesBody }) => takesBody];

/** Document-wide parts that apply to an operation: security that it does not replace, and parameters of its path. */
export interface Shared {
  readonly security: unknown;
  readonly parameters: unknown;
}

/**
 * The statuses that the server itself sends for an operation, and why, such as `304 (If-None-Match has the current
 * ETag)`. The options say what the contract does not: `invalidFields`, and `always`, statuses of all operations, such
 * as the 429 of a limit.
 */
export function causesOf(
  method: string,
  operation: Mapping,
  visit: Visit,
  shared: Shared,
  { invalidFields, always }: Options,
): ReadonlyMap<string, string> {
  const traits = traitsOf(method, operation, visit, shared);
  const causes = invalidFields === "unprocessable" ? [...CAUSES, UNPROCESSABLE] : CAUSES;
  const sent = causes.flatMap(([status, why, sends]) => (sends(traits) ? [[status, why] as const] : []));
  const other = listOf(always).map((status) => [String(status), "an operation always may, says redocly.yaml"] as const);
  // The first cause of a status is named.
  return new Map([...other, ...sent.toReversed()].sort(([one], [two]) => one.localeCompare(two)));
}

/** The traits of an operation. */
export function traitsOf(method: string, operation: Mapping, visit: Visit, shared: Shared): Traits {
  const parameters = [...listOf(shared.parameters), ...listOf(operation.parameters)].map((one) =>
    toMapping(one, visit),
  );
  const headers = parameters.filter((one) => one.in === "header").map(({ name }) => String(name).toLowerCase());
  const content = mappingAt(mappingAt(operation, "requestBody", visit), "content");
  const requirements = listOf(operation.security ?? shared.security).map((one) => toMapping(one));
  const responses = Object.values(mappingAt(operation, "responses")).map((one) => toMapping(one, visit));
  const fields = responses.flatMap((response) => Object.keys(mappingAt(response, "headers")));
  return {
    hasEtag: method === "get" && fields.some((name) => name.toLowerCase() === "etag"),
    takesParameters: parameters.some((parameter) => canBeInvalid(parameter, visit)),
    isSecured: requirements.some((schemes) => Object.keys(schemes).length > 0),
    hasScopes: requirements.some((schemes) => Object.values(schemes).flat().length > 0),
    takesBody: Object.keys(content).length > 0,
    takesForm: "multipart/form-data" in content,
    takesLargeBody: operation["x-large-body"] !== undefined,
    mayHaveBody: !["get", "head", "options", "trace"].includes(method),
    takesKey: headers.includes("idempotency-key"),
    takesIfMatch: headers.includes("if-match"),
  };
}

/** Any text is a valid value of a header field whose schema says no more than that it is text. */
function canBeInvalid(parameter: Mapping, visit: Visit): boolean {
  if (parameter.in !== "header" || parameter.required === true) return true;
  const {
    type,
    description: _description,
    examples: _examples,
    default: _default,
    ...more
  } = mappingAt(parameter, "schema", visit);
  return type !== "string" || Object.keys(more).length > 0;
}

/** The value, if it is a list; otherwise an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
