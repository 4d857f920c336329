/**
 * Kinds of failures, independent of HTTP. `response/failures.ts` maps each to a status.
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

/** What is wrong: a sentence in English, or the end of one, and what a translation of it needs. */
export interface Problem {
  readonly message: string;
  /** Names the sentence, such as `file-too-large`: translations and the codes of an API depend on it. */
  readonly reason?: string | undefined;
  /** The numbers and texts in the sentence, by name. */
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** The problems of which the message consists, if it joins several. */
  readonly parts?: readonly Problem[] | undefined;
}

/** One invalid field: its path as a JSON Pointer (RFC 6901), and what it must be. */
export interface Detail extends Problem {
  readonly path: string;
  /** Only for a field with an enum: the text that was sent, which the enum does not list. */
  readonly rejectedValue?: string;
}

interface FailureOptions extends Pick<Problem, "reason" | "values"> {
  readonly details?: readonly Detail[];
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number;
  /** The name of the exceeded limit, if that is why the request failed. See `Refusals`. */
  readonly limit?: string;
  /** For the log; never sent to the caller. */
  readonly cause?: unknown;
}

/** An error whose `message` is sent to the caller, and whose `cause` is private. */
export class Failure extends Error implements Problem {
  override readonly name = "Failure";
  readonly kind: FailureKind;
  readonly details: readonly Detail[];
  readonly retryAfter: number | undefined;
  readonly reason: Problem["reason"];
  readonly values: Problem["values"];
  readonly limit: string | undefined;

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
    this.values = options.values;
    this.limit = options.limit;
  }
}

/** The failure of a conditional change (`If-Match`) to an object that has changed. */
export function changed(): Failure {
  return new Failure("changed", "The object has changed since you read it. Read it again.", { reason: "changed" });
}

/** A limit on a number of requests, logins or the like. */
interface Exceeded {
  /** Its name among the refusals of the server. */
  readonly limit: string;
  /** What it limits, such as `requests`, for the message. */
  readonly what: string;
  readonly reason?: string;
}

/** The failure of a caller beyond a limit. The caller may retry after `remainingMs`, rounded up to whole seconds. */
export function tooMany({ limit, what, reason }: Exceeded, remainingMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000));
  const message = `Too many ${what}. Try again in ${seconds} second${seconds === 1 ? "" : "s"}.`;
  return new Failure("tooMany", message, { retryAfter: seconds, limit, reason, values: { seconds } });
}
