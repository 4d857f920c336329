import { Failure } from "../failure.ts";

/** A request with an `Idempotency-Key`. Repeating it within 24 hours returns the first response. */
export interface KeyedRequest {
  /** The caller's account; 0 for anonymous callers. */
  readonly accountId: number;
  /** The value of the header. Different callers may use the same key. */
  readonly key: string;
  /** Differs for requests with another path or body. */
  readonly fingerprint: string;
  /** The fingerprint that the same request had with the former key; undefined when none of these is stored. */
  readonly formerFingerprint: () => Promise<string | undefined>;
}

/** A response as it is stored: values that JSON can represent. */
export interface StoredResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The failure of a request while another request with the same key is in progress. */
export function inProgress(cause?: unknown): Failure {
  return new Failure("conflict", "A request with this Idempotency-Key is in progress. Try again in a moment.", {
    reason: "key-in-progress",
    retryAfter: 1,
    cause,
  });
}
