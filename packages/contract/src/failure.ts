/**
 * Kinds of failures, independent of HTTP. `http/response/failures.ts` maps each to a status.
 *
 * - `invalid`: the input violates the contract or another rule
 * - `unprocessable`: like `invalid`, for contracts in which invalid fields have a different status
 *   than other invalid input
 * - `unauthenticated`: a credential is missing or wrong
 * - `forbidden`: the authenticated caller lacks the permission
 * - `notFound`: the record does not exist, or belongs to somebody else
 * - `wrongMethod`: the path does not support this method
 * - `conflict`: the current state of the data forbids the change
 * - `taken`: another record already has a value that must be unique
 * - `changed`: the record changed since the caller read it
 * - `preconditionRequired`: the change needs `If-Match`, which the request does not have
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
  | "preconditionRequired"
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
  /** Only for a field with an enum: the text that was sent, which the enum does not list. */
  readonly rejectedValue?: string;
}

interface FailureOptions {
  readonly details?: readonly Detail[];
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number;
  /** A machine-readable code for failures that kind and details do not distinguish. */
  readonly reason?: string | number;
  /** The name of the exceeded limit, if that is why the request failed. See `Refusals`. */
  readonly limit?: string;
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
  readonly limit: string | undefined;

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
    this.limit = options.limit;
  }
}

/** The failure of a conditional change (`If-Match`) to an object that has changed. */
export function changed(): Failure {
  return new Failure("changed", "The object has changed since you read it. Read it again.");
}

/**
 * The failure of a caller beyond a limit on `what`, such as `requests`. The caller may retry after
 * `remainingMs`, rounded up to whole seconds.
 */
export function tooMany(limit: string, what: string, remainingMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000));
  const message = `Too many ${what}. Try again in ${seconds} second${seconds === 1 ? "" : "s"}.`;
  return new Failure("tooMany", message, { retryAfter: seconds, limit });
}
