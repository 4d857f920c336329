import { secondsIn } from "./errors.ts";

/** `fetch`, or a function like it. */
export type Fetch = (request: Request) => Promise<Response>;

/** Limits of the retries of a call. */
export interface RetryOptions {
  /** The maximum number of retries; 2 by default. */
  readonly retries: number;
  /** The maximum total delay before the retries of a call, in seconds; 60 by default. */
  readonly maxWaitSeconds: number;
}

/** The longest delay that `setTimeout` supports; with a longer one it fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Seconds before the first retry after a network error. Each further delay is twice as long. */
const FIRST_DELAY_SECONDS = 1;

/** A response, or the error of `fetch` without one. */
type Outcome = { readonly response: Response } | { readonly error: unknown };

/**
 * Retries requests that can be repeated safely: after a network error, and after a response with
 * `Retry-After` and a status that `isRetried` accepts. Returns the last response, or rejects with the
 * last error, when no retries are left or the total delay would exceed `maxWaitSeconds`.
 */
export function withRetries(send: Fetch, { retries, maxWaitSeconds }: RetryOptions): Fetch {
  return async (request) => {
    let waited = 0;
    for (let retry = 0; retry < retries; retry++) {
      const outcome = await attempt(send, request.clone());
      const seconds = delayAfter(outcome, request, retry);
      if (seconds === undefined || waited + seconds > maxWaitSeconds) return responseOf(outcome);
      if ("response" in outcome) await outcome.response.body?.cancel();
      await pause(seconds, request.signal);
      waited += seconds;
    }
    return send(request);
  };
}

async function attempt(send: Fetch, request: Request): Promise<Outcome> {
  try {
    return { response: await send(request) };
  } catch (error) {
    return { error };
  }
}

function responseOf(outcome: Outcome): Response {
  if ("error" in outcome) throw outcome.error;
  return outcome.response;
}

/** The seconds to wait before a retry; undefined if the request must not be repeated. */
function delayAfter(outcome: Outcome, request: Request, retry: number): number | undefined {
  if ("response" in outcome) {
    const { status, headers } = outcome.response;
    return isRetried(status, request) ? secondsIn(headers.get("retry-after")) : undefined;
  }
  const isNetworkError = outcome.error instanceof TypeError && !request.signal.aborted;
  return isNetworkError && isRepeatable(request) ? FIRST_DELAY_SECONDS * 2 ** retry : undefined;
}

/**
 * Whether to repeat a request after a response with this status. After a 429, nothing was done. After
 * a 503, the change may have been made: a second `DELETE` of an item would remove it from the Trash. A
 * 409 with `Retry-After` means that an earlier attempt with the key is still in progress.
 */
function isRetried(status: number, request: Request): boolean {
  if (status === 429) return isRepeatable(request) || request.method === "PUT" || request.method === "DELETE";
  return (status === 503 || status === 409) && isRepeatable(request);
}

/** Whether a request can be repeated without a second effect, even if the first attempt had one. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === "GET" || headers.has("idempotency-key");
}

/** Resolves after the delay, or rejects with the signal's reason when it aborts. */
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
