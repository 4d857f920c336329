import { type Fetch, MAX_TIMER_MS } from "./retry.ts";

/** Thrown when a response was not complete in time. The server may have carried out the request. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** The limit, in milliseconds. */
  readonly timeout: number;

  constructor(timeout: number) {
    super(`There was no complete response within ${timeout} ms.`);
    this.timeout = timeout;
  }
}

/** Rejects with a `TimeoutError` if the whole response is not received within so many milliseconds. */
export function withTimeout(send: Fetch, timeout: number): Fetch {
  return async (request) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), Math.min(timeout, MAX_TIMER_MS));
    try {
      const signal = AbortSignal.any([request.signal, late.signal]);
      return await receive(await send(new Request(request, { signal })));
    } catch (error) {
      throw late.signal.aborted && !request.signal.aborted ? new TimeoutError(timeout) : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The response with its body in memory, where every method of a client reads it anyway. */
async function receive(response: Response): Promise<Response> {
  const body = await response.blob();
  const { status, statusText, headers, url } = response;
  const received = new Response(body.size === 0 ? null : body, { status, statusText, headers });
  return Object.defineProperty(received, "url", { value: url });
}
