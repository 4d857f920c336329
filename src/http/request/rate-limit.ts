import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { Failure } from "../../errors.ts";

/** How many requests came from a network in its current hour, this one included, and for how many milliseconds that hour goes on. */
interface Tally {
  readonly count: number;
  readonly remaining: number;
}

/** What a scope's requests are limited by. */
export interface RateLimit {
  /** The most requests an hour of one network. */
  readonly limit: number;
  readonly counter: {
    readonly hit: (network: string) => Promise<Tally>;
    readonly refund: (network: string) => Promise<void>;
  };
  /** What counts as one network. */
  readonly networkOf: (address: string) => string;
}

const LIMIT = "x-ratelimit-limit";
const REMAINING = "x-ratelimit-remaining";

/**
 * Counts every request of a scope before anything else is looked at, unknown paths included, and refuses those beyond the limit with
 * `tooMany`. An answer of 304 costs nothing.
 */
export async function limitRequests(scope: FastifyInstance, { limit, counter, networkOf }: RateLimit): Promise<void> {
  await scope.register(rateLimit, {
    global: false,
    max: limit,
    keyGenerator: ({ ip }) => networkOf(ip),
    addHeaders: { "x-ratelimit-reset": false, "retry-after": false },
    addHeadersOnExceeding: { "x-ratelimit-reset": false },
    errorResponseBuilder: ({ ip }, { ttl }) => tooMany(ip, ttl),
    store: class {
      incr(network: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
        counter
          .hit(network)
          .then(({ count, remaining }) => callback(null, { current: count, ttl: remaining }), callback);
      }

      child() {
        return this;
      }
    },
  });
  // For an answer that nothing is known of, because the counter failed.
  scope.addHook("onRequest", (_request, reply, done) => {
    reply.headers({ [LIMIT]: limit, [REMAINING]: 0 });
    done();
  });
  scope.addHook("onRequest", scope.rateLimit());
  scope.addHook("onSend", ({ ip }, reply, _payload, done) => {
    if (reply.statusCode !== 304) {
      done();
      return;
    }
    counter.refund(networkOf(ip)).then(() => {
      reply.header(REMAINING, Number(reply.getHeader(REMAINING)) + 1);
      done();
    }, done);
  });
}

/** The header fields of an answer to what never became a request. It counts like one. */
export async function countMalformed(
  address: string,
  { limit, counter, networkOf }: RateLimit,
): Promise<Record<string, string>> {
  const { count } = await counter.hit(networkOf(address)).catch(() => ({ count: limit }));
  return { [LIMIT]: String(limit), [REMAINING]: String(Math.max(0, limit - count)) };
}

function tooMany(address: string, wait: number): Failure {
  return new Failure("tooMany", `API rate limit exceeded for IP address ${address}.`, {
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
  });
}
