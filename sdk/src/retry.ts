import { secondsIn } from "./errors.ts";

/** Sends a request: `fetch`, or something like it. */
export type Fetch = (request: Request) => Promise<Response>;

/** How a request is sent once more that came too early. */
export interface Patience {
  /** The most tries after the first; 2 unless told. */
  readonly retries: number;
  /** The most seconds that a call waits, over all its tries; 60 unless told. */
  readonly longestWait: number;
}

/** What a timer can wait, in milliseconds; one that is to wait longer fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Methods that may be sent twice: the second time changes nothing more (RFC 9110, section 9.2.2). */
const REPEATABLE = ["GET", "PUT", "DELETE"];

/**
 * Sends a request again, after the time that `Retry-After` asks for, while the answer is 429. Other answers are given back, and so is a 429
 * that says no time, or one that is longer than there is patience for.
 */
export function patiently(send: Fetch, { retries, longestWait }: Patience): Fetch {
  return async (request) => {
    if (!REPEATABLE.includes(request.method)) return send(request);
    let waited = 0;
    for (let left = retries; left > 0; left--) {
      const response = await send(request.clone());
      const seconds = response.status === 429 ? secondsIn(response.headers.get("retry-after")) : undefined;
      if (seconds === undefined || waited + seconds > longestWait) return response;
      await response.body?.cancel();
      await pause(seconds, request.signal);
      waited += seconds;
    }
    return send(request);
  };
}

/** Waits, or throws what the signal was given as a reason. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener("abort", stop);
        resolve();
      },
      Math.min(seconds * 1000, LONGEST_TIMER),
    );
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
