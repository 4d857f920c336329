import type { components as Catalogue } from "./generated/catalogue.ts";
import type { components as Collections } from "./generated/collections.ts";
import type { components as Users } from "./generated/users.ts";

/** An answer that is no success, read whole. */
export interface FailedAnswer {
  readonly response: Response;
  /** Parsed where it is JSON, else as text. */
  readonly body: unknown;
}

/** Makes an error of an answer, by the envelope of a contract. */
export type ToError = (answer: FailedAnswer) => TriptychError;

/** What an answer says that is no success (2xx). Its `message` is the sentence of the contract's envelope, where there is one. */
export class TriptychError extends Error {
  override readonly name: string = "TriptychError";
  /** The status of the answer. */
  readonly status: number;
  /** By which the server's log knows the request. */
  readonly requestId: string | undefined;
  /** Seconds until a next try makes sense. */
  readonly retryAfter: number | undefined;
  /** What was answered: parsed where it is JSON, else as text. */
  readonly body: unknown;

  constructor({ response, body }: FailedAnswer, sentence: unknown) {
    super(typeof sentence === "string" ? sentence : `The server answered ${response.status}.`);
    this.status = response.status;
    this.requestId = response.headers.get("x-request-id") ?? undefined;
    this.retryAfter = secondsIn(response.headers.get("retry-after"));
    this.body = body;
  }
}

type Detail = NonNullable<Catalogue["schemas"]["Failure"]["details"]>[number];

/** What the catalogue answers that is no success. */
export class CatalogueError extends TriptychError {
  override readonly name = "CatalogueError";
  /** The fields that caused a 400; empty where none did. */
  readonly details: readonly Detail[];

  constructor(answer: FailedAnswer) {
    const { error, details } = Object(answer.body);
    super(answer, error);
    this.details = Array.isArray(details) ? details : [];
  }
}

type FieldErrors = Users["schemas"]["FieldFailure"]["status"]["errors"];

/** What the user administration answers that is no success. */
export class UsersError extends TriptychError {
  override readonly name = "UsersError";
  /** What is wrong with which field, of a 422; empty of others. */
  readonly details: FieldErrors;

  constructor(answer: FailedAnswer) {
    const { message, errors } = Object(Object(answer.body).status);
    super(answer, message);
    this.details = Object(errors);
  }
}

type Code = Collections["schemas"]["Failure"]["error"];

/** What the collections answer that is no success. */
export class CollectionsError extends TriptychError {
  override readonly name = "CollectionsError";
  /** The field that is wrong, or a word for what is; undefined where the answer is not in the contract's envelope. */
  readonly code: Code | undefined;

  constructor(answer: FailedAnswer) {
    const { error, errorMessage } = Object(answer.body);
    super(answer, errorMessage);
    this.code = typeof error === "string" || typeof error === "number" ? error : undefined;
  }
}

/** Reads the failed answer whole. */
export async function readFailure(response: Response): Promise<FailedAnswer> {
  const text = await response.text();
  try {
    return { response, body: JSON.parse(text) };
  } catch {
    return { response, body: text };
  }
}

/**
 * The seconds that `Retry-After` asks for: a number, or a date in the preferred form (RFC 9110, sections 5.6.7 and 10.2.3).
 * Undefined where it says neither.
 */
export function secondsIn(retryAfter: string | null): number | undefined {
  const value = retryAfter?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value);
  const milliseconds = value.endsWith(" GMT") ? Date.parse(value) - Date.now() : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds / 1000);
}
