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
export declare const MAX_TIMER_MS: number;
/**
 * Retries requests that can be repeated safely: after a network error, and after a response with
 * `Retry-After` and a status that `isRetried` accepts. Returns the last response, or rejects with the
 * last error, when no retries are left or the total delay would exceed `maxWaitSeconds`.
 */
export declare function withRetries(send: Fetch, { retries, maxWaitSeconds }: RetryOptions): Fetch;
