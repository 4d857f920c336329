import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { Failure, tooMany } from "../failure.ts";
import { accountKey, networkKey } from "./caller.ts";
import type { CallerCounter, CallerTally, LimitFields } from "./caller-tally.ts";
import { MinuteCounter } from "./minute-counter.ts";
import { networkOf as subscriberOf } from "./network.ts";
import { type RateLimitPolicy, rateLimitFields } from "./rate-limit-fields.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller that the request was counted for; empty before that. */
    countedFor: string;
    /** The request's credential, of which the caller is cached; undefined without one. */
    credential: string | undefined;
  }
}

/** Options of a `CallerLimit`. */
export interface CallerLimitOptions {
  /** Requests per window and caller. */
  readonly limit: number;
  /** Milliseconds since 1970; the clock of the system unless given. */
  readonly clock?: () => number;
  /** Counts requests; in the memory of this process, by the minute, unless given. */
  readonly counter?: CallerCounter;
  /**
   * Maps an address to the network that it is counted for; an IPv4 address, or the /64 of an IPv6 address, by default.
   */
  readonly networkOf?: (address: string) => string;
  /** More header fields, in lower case, that hold the remaining requests, because clients read them. */
  readonly otherRemaining?: readonly string[];
  /** With it, responses have `RateLimit-Policy` and `RateLimit` too, which the contract must list. */
  readonly policy?: RateLimitPolicy | undefined;
}

/** Options of `CallerLimit.register`. */
interface Registration {
  /** The credential of a request; undefined without one. The header `Authorization` unless given. */
  readonly credentialOf?: (request: FastifyRequest) => string | undefined;
  /** Whether requests that can't be counted are served. */
  readonly isOptional?: boolean;
}

/** Maximum credentials whose account is cached: at most 10 MB. */
const MAX_CREDENTIALS = 10_000;

/** Maximum length of a cached credential. Our own have at most 300 characters. */
const MAX_CREDENTIAL_LENGTH = 1_000;

const LIMIT = "x-ratelimit-limit";
const REMAINING = "x-ratelimit-remaining";
const RESET = "x-ratelimit-reset";

/**
 * Limits the requests of each account, and of each network for anonymous requests.
 *
 * A request is counted before its credential is verified, for the account that is cached for the
 * credential. If none is cached, it is counted for the network, until the credential is verified. So
 * a network beyond its limit can't make the server verify credentials that are not cached, and
 * accounts with a cached credential in that network are not affected.
 */
export class CallerLimit {
  readonly #options: Required<CallerLimitOptions>;
  readonly #fieldsOf: ReturnType<typeof rateLimitFields>;
  /** Callers by a credential that was valid. Only for counting, not for authentication. */
  readonly #callers = new LRUCache<string, string>({
    // With `max`, memory for all of them would be allocated at once.
    maxSize: MAX_CREDENTIALS,
    sizeCalculation: () => 1,
  });

  constructor({
    limit,
    clock = Date.now,
    counter = new MinuteCounter(clock),
    networkOf = subscriberOf,
    otherRemaining = [],
    policy,
  }: CallerLimitOptions) {
    this.#options = { limit, clock, counter, networkOf, otherRemaining, policy };
    this.#fieldsOf = rateLimitFields(policy, limit);
  }

  /**
   * Counts all requests to a scope, even to unknown paths, and throws `tooMany` beyond the limit. Call it before adding
   * other hooks, besides those that `credentialOf` needs.
   */
  register(
    scope: FastifyInstance,
    { credentialOf = ({ headers }) => headers.authorization, isOptional = false }: Registration = {},
  ): void {
    scope.decorateRequest("countedFor", "");
    scope.decorateRequest("credential", undefined);
    scope.addHook("onRequest", (request, reply, done) => {
      request.credential = credentialOf(request);
      const counting = this.#count(request, reply, this.#callerOf(request));
      if (counting === undefined) done();
      else
        counting.then(
          () => done(),
          (error) => (isOptional && isUnavailable(error) ? done() : done(error)),
        );
    });
  }

  /** Counts an authenticated request for its account. Throws `tooMany` beyond the limit. */
  countAuthenticated(request: FastifyRequest, reply: FastifyReply, accountId: number): Promise<void> | undefined {
    const caller = accountKey(accountId);
    if (request.countedFor === caller) return undefined;
    const { credential = "" } = request;
    if (credential.length <= MAX_CREDENTIAL_LENGTH) this.#callers.set(credential, caller);
    this.#options.counter.refund(request.countedFor);
    return this.#count(request, reply, caller);
  }

  /**
   * Counts a request with a rejected credential for its network. Does nothing if the credential was not
   * cached: the request is counted for its network already. Throws `tooMany` beyond the limit.
   */
  countRejected(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    if (!this.#callers.delete(request.credential ?? "")) return undefined;
    this.#options.counter.refund(request.countedFor);
    return this.#count(request, reply, this.#networkOf(request.ip));
  }

  /** Undoes the count of a request that costs nothing. */
  refund({ countedFor }: FastifyRequest, reply: FastifyReply): void {
    this.#options.counter.refund(countedFor);
    const endsAt = Number(reply.getHeader(RESET)) * 1000;
    const remainingMs = Math.max(0, endsAt - this.#options.clock());
    const count = this.#options.limit - Number(reply.getHeader(REMAINING)) - 1;
    reply.headers(this.#headersOf({ count, endsAt, remainingMs }));
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
   * Counts an anonymous request that the fast path responds to, unless it is free. Returns undefined beyond the limit,
   * and if the request can't be counted: then the route rejects it.
   */
  countAnonymous(address: string, isFree: boolean): LimitFields | Promise<LimitFields> {
    const caller = this.#networkOf(address);
    const { limit, counter } = this.#options;
    const toFields = (tally: CallerTally) => {
      if (tally.count > limit) return undefined;
      if (!isFree) return this.#headersOf(tally);
      counter.refund(caller);
      return this.#headersOf({ ...tally, count: tally.count - 1 });
    };
    const tally = counter.hit(caller);
    return tally instanceof Promise ? tally.then(toFields, () => undefined) : toFields(tally);
  }

  /** Counts a malformed request, and returns the header fields of its response. Never throws. */
  async countMalformed(address: string): Promise<Record<string, string>> {
    const hit = async () => this.#options.counter.hit(this.#networkOf(address));
    return this.#headersOf(await hit().catch(() => this.#unknown()));
  }

  #callerOf({ credential, ip }: FastifyRequest): string {
    const known = credential === undefined ? undefined : this.#callers.get(credential);
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

  #apply(reply: FastifyReply, tally: CallerTally): void {
    reply.headers(this.#headersOf(tally));
    if (tally.count > this.#options.limit)
      throw tooMany({ limit: "rate", what: "requests", reason: "too-many-requests" }, tally.remainingMs);
  }

  /** For the header fields of a response whose request could not be counted: those of a reached limit. */
  #unknown(): CallerTally {
    return { count: this.#options.limit, endsAt: this.#options.clock(), remainingMs: 0 };
  }

  #headersOf({ count, endsAt, remainingMs }: CallerTally): Record<string, string> {
    const { limit, otherRemaining } = this.#options;
    const remaining = Math.max(0, limit - count);
    const fields: Record<string, string> = {
      [LIMIT]: String(limit),
      [REMAINING]: String(remaining),
      [RESET]: String(Math.ceil(endsAt / 1000)),
      ...this.#fieldsOf({ requests: remaining, milliseconds: remainingMs }),
    };
    for (const name of otherRemaining) fields[name] = String(remaining);
    return fields;
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.kind === "unavailable";
}
