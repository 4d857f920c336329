import { secondsIn } from "./errors.ts";

/** `fetch`, or a function like it. */
export type Fetch = (request: Request) => Promise<Response>;

/** When a request is retried after a 429. */
export interface RetryOptions {
  /** The maximum number of retries; 2 by default. */
  readonly retries: number;
  /** The maximum sum of the delays before the retries of a call, in seconds; 60 by default. */
  readonly maxWaitSeconds: number;
}

/** The longest delay that `setTimeout` supports; with a longer one it fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Idempotent methods (RFC 9110, section 9.2.2). */
const IDEMPOTENT = ["GET", "PUT", "DELETE"];

/**
 * Retries an idempotent request after the delay in `Retry-After` while the response is 429. Returns any other response, and a 429
 * without a delay or with one that exceeds `maxWaitSeconds`.
 */
export function withRetries(send: Fetch, { retries, maxWaitSeconds }: RetryOptions): Fetch {
  return async (request) => {
    if (!IDEMPOTENT.includes(request.method)) return send(request);
    let waited = 0;
    for (let left = retries; left > 0; left--) {
      const response = await send(request.clone());
      const seconds = response.status === 429 ? secondsIn(response.headers.get("retry-after")) : undefined;
      if (seconds === undefined || waited + seconds > maxWaitSeconds) return response;
      await response.body?.cancel();
      await pause(seconds, request.signal);
      waited += seconds;
    }
    return send(request);
  };
}

/** Resolves after the delay, or rejects with the reason of the signal. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener("abort", abort);
        resolve();
      },
      Math.min(seconds * 1000, MAX_TIMER_MS),
    );
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
