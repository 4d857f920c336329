import type { Operation } from "../contract.ts";
import { type Detail, Failure } from "../failure.ts";
import { toToken } from "./json-pointer.ts";

/** Maximum length of an unknown name in an error message, in characters. */
const MAX_QUOTED = 100;

interface Input {
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Throws `invalid` if a request to a strict operation (`x-strict-input`) has an unknown query parameter
 * or top-level body field. The client may mean it as a filter: a bulk operation that ignored it would
 * change or delete too much.
 */
export function assertNoUnknownInput(operation: Operation, { query, body }: Input): void {
  const { strictInput, parameters, bodySchema } = operation;
  if (strictInput === undefined) return;
  const ofQuery = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  assertKnown(query, [...ofQuery, ...(strictInput.query ?? [])], "query parameter");
  assertKnown(body, [...namesOf(bodySchema?.properties), ...(strictInput.body ?? [])], "body field");
}

function assertKnown(input: unknown, known: readonly string[], kind: string): void {
  const unknown = namesOf(input).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const name = unknown.slice(0, MAX_QUOTED).toWellFormed();
  const details: Detail[] = [{ path: `/${toToken(name)}`, message: "is not supported here", reason: "not-supported" }];
  throw new Failure("invalid", `This operation does not support the ${kind} "${name}". Nothing was changed.`, {
    reason: "unknown-input",
    values: { name },
    details,
  });
}

function namesOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
