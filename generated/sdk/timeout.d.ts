import { type Fetch } from "./retry.ts";
/** Thrown when a response was not complete in time. The server may have carried out the request. */
export declare class TimeoutError extends Error {
    readonly name = "TimeoutError";
    /** The limit, in milliseconds. */
    readonly timeout: number;
    constructor(timeout: number);
}
/** Rejects with a `TimeoutError` if the whole response is not received within so many milliseconds. */
export declare function withTimeout(send: Fetch, timeout: number): Fetch;
