import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { Failure } from "../failure.ts";
import { type RateLimitPolicy, rateLimitFields } from "./rate-limit-fields.ts";

/**
 * How many requests a network has sent in its current hour, including the one being counted, and how
 * many milliseconds of that hour remain.
 */
interface Tally {
  readonly count: number;
  readonly remainingMs: number;
}

export interface RateLimit {
  /** Requests per hour and network. */
  readonly limit: number;
  readonly counter: {
    readonly hit: (network: string) => Tally | Promise<Tally>;
    readonly refund: (network: string) => Promise<void>;
  };
  /** Maps an address to the network that it is counted for. */
  readonly networkOf: (address: string) => string;
  /** With it, responses have `RateLimit-Policy` and `RateLimit` too, which the contract must list. */
  readonly policy?: RateLimitPolicy | undefined;
}

const LIMIT = "x-ratelimit-limit";
const REMAINING = "x-ratelimit-remaining";
/** Only used to learn when the window ends. */
const RESET = "x-ratelimit-reset";

/**
 * Limits the requests to a scope, unknown paths included; throws `tooMany` beyond the limit.
 * Requests that get a 304 are counted, but refunded. Must be registered before all other hooks.
 */
export async function limitRequests(
  scope: FastifyInstance,
  { limit, counter, networkOf, policy }: RateLimit,
): Promise<void> {
  const count = async (network: string) => counter.hit(network);
  await scope.register(rateLimit, {
    global: false,
    max: limit,
    keyGenerator: ({ ip }) => networkOf(ip),
    addHeaders: { "retry-after": false },
    errorResponseBuilder: ({ ip }, { ttl }) => tooMany(ip, ttl),
    store: class {
      incr(network: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
        count(network).then((tally) => callback(null, { current: tally.count, ttl: tally.remainingMs }), callback);
      }

      child() {
        return this;
      }
    },
  });
  // Default values, for the 503 that is sent when the counter fails.
  scope.addHook("onRequest", (_request, reply, done) => {
    reply.headers({ [LIMIT]: limit, [REMAINING]: 0 });
    done();
  });
  scope.addHook("onRequest", scope.rateLimit());
  const fieldsOf = rateLimitFields(policy, limit);
  scope.addHook("onSend", ({ ip }, reply, _payload, done) => {
    const milliseconds = Number(reply.getHeader(RESET) ?? 0) * 1000;
    reply.removeHeader(RESET);
    const addFields = () => reply.headers(fieldsOf({ requests: Number(reply.getHeader(REMAINING)), milliseconds }));
    if (reply.statusCode !== 304) {
      if (reply.hasHeader(REMAINING)) addFields();
      done();
      return;
    }
    counter.refund(networkOf(ip)).then(() => {
      reply.header(REMAINING, Number(reply.getHeader(REMAINING)) + 1);
      addFields();
      done();
    }, done);
  });
}

/** Counts a malformed request like any other. Returns the rate limit's header fields. */
export async function countMalformed(
  address: string,
  { limit, counter, networkOf, policy }: RateLimit,
): Promise<Record<string, string>> {
  const hit = async () => counter.hit(networkOf(address));
  const { count, remainingMs } = await hit().catch(() => ({ count: limit, remainingMs: 0 }));
  const remaining = Math.max(0, limit - count);
  return {
    [LIMIT]: String(limit),
    [REMAINING]: String(remaining),
    ...rateLimitFields(policy, limit)({ requests: remaining, milliseconds: remainingMs }),
  };
}

function tooMany(address: string, remainingMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000));
  return new Failure("tooMany", `API rate limit exceeded for IP address ${address}.`, {
    reason: "too-many-requests",
    values: { seconds },
    retryAfter: seconds,
    limit: "rate",
  });
}
