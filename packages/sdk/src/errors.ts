import type { components as Catalogue } from "./generated/catalogue.ts";
import type { components as Collections } from "./generated/collections.ts";
import type { components as Users } from "./generated/users.ts";

/** A response that is an error, and its body. */
export interface FailedResponse {
  readonly response: Response;
  /** Parsed if it is JSON, otherwise a string. */
  readonly body: unknown;
}

/** Converts a failed response to the error class of its contract. */
export type ToError = (failed: FailedResponse) => TriptychError;

/** A response that is an error. `message` is taken from the body if that has the contract's error format. */
export class TriptychError extends Error {
  override readonly name: string = "TriptychError";
  readonly status: number;
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;
  /** The body of the response: parsed if it is JSON, otherwise a string. */
  readonly body: unknown;

  constructor({ response, body }: FailedResponse, message: unknown) {
    super(typeof message === "string" ? message : `The server returned ${response.status}.`);
    this.status = response.status;
    this.requestId = response.headers.get("x-request-id") ?? undefined;
    this.retryAfter = secondsIn(response.headers.get("retry-after"));
    this.body = body;
  }

  /** All fields, for `JSON.stringify`, which leaves the message out of other errors. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** Thrown for a status of success with a body that is not the contract's JSON, such as a proxy's page. */
export class NotJsonError extends TriptychError {
  override readonly name = "NotJsonError";

  constructor(failed: FailedResponse) {
    const type = failed.response.headers.get("content-type") ?? "no Content-Type";
    super(failed, `The server returned ${failed.response.status} with a body that is not JSON (${type}).`);
  }
}

type Detail = NonNullable<Catalogue["schemas"]["Failure"]["details"]>[number];

/** A failed response of the catalogue contract. */
export class CatalogueError extends TriptychError {
  override readonly name = "CatalogueError";
  /** The invalid fields of a 400; otherwise empty. */
  readonly details: readonly Detail[];

  constructor(failed: FailedResponse) {
    const { error, details } = fieldsOf(failed.body);
    super(failed, error);
    this.details = Array.isArray(details) ? details : [];
  }
}

type FieldErrors = Users["schemas"]["FieldFailure"]["status"]["errors"];

/** A failed response of the users contract. */
export class UsersError extends TriptychError {
  override readonly name = "UsersError";
  /** The errors of a 422 by field; otherwise empty. */
  readonly details: FieldErrors;

  constructor(failed: FailedResponse) {
    const { message, errors } = fieldsOf(fieldsOf(failed.body).status);
    super(failed, message);
    this.details = fieldsOf(errors);
  }
}

type Code = Collections["schemas"]["Failure"]["error"];

/** A failed response of the collections contract. */
export class CollectionsError extends TriptychError {
  override readonly name = "CollectionsError";
  /** The invalid field, or an error code; undefined if the body does not have the contract's error format. */
  readonly code: Code | undefined;

  constructor(failed: FailedResponse) {
    const { error, errorMessage } = fieldsOf(failed.body);
    super(failed, errorMessage);
    this.code = typeof error === "string" || typeof error === "number" ? error : undefined;
  }
}

/** The fields of a JSON object; empty for any other value, such as a proxy's error page. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Reads the body of a failed response. */
export async function readFailure(response: Response): Promise<FailedResponse> {
  const text = await response.text();
  try {
    return { response, body: JSON.parse(text) };
  } catch {
    return { response, body: text };
  }
}

/**
 * The seconds to wait, from `Retry-After`: a number, or an HTTP date in the preferred format (RFC 9110,
 * sections 5.6.7 and 10.2.3). Undefined for any other value.
 */
export function secondsIn(retryAfter: string | null): number | undefined {
  const value = retryAfter?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value);
  const milliseconds = value.endsWith(" GMT") ? Date.parse(value) - Date.now() : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds / 1000);
}
