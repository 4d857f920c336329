import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { tooMany } from "../../errors.ts";
import { accountKey, networkKey } from "./caller.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller that the request was counted for; empty before that. */
    countedFor: string;
  }
}

/** A caller's requests in its current window, this one included, and when the window ends. */
interface Tally {
  readonly count: number;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
  readonly remainingMs: number;
}

/** Options of a `CallerLimit`. */
interface Options<Principal> {
  /** Requests per window and caller. */
  readonly limit: number;
  readonly clock: () => number;
  readonly counter: {
    readonly hit: (caller: string) => Tally | Promise<Tally>;
    /** Counts a request unless that takes a query; then it returns undefined. */
    readonly tryHit: (caller: string) => Tally | undefined;
    readonly refund: (caller: string) => void;
  };
  /** Maps an address to the network that it is counted for. */
  readonly networkOf: (address: string) => string;
  readonly accountIdOf: (principal: Principal) => number;
}

/** Maximum credentials whose account is cached: at most 10 MB. */
const MAX_CREDENTIALS = 10_000;

/** Maximum length of a cached `Authorization` header. Our own have at most 300 characters. */
const MAX_CREDENTIAL_LENGTH = 1_000;

const LIMIT = "x-ratelimit-limit";

/**
 * Limits the requests of each account, and of each network for anonymous requests.
 *
 * A request is counted before its credential is verified, for the account that is cached for the
 * credential. If none is cached, it is counted for the network, until the credential is verified. So
 * a network beyond its limit can't make the server verify credentials that are not cached, and
 * accounts with a cached credential in that network are not affected.
 */
export class CallerLimit<Principal> {
  readonly #options: Options<Principal>;
  /** Callers by an `Authorization` header that was valid. Only for counting, not for authentication. */
  readonly #callers = new LRUCache<string, string>({
    // With `max`, memory for all of them would be allocated at once.
    maxSize: MAX_CREDENTIALS,
    sizeCalculation: () => 1,
  });

  constructor(options: Options<Principal>) {
    this.#options = options;
  }

  /** Counts all requests to a scope, even to unknown paths. Call it before adding other hooks. */
  register(scope: FastifyInstance): void {
    scope.decorateRequest("countedFor", "");
    scope.addHook("onRequest", (request, reply, done) => {
      const counting = this.#count(request, reply, this.#callerOf(request));
      if (counting === undefined) done();
      else counting.then(() => done(), done);
    });
  }

  /** Counts an authenticated request for its account. Throws `tooMany` beyond the limit. */
  countAuthenticated(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<void> | undefined {
    const caller = accountKey(this.#options.accountIdOf(principal));
    if (request.countedFor === caller) return undefined;
    const { authorization = "" } = request.headers;
    if (authorization.length <= MAX_CREDENTIAL_LENGTH) this.#callers.set(authorization, caller);
    this.#options.counter.refund(request.countedFor);
    return this.#count(request, reply, caller);
  }

  /**
   * Counts a request with a rejected credential for its network. Does nothing if the credential was not
   * cached: the request is counted for its network already. Throws `tooMany` beyond the limit.
   */
  countRejected(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    if (!this.#callers.delete(request.headers.authorization ?? "")) return undefined;
    this.#options.counter.refund(request.countedFor);
    return this.#count(request, reply, this.#networkOf(request.ip));
  }

  /**
   * Counts a request that failed before it was counted, and adds the header fields to its response: those of a reached
   * limit if the count is not known at once.
   */
  countFailed(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.hasHeader(LIMIT)) return;
    const tally = this.#options.counter.hit(this.#networkOf(request.ip));
    if (tally instanceof Promise) tally.catch(() => {});
    reply.headers(this.#headersOf(tally instanceof Promise ? this.#unknown() : tally));
  }

  /**
   * Counts an anonymous request that the fast path responds to, and returns the header fields. Returns undefined without
   * counting it beyond the limit, and if counting takes a query.
   */
  countAnonymous(address: string): Record<string, string> | undefined {
    const caller = this.#networkOf(address);
    const { limit, counter } = this.#options;
    const tally = counter.tryHit(caller);
    if (tally === undefined) return undefined;
    if (tally.count <= limit) return this.#headersOf(tally);
    counter.refund(caller);
    return undefined;
  }

  /** Counts a malformed request, and returns the header fields of its response. Never throws. */
  async countMalformed(address: string): Promise<Record<string, string>> {
    const hit = async () => this.#options.counter.hit(this.#networkOf(address));
    return this.#headersOf(await hit().catch(() => this.#unknown()));
  }

  #callerOf({ headers: { authorization }, ip }: FastifyRequest): string {
    const known = authorization === undefined ? undefined : this.#callers.get(authorization);
    return known ?? this.#networkOf(ip);
  }

  #networkOf(address: string): string {
    return networkKey(this.#options.networkOf(address));
  }

  /** Throws or rejects with `tooMany` beyond the limit. Returns undefined if the count is known at once. */
  #count(request: FastifyRequest, reply: FastifyReply, caller: string): Promise<void> | undefined {
    request.countedFor = caller;
    const tally = this.#options.counter.hit(caller);
    if (tally instanceof Promise) return tally.then((counted) => this.#apply(reply, counted));
    this.#apply(reply, tally);
    return undefined;
  }

  #apply(reply: FastifyReply, tally: Tally): void {
    reply.headers(this.#headersOf(tally));
    if (tally.count > this.#options.limit) throw tooMany("rate", "requests", tally.remainingMs);
  }

  /** For the header fields of a response whose request could not be counted: those of a reached limit. */
  #unknown(): Pick<Tally, "count" | "endsAt"> {
    return { count: this.#options.limit, endsAt: this.#options.clock() };
  }

  /** Two fields hold the remaining requests, because clients of Raindrop.io read one or the other. */
  #headersOf({ count, endsAt }: Pick<Tally, "count" | "endsAt">): Record<string, string> {
    const { limit } = this.#options;
    const remaining = String(Math.max(0, limit - count));
    return {
      [LIMIT]: String(limit),
      "x-ratelimit-remaining": remaining,
      "x-ratelimit-reset": String(Math.ceil(endsAt / 1000)),
      "ratelimit-remaining": remaining,
    };
  }
}
