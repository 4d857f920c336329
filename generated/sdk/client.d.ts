import { type Client } from "openapi-fetch";
import { type ToError } from "./errors.ts";
import type { SentPaths } from "./operation.ts";
import { type Fetch, type RetryOptions } from "./retry.ts";
/** Options of every client. */
export interface ClientOptions extends Partial<RetryOptions> {
    /** The URL of the server, such as `https://triptych.example`. In a browser `""` is the page's own origin. */
    readonly baseUrl: string;
    /** Sends the requests; defaults to the global `fetch`. */
    readonly fetch?: Fetch;
    /**
     * The maximum time for a request and its whole response, in milliseconds; 120,000 by default. Retries
     * and the waits before them do not count. After it, a call throws a `TimeoutError`.
     */
    readonly timeout?: number;
}
/** What a client needs to know about its contract. */
interface Contract {
    readonly basePath: string;
    /** Headers of every request. Those that are undefined are not sent. */
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly toError: ToError;
}
/** The `fetch` of the platform, looked up at each request. */
export declare const globalFetch: Fetch;
/**
 * Creates an openapi-fetch client that sends the credential, retries where that is safe, and throws an
 * error for a failed response. Redirects are errors, because `fetch` would send the credential to the
 * new URL.
 */
export declare function openClient<Paths extends object>({ basePath, headers, toError }: Contract, { baseUrl, fetch, retries, maxWaitSeconds, timeout, }: ClientOptions): Client<SentPaths<Paths>>;
export {};
