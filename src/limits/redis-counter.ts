import { createClient } from "@redis/client";
import { Failure } from "../errors.ts";
import { type RequestCounter, type Tally, WINDOW_MS } from "./request-counter.ts";

/** Prefix of the Redis keys; the network follows. */
const KEY_PREFIX = "triptych:requests:";

/** Timeout of connections and commands, in milliseconds. */
const TIMEOUT_MS = 2_000;

type Client = ReturnType<typeof createRedisClient>;

/** Counts in Redis 7 or newer, which several servers can share. */
export class RedisCounter implements RequestCounter {
  readonly #client: Client;

  /** `url`: `redis://…` or `rediss://…`. */
  constructor(url: string) {
    this.#client = createRedisClient(url);
  }

  async open(): Promise<void> {
    try {
      await this.#client.connect();
    } catch (cause) {
      throw new Failure("unavailable", "Redis does not respond at REDIS_URL.", { cause });
    }
  }

  /** One transaction, so that no count is left without an expiry. */
  async hit(network: string): Promise<Tally> {
    const key = KEY_PREFIX + network;
    const [count, , remainingMs] = await orUnavailable(
      this.#client.multi().incr(key).pExpire(key, WINDOW_MS, "NX").pTTL(key).execTyped(),
    );
    return { count, remainingMs };
  }

  async refund(network: string): Promise<void> {
    const key = KEY_PREFIX + network;
    await orUnavailable(this.#client.multi().decr(key).pExpire(key, WINDOW_MS, "NX").execTyped());
  }

  async check(): Promise<void> {
    await orUnavailable(this.#client.ping());
  }

  async close(): Promise<void> {
    if (this.#client.isOpen) await this.#client.close().catch(ignore);
  }
}

/**
 * Creates a client. It reconnects only after its first connection has succeeded; while it is
 * disconnected, commands fail immediately.
 */
function createRedisClient(url: string) {
  let wasReady = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: TIMEOUT_MS },
    socket: {
      connectTimeout: TIMEOUT_MS,
      reconnectStrategy: (retries) => wasReady && Math.min(2 ** retries * 50, TIMEOUT_MS),
    },
  });
  client.on("ready", () => {
    wasReady = true;
  });
  // Failing commands report the error; without a listener it would end the process.
  client.on("error", ignore);
  return client;
}

/** Awaits a command. Throws `unavailable` if it fails. */
async function orUnavailable<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (cause) {
    throw new Failure("unavailable", "The server is temporarily unavailable. Try again in a moment.", {
      retryAfter: 1,
      cause,
    });
  }
}

function ignore(): void {}
