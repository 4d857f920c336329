import { LRUCache } from "lru-cache";
import type { LimitFields } from "../request/caller-tally.ts";
import type { InSlot } from "../response/build-slots.ts";
import type { RawResponse } from "../response/failures.ts";
import type { SerializedResponse } from "../response/serialized-response.ts";
import type { PreparedResponse } from "./prepared-response.ts";
import { SeenKeys } from "./seen-keys.ts";

/**
 * Versions of parts of the data, by name. Each changes with every commit, of any process, that changes its part, and
 * equal versions mean equal data. The object is the same as long as no version has changed.
 */
export type Versions = Readonly<Partial<Record<string, string>>>;

/** Reads the current versions; undefined if they can't be read. A part may have no version now. */
export type VersionReader = () => Versions | undefined | Promise<Versions | undefined>;

/** The parts of a request that a cached response may depend on. */
interface CacheableRequest {
  readonly url: string;
  readonly principal?: unknown;
}

type Load<Request> = (request: Request) => Promise<SerializedResponse>;

/** Options of `ResponseCache.cached`. */
interface CachedOptions<Request> {
  readonly operation?: PublicOperation | undefined;
  /** Limits the loads at a time; not limited by default. */
  readonly inSlot?: InSlot<Request> | undefined;
}

/** An operation with the same response for all anonymous clients, which the fast path may send. */
export interface PublicOperation {
  readonly id: string;
  /** The name of its contract. */
  readonly api: string;
  /** Checks a response against the contract, or a share of them: `read` is called for those that it checks. */
  readonly check: (read: () => RawResponse) => void;
  /** Counts a request from an IP address, and returns the rate limit's header fields; undefined beyond the limit. */
  readonly count?: ((address: string) => LimitFields | Promise<LimitFields>) | undefined;
}

/** A cached response of a public operation. */
export interface PublicResponse {
  readonly response: SerializedResponse;
  readonly operation: PublicOperation;
  /** Set by the fast path. Not in a WeakMap, which would take more memory. */
  prepared: PreparedResponse | undefined;
}

/** Content that is complete in memory, as opposed to a stream. */
type CompleteContent = Exclude<SerializedResponse["content"], AsyncIterable<string | Buffer>>;

interface CompleteResponse extends SerializedResponse {
  readonly content: CompleteContent;
}

interface Entry {
  readonly response: CompleteResponse;
  readonly operation: PublicOperation | undefined;
  readonly data: OperationData;
  /** The response is current while this is the generation of `data`. */
  readonly generation: Generation;
  prepared: PreparedResponse | undefined;
}

function isPublic(entry: Entry): entry is Entry & PublicResponse {
  return entry.operation !== undefined;
}

/** A period in which the data that an operation's responses depend on stays the same. */
interface Generation {
  /** Unique in the process. */
  readonly id: number;
  /** Responses that are being loaded, by key. */
  readonly loading: Map<string, Promise<SerializedResponse>>;
}

let generations = 0;

function createGeneration(): Generation {
  generations += 1;
  return { id: generations, loading: new Map() };
}

/** The parts of the data on which the responses of an operation depend. */
class OperationData {
  readonly #parts: readonly string[];
  readonly #readVersions: VersionReader;
  #versions: Versions | undefined;
  #version: string | undefined;
  #generation = createGeneration();

  constructor(parts: readonly string[], readVersions: VersionReader) {
    this.#parts = parts;
    // Responses that depend on no data need no query.
    this.#readVersions = parts.length === 0 ? () => NO_VERSIONS : readVersions;
  }

  /** The generation as of the last read of the versions. */
  get latest(): Generation {
    return this.#generation;
  }

  /** The generation of the current data; undefined if a part has no version. */
  current(): Generation | undefined | Promise<Generation | undefined> {
    const versions = this.#readVersions();
    return versions instanceof Promise
      ? versions.then((read) => this.#generationOf(read))
      : this.#generationOf(versions);
  }

  #generationOf(versions: Versions | undefined): Generation | undefined {
    if (versions === undefined) return undefined;
    if (versions === this.#versions) return this.#generation;
    const own = this.#parts.map((part) => versions[part]);
    if (own.includes(undefined)) return undefined;
    const version = own.join(" ");
    if (version !== this.#version) {
      this.#version = version;
      this.#generation = createGeneration();
    }
    this.#versions = versions;
    return this.#generation;
  }
}

const NO_VERSIONS: Versions = {};

/** Maximum length of the key of a cached response, in characters. */
const MAX_KEY_LENGTH = 1000;

/** Maximum total length of the keys in `#seen`, in characters. */
const MAX_SEEN_LENGTH = 4 * 1024 * 1024;

/**
 * Memory of an entry besides its key and content, in bytes. A product that the fast path sends adds 1,370 to the heap,
 * measured with 30,000 of them: 750 remain without its key, here and in `#seen`, and the two copies of its content.
 */
const ENTRY_OVERHEAD = 750;

/** The share of the cache that one entry may take. */
const MAX_ENTRY_SHARE = 1 / 8;

/**
 * Caches responses to `GET` while the data that they depend on does not change. A cached response is never older
 * than the request: the versions of the data are read before each use. Evicts the least recently used entries;
 * those that are out of date stay until then, or until they are replaced.
 *
 * Caches a response only when it is requested a second time, because caching takes a sixth of the
 * time that loading a product takes: too much for responses that are never requested again. Requests
 * that arrive while the response is being loaded for the cache wait for it, so that many requests for
 * one long list do not build it many times.
 */
export class ResponseCache {
  readonly #readVersions: VersionReader;
  readonly #maxSize: number;
  readonly #entries: LRUCache<string, Entry>;
  #hits = 0;
  #misses = 0;
  /** Keys that were requested, each with the generation in which it was. */
  readonly #seen = new SeenKeys(MAX_SEEN_LENGTH);

  /** `maxSize` is in bytes; 0 disables the cache. */
  constructor(readVersions: VersionReader, maxSize: number) {
    this.#readVersions = readVersions;
    this.#maxSize = maxSize;
    this.#entries = new LRUCache({
      // A size of 0 would be unlimited; then nothing is cached.
      maxSize: Math.max(1, maxSize),
      maxEntrySize: Math.max(1, Math.ceil(maxSize * MAX_ENTRY_SHARE)),
      sizeCalculation: (entry, key) => ENTRY_OVERHEAD + key.length + sizeOf(entry),
    });
  }

  /** How many requests got a cached response, or one that another request was loading, and how many did not. */
  get requests(): { readonly hits: number; readonly misses: number } {
    return { hits: this.#hits, misses: this.#misses };
  }

  /** The size of the cached responses in bytes, including those that are out of date. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  /**
   * Caches what `load` returns, which must depend only on URL, principal and `parts` of the data. A part without a
   * version disables caching. `load` is called inside `inSlot`. The first request that gets a slot loads the response,
   * to its end even if its client disconnects; the others leave their slots and wait for it.
   */
  cached<Request extends CacheableRequest>(
    load: Load<Request>,
    parts: readonly string[],
    { operation, inSlot = async (_request, work) => work() }: CachedOptions<Request> = {},
  ): Load<Request> {
    if (this.#maxSize === 0) return (request) => inSlot(request, () => load(request));
    const data = new OperationData(parts, this.#readVersions);
    const counted: Load<Request> = (request) => {
      this.#misses += 1;
      return load(request);
    };
    const miss: Load<Request> = (request) => inSlot(request, () => counted(request));
    const join = async (request: Request, pending: Promise<SerializedResponse>) => {
      const response = await pending;
      // A stream can be read only once.
      return isComplete(response) ? this.#hit(response) : miss(request);
    };
    const findCached = (key: string, generation: Generation) => {
      const cached = this.#entries.get(key);
      return cached?.generation === generation ? this.#hit(cached.response) : undefined;
    };
    const loadShared = async (request: Request, key: string, generation: Generation) => {
      const loaded = counted(request);
      generation.loading.set(key, loaded);
      try {
        const response = await loaded;
        // If the data changed during `load`, the response may mix old and new data. The versions then lead to
        // another generation, so this entry is never read.
        if (isComplete(response) && generation === data.latest)
          this.#entries.set(key, { response, operation, data, generation, prepared: undefined });
        return response;
      } finally {
        generation.loading.delete(key);
      }
    };
    return async (request) => {
      const key = keyOf(request);
      if (key.length > MAX_KEY_LENGTH || this.#isFirst(key, data)) return miss(request);
      const current = data.current();
      const generation = current instanceof Promise ? await current : current;
      if (generation === undefined) return miss(request);
      const cached = findCached(key, generation);
      if (cached !== undefined) return cached;
      const pending = generation.loading.get(key);
      if (pending !== undefined) return join(request, pending);
      const read = await inSlot(request, async () => {
        // While the request waited for its slot, another one may have loaded the response, or begun to.
        const cachedMeanwhile = findCached(key, generation);
        if (cachedMeanwhile !== undefined) return () => cachedMeanwhile;
        const begun = generation.loading.get(key);
        if (begun !== undefined) return () => join(request, begun);
        const loaded = await loadShared(request, key, generation);
        return () => loaded;
      });
      return read();
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

  /** The response of a public operation to anonymous clients, if cached for the current versions of the data. */
  findPublic(url: string): PublicResponse | undefined | Promise<PublicResponse | undefined> {
    const entry = this.#entries.get(url);
    if (entry === undefined || !isPublic(entry) || entry.generation !== entry.data.latest) return undefined;
    const ifCurrent = (current: Generation | undefined) => (current === entry.generation ? entry : undefined);
    const current = entry.data.current();
    return current instanceof Promise ? current.then(ifCurrent) : ifCurrent(current);
  }

  /** Whether this is the first request for a key in its generation. Records the key. */
  #isFirst(key: string, { latest }: OperationData): boolean {
    const isKnown = this.#entries.peek(key)?.generation === latest || latest.loading.has(key);
    return !isKnown && this.#seen.add(`${latest.id} ${key}`);
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

/** The size of an entry's content. Of a short text the fast path keeps an encoded copy. */
function sizeOf({ response: { content }, operation }: Entry): number {
  const copies = typeof content === "string" && operation !== undefined ? 2 : 1;
  return copies * lengthOf(content);
}

function lengthOf(content: CompleteContent): number {
  if (content === undefined || typeof content === "string" || Buffer.isBuffer(content)) return content?.length ?? 0;
  return content.reduce((sum, part) => sum + part.length, 0);
}
