import { LRUCache } from "lru-cache";
import type { RawResponse } from "../response/failures.ts";
import type { SerializedResponse } from "../response/serialized-response.ts";
import { SeenKeys } from "./seen-keys.ts";

/**
 * Returns the version of the data, which changes with every commit of any process; undefined if the
 * database engine has none.
 */
export type VersionReader = () => string | undefined;

/** The parts of a request that a cached response may depend on. */
interface CacheableRequest {
  readonly url: string;
  readonly principal?: unknown;
}

type Load<Request> = (request: Request) => Promise<SerializedResponse>;

/** An operation with the same response for all anonymous clients, which the fast path may send. */
export interface PublicOperation {
  readonly id: string;
  /** The name of its contract. */
  readonly api: string;
  /** Checks a response against the contract. */
  readonly check: (response: RawResponse) => void;
  /** Counts a request from an IP address, and returns the rate limit's header fields; undefined beyond the limit. */
  readonly count?: ((address: string) => Record<string, string> | undefined) | undefined;
}

/** Content that is complete in memory, as opposed to a stream. */
type CompleteContent = Exclude<SerializedResponse["content"], AsyncIterable<string | Buffer>>;

interface CompleteResponse extends SerializedResponse {
  readonly content: CompleteContent;
}

interface Entry {
  readonly response: CompleteResponse;
  readonly operation: PublicOperation | undefined;
}

/** The responses of one version of the data, by key. */
interface Generation {
  readonly version: string;
  readonly entries: LRUCache<string, Entry>;
  /** Responses that are being loaded. */
  readonly loading: Map<string, Promise<SerializedResponse>>;
}

/** Maximum length of the key of a cached response, in characters. */
const MAX_KEY_LENGTH = 1000;

/** Maximum total length of the keys in `#seen`, in characters. */
const MAX_SEEN_LENGTH = 4 * 1024 * 1024;

/** Estimated memory of an entry besides its key and content, in bytes. */
const ENTRY_OVERHEAD = 300;

/** The share of the cache that one entry may take. */
const MAX_ENTRY_SHARE = 1 / 8;

/**
 * Caches responses to `GET` while the database does not change. A cached response is never older
 * than the request: the version of the data is read before each use, and a new version empties the
 * cache. Evicts the least recently used entries.
 *
 * Caches a response only when it is requested a second time, because caching takes a sixth of the
 * time that loading a product takes: too much for responses that are never requested again. Requests
 * that arrive while the response is being loaded for the cache wait for it, so that many requests for
 * one long list do not build it many times.
 */
export class ResponseCache {
  readonly #readVersion: VersionReader;
  readonly #maxSize: number;
  #current: Generation | undefined;
  #hits = 0;
  #misses = 0;
  /** Keys that were requested in this version of the data. */
  readonly #seen = new SeenKeys(MAX_SEEN_LENGTH);

  /** `maxSize` is in bytes; 0 disables the cache. */
  constructor(readVersion: VersionReader, maxSize: number) {
    this.#readVersion = readVersion;
    this.#maxSize = maxSize;
  }

  /** How many requests got a cached response, or one that another request was loading, and how many did not. */
  get requests(): { readonly hits: number; readonly misses: number } {
    return { hits: this.#hits, misses: this.#misses };
  }

  /** The size of the cached responses in bytes. */
  get size(): number {
    return this.#current?.entries.calculatedSize ?? 0;
  }

  /** Caches what `load` returns, which must depend only on URL, principal and database. */
  cached<Request extends CacheableRequest>(load: Load<Request>, operation?: PublicOperation): Load<Request> {
    if (this.#maxSize === 0 || this.#readVersion() === undefined) return load;
    const miss: Load<Request> = (request) => {
      this.#misses += 1;
      return load(request);
    };
    return async (request) => {
      const key = keyOf(request);
      if (key.length > MAX_KEY_LENGTH || this.#isFirst(key)) return miss(request);
      const version = this.#readVersion();
      if (version === undefined) return miss(request);
      const { entries, loading } = this.#generationAt(version);
      const cached = entries.get(key);
      if (cached !== undefined) return this.#hit(cached.response);
      const pending = loading.get(key);
      if (pending !== undefined) {
        const response = await pending;
        // A stream can be read only once.
        return isComplete(response) ? this.#hit(response) : miss(request);
      }
      const loaded = miss(request);
      loading.set(key, loaded);
      try {
        const response = await loaded;
        // If the data changed during `load`, the response may mix old and new data. The new version
        // then replaces `entries`, so this entry is never read.
        if (isComplete(response)) entries.set(key, { response, operation });
        return response;
      } finally {
        loading.delete(key);
      }
    };
  }

  #hit(response: CompleteResponse): CompleteResponse {
    this.#hits += 1;
    return response;
  }

  /** Counts a request that got a response of `findPublic`. */
  countHit(): void {
    this.#hits += 1;
  }

  /** The response of a public operation to anonymous clients, if cached for the current version of the data. */
  findPublic(url: string): { readonly response: SerializedResponse; readonly operation: PublicOperation } | undefined {
    const { response, operation } = this.#current?.entries.get(url) ?? {};
    if (response === undefined || operation === undefined || this.#readVersion() !== this.#current?.version) {
      return undefined;
    }
    return { response, operation };
  }

  /** Whether this is the first request for a key in this version of the data. Records the key. */
  #isFirst(key: string): boolean {
    const isKnown = this.#current?.entries.has(key) || this.#current?.loading.has(key);
    return isKnown !== true && this.#seen.add(key);
  }

  /**
   * Returns the responses of a version. A new version gets a new `LRUCache`, because clearing hundreds
   * of thousands of entries would block the event loop.
   */
  #generationAt(version: string): Generation {
    if (this.#current?.version === version) return this.#current;
    this.#seen.clear();
    const entries = new LRUCache<string, Entry>({
      maxSize: this.#maxSize,
      maxEntrySize: Math.ceil(this.#maxSize * MAX_ENTRY_SHARE),
      sizeCalculation: ({ response }, key) => ENTRY_OVERHEAD + key.length + lengthOf(response.content),
    });
    this.#current = { version, entries, loading: new Map() };
    return this.#current;
  }
}

/**
 * Requests of one principal share an entry, whichever credential they carry. A URL has no space, so
 * their keys differ from those of anonymous requests.
 */
function keyOf({ url, principal }: CacheableRequest): string {
  return principal === undefined ? url : `${url} ${JSON.stringify(principal)}`;
}

function isComplete(response: SerializedResponse): response is CompleteResponse {
  const { content } = response;
  return typeof content !== "object" || !(Symbol.asyncIterator in content);
}

function lengthOf(content: CompleteContent): number {
  if (content === undefined || typeof content === "string" || Buffer.isBuffer(content)) return content?.length ?? 0;
  return content.reduce((sum, part) => sum + part.length, 0);
}
