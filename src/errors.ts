/**
 * Kinds of failures, independent of HTTP. `http/response/failures.ts` maps each to a status.
 *
 * - `invalid`: the input violates the contract or another rule
 * - `unprocessable`: fields of the input are invalid, and the contract has a status of its own for that
 * - `unauthenticated`: a credential is missing or wrong
 * - `forbidden`: the caller is authenticated and lacks the permission
 * - `notFound`: the record does not exist, or belongs to somebody else
 * - `wrongMethod`: the path exists without this method
 * - `conflict`: the current state of the data forbids the change
 * - `taken`: a unique value is in use
 * - `changed`: the record changed since the caller read it
 * - `tooLarge`, `headersTooLarge`, `wrongType`, `timeout`: the request can't be read
 * - `tooMany`: a rate limit is exceeded; see `retryAfter`
 * - `unavailable`: the server, or a service that it depends on, can't work at the moment
 * - `internal`: a bug in the server
 */
export type FailureKind =
  | "invalid"
  | "unprocessable"
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "wrongMethod"
  | "conflict"
  | "taken"
  | "changed"
  | "tooLarge"
  | "headersTooLarge"
  | "wrongType"
  | "timeout"
  | "tooMany"
  | "unavailable"
  | "internal";

/** One invalid field: its path as a JSON Pointer (RFC 6901), and what it must be. */
export interface Detail {
  readonly path: string;
  readonly message: string;
  /** The value that was sent, where it is not one of the values of an enum. */
  readonly word?: string;
}

interface FailureOptions {
  readonly details?: readonly Detail[];
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number;
  /** An error code for programs, where kind and details do not tell failures apart. */
  readonly reason?: string | number;
  /** For the log; never sent to the caller. */
  readonly cause?: unknown;
}

/** An error whose `message` is sent to the caller, and whose `cause` is private. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly kind: FailureKind;
  readonly details: readonly Detail[];
  readonly retryAfter: number | undefined;
  readonly reason: string | number | undefined;

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
  }
}

/** The failure of a conditional change (`If-Match`) when the object has another version by now. */
export function changed(): Failure {
  return new Failure("changed", "The object has changed since you read it. Read it again.");
}
