import createClient, { type Client } from "openapi-fetch";
import { readFailure, type ToError } from "./errors.ts";
import type { SentPaths } from "./operation.ts";
import { type Fetch, type Patience, patiently } from "./retry.ts";

/** What every client is opened with. */
export interface ClientOptions extends Partial<Patience> {
  /** The address of the server, such as `https://triptych.example`. In a browser an empty one is the page's own server. */
  readonly baseUrl: string;
  /** Sends the requests; by default the `fetch` of the platform. */
  readonly fetch?: Fetch;
}

/** How a contract is spoken to. */
interface Contract {
  readonly basePath: string;
  /** Sent with every request, where they are known. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly toError: ToError;
}

const PATIENCE: Patience = { retries: 2, longestWait: 60 };

/**
 * Opens a client of openapi-fetch that knows where the contract lies and who asks, tries again what came too early, and throws what is no success.
 * It follows no redirection, because a credential would go along.
 */
export function openClient<Paths extends object>(
  { basePath, headers, toError }: Contract,
  {
    baseUrl,
    fetch = (request) => globalThis.fetch(request),
    retries = PATIENCE.retries,
    longestWait = PATIENCE.longestWait,
  }: ClientOptions,
): Client<SentPaths<Paths>> {
  const client = createClient<SentPaths<Paths>>({
    baseUrl: baseUrl.replace(/\/+$/, "") + basePath,
    headers,
    redirect: "error",
    fetch: patiently(fetch, { retries, longestWait }),
  });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw toError(await readFailure(response));
    },
  });
  return client;
}
