import { LRUCache } from "lru-cache";
import { Failure } from "../failure.ts";
import type { KeyedRequest, StoredResponse } from "./keyed-request.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Options {
  /** How long a response is remembered, in milliseconds; a day by default. */
  readonly lifetimeMs?: number;
  /** The number of responses; the oldest make room. 10,000 by default. */
  readonly max?: number;
}

/**
 * Responses to requests with an `Idempotency-Key`, in the memory of one process: for servers whose data is there too. A
 * server with a database stores them in the transaction of the change instead, or a crash between both repeats it.
 */
export class RememberedResponses {
  readonly #responses: LRUCache<string, { readonly fingerprint: string; readonly response: StoredResponse }>;

  constructor({ lifetimeMs = DAY_MS, max = 10_000 }: Options = {}) {
    this.#responses = new LRUCache({ max, ttl: lifetimeMs });
  }

  /**
   * The remembered response of a request, with the header `Idempotent-Replayed`. Throws `unprocessable` if its key was
   * used for another request. For `IdempotentRequests`.
   */
  readonly find = async (request: KeyedRequest): Promise<StoredResponse | undefined> => {
    const found = this.#responses.get(nameOf(request));
    if (found === undefined) return undefined;
    if (found.fingerprint !== request.fingerprint) {
      throw new Failure("unprocessable", "This Idempotency-Key was used for another request.", {
        reason: "key-reused",
      });
    }
    return { ...found.response, headers: { ...found.response.headers, "Idempotent-Replayed": "true" } };
  };

  /** Carries out a change, and remembers its response if the request has a key. For handlers. */
  async once<Response extends StoredResponse>(
    request: KeyedRequest | undefined,
    respond: () => Response | Promise<Response>,
  ): Promise<Response> {
    const response = await respond();
    if (request !== undefined) {
      this.#responses.set(nameOf(request), { fingerprint: request.fingerprint, response });
    }
    return response;
  }
}

function nameOf({ accountId, key }: KeyedRequest): string {
  return `${accountId} ${key}`;
}
