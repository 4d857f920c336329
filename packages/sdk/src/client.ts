import createClient, { type Client } from "openapi-fetch";
import { NotJsonError, readFailure, type ToError } from "./errors.ts";
import type { SentPaths } from "./operation.ts";
import { type Fetch, type RetryOptions, withRetries } from "./retry.ts";
import { withTimeout } from "./timeout.ts";

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
export const globalFetch: Fetch = (request) => globalThis.fetch(request);

const DEFAULTS: RetryOptions = { retries: 2, maxWaitSeconds: 60 };

/** Longer than a server of slow disks needs, and longer than an upload may take. */
const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * Creates an openapi-fetch client that sends the credential, retries where that is safe, and throws an
 * error for a failed response. Redirects are errors, because `fetch` would send the credential to the
 * new URL.
 */
export function openClient<Paths extends object>(
  { basePath, headers, toError }: Contract,
  {
    baseUrl,
    fetch = globalFetch,
    retries = DEFAULTS.retries,
    maxWaitSeconds = DEFAULTS.maxWaitSeconds,
    timeout = DEFAULT_TIMEOUT_MS,
  }: ClientOptions,
): Client<SentPaths<Paths>> {
  const client = createClient<SentPaths<Paths>>({
    baseUrl: baseUrl.replace(/\/+$/, "") + basePath,
    headers,
    redirect: "error",
    fetch: withRetries(withTimeout(fetch, timeout), { retries, maxWaitSeconds }),
  });
  client.use({
    async onResponse({ response, options }) {
      if (!response.ok) throw toError(await readFailure(response));
      if (options.parseAs === "json") await assertJson(response);
    },
  });
  return client;
}

/** Throws `NotJsonError` unless the body is an object or an array of JSON, or empty. */
async function assertJson(response: Response): Promise<void> {
  const { body } = await readFailure(response.clone());
  if (typeof body !== "object" && body !== "") throw new NotJsonError({ response, body });
}
