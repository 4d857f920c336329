import { createHmac, hash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Operation } from "../contract.ts";
import { isRecord } from "../record.ts";
import { toJsonText } from "../response/json.ts";
import { inProgress, type KeyedRequest, type StoredResponse } from "./keyed-request.ts";
import { pathOf } from "./path.ts";

const HEADER = "idempotency-key";

/** Whether the contract lists the header `Idempotency-Key` for an operation. */
export function acceptsKey({ parameters }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === "header" && parameter.name.toLowerCase() === HEADER);
}

/**
 * Finds the stored response of a request. Throws if its key was used for another request, or if the
 * response is no longer stored.
 */
type Find = (request: KeyedRequest) => Promise<StoredResponse | undefined>;

/** The HMAC keys of fingerprints. */
interface Keys {
  readonly key: string;
  /** That of fingerprints from before; undefined when none of these is stored. */
  readonly formerKey?: () => Promise<string | undefined>;
}

/**
 * Responds to requests with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) with the
 * stored response, if there is one. Otherwise calls the handler, which stores its response.
 */
export class IdempotentRequests {
  readonly #find: Find;
  readonly #keys: Keys;
  /** The accounts and keys of the requests that this process is carrying out. */
  readonly #inProgress = new Set<string>();

  /** Without `keys`, fingerprints are compared only in this process. */
  constructor(find: Find, keys: Keys = { key: randomBytes(32).toString("hex") }) {
    this.#find = find;
    this.#keys = keys;
  }

  /** Without the header, only calls `handle`. `accountId`: the caller, 0 for anonymous callers. */
  async respond<Response>(
    request: FastifyRequest,
    accountId: number,
    handle: (keyed: KeyedRequest | undefined) => Promise<Response>,
  ): Promise<Response | StoredResponse> {
    const key = request.headers[HEADER];
    if (key === undefined) return handle(undefined);
    const keyed = {
      accountId,
      key: String(key),
      fingerprint: await fingerprintOf(request, this.#keys.key),
      formerFingerprint: () => this.#formerFingerprintOf(request),
    };
    const name = `${accountId} ${key}`;
    if (this.#inProgress.has(name)) throw inProgress();
    this.#inProgress.add(name);
    try {
      return (await this.#find(keyed)) ?? (await handle(keyed));
    } finally {
      this.#inProgress.delete(name);
    }
  }

  async #formerFingerprintOf(request: FastifyRequest): Promise<string | undefined> {
    const key = await this.#keys.formerKey?.();
    return key === undefined ? undefined : fingerprintOf(request, key);
  }
}

/** Uses the validated body, so white space and fields unknown to the contract do not matter. */
async function fingerprintOf({ url, body }: FastifyRequest, key: string): Promise<string> {
  const hmac = createHmac("sha256", key).update(`idempotency\n${pathOf(url)}\n`);
  const text = await toJsonText(withHashedFile(body) ?? null);
  for (const part of typeof text === "string" ? [text] : text) hmac.update(part);
  return hmac.digest("base64url");
}

/** A body with the hash of a file instead of the file, whose JSON would be a number for each byte. */
function withHashedFile(body: unknown): unknown {
  if (!isRecord(body) || !Object.values(body).some((field) => Buffer.isBuffer(field))) return body;
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? hash("sha256", value) : value,
  ]);
  return Object.fromEntries(fields);
}
