/**
 * What can go wrong, in words that know no transport. `http/failure.ts` gives each kind its status.
 *
 * - `invalid`: the input is not as the contract or a rule says
 * - `unauthenticated`: who asks is not known, or a credential is wrong
 * - `forbidden`: who asks is known and may not
 * - `notFound`: there is no such thing, or it is not the caller's
 * - `wrongMethod`: the thing exists and can't do that
 * - `unprocessable`: fields of the input are wrong, and the contract tells them apart from other invalid input
 * - `conflict`: another thing stands in the way
 * - `taken`: another thing has the name that this one should get
 * - `changed`: the thing is no longer as the caller read it
 * - `tooLarge`, `headersTooLarge`, `wrongType`, `timeout`: the request can't be taken in
 * - `tooMany`: not now; `retryAfter` says when
 * - `unavailable`: a part that the server needs does not answer
 * - `internal`: a fault of ours
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

/** One field that is wrong: where it stands, as a JSON Pointer (RFC 6901), and what it must be. */
export interface Detail {
  readonly path: string;
  readonly message: string;
  /** What stands there, where it is none of the words that may. */
  readonly word?: string;
}

interface FailureOptions {
  readonly details?: readonly Detail[];
  /** Seconds until a next try makes sense. */
  readonly retryAfter?: number;
  /** What programs tell the failure by, where its kind and its details do not say enough. */
  readonly reason?: string | number;
  /** For the log, never for the caller. */
  readonly cause?: unknown;
}

/** A failure with a sentence for the caller (`message`) and, apart from it, its private `cause`. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly kind: FailureKind;
  readonly details: readonly Detail[];
  readonly retryAfter: number | undefined;
  readonly reason: string | number | undefined;

  constructor(kind: FailureKind, sentence: string, options: FailureOptions = {}) {
    super(sentence, { cause: options.cause });
    this.kind = kind;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
  }
}
