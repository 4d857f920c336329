import createClient, { type Client } from "openapi-fetch";
import { readFailure, type ToError } from "./errors.ts";
import type { SentPaths } from "./operation.ts";
import { type Fetch, type RetryOptions, withRetries } from "./retry.ts";

/** Options of every client. */
export interface ClientOptions extends Partial<RetryOptions> {
  /** The URL of the server, such as `https://triptych.example`. In a browser `""` is the page's own origin. */
  readonly baseUrl: string;
  /** Sends the requests; defaults to the global `fetch`. */
  readonly fetch?: Fetch;
}

/** What a client needs to know about its contract. */
interface Contract {
  readonly basePath: string;
  /** Headers of every request. Those that are undefined are not sent. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly toError: ToError;
}

/** The `fetch` of the platform, looked up at each request. */
export const globalFetch: Fetch = (request) => globalThis.fetch(request);

const DEFAULTS: RetryOptions = { retries: 2, maxWaitSeconds: 60 };

/**
 * Creates an openapi-fetch client that sends the credential, retries where that is safe, and throws an
 * error for a failed response. Redirects are errors, because `fetch` would send the credential to the
 * new URL.
 */
export function openClient<Paths extends object>(
  { basePath, headers, toError }: Contract,
  { baseUrl, fetch = globalFetch, retries = DEFAULTS.retries, maxWaitSeconds = DEFAULTS.maxWaitSeconds }: ClientOptions,
): Client<SentPaths<Paths>> {
  const client = createClient<SentPaths<Paths>>({
    baseUrl: baseUrl.replace(/\/+$/, "") + basePath,
    headers,
    redirect: "error",
    fetch: withRetries(fetch, { retries, maxWaitSeconds }),
  });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw toError(await readFailure(response));
    },
  });
  return client;
}
