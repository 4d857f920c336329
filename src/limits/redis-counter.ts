import { createClient } from "@redis/client";
import { Failure } from "../errors.ts";
import { type RequestCounter, type Tally, WINDOW } from "./request-counter.ts";

/** What stands before a network in the name of its count. */
const NAMESPACE = "triptych:requests:";

/** How long to wait for Redis, in milliseconds. */
const PATIENCE = 2_000;

type Client = ReturnType<typeof createUnconnected>;

/** Counts in Redis 7 or newer, for several servers together. */
export class RedisCounter implements RequestCounter {
  readonly #client: Client;

  /** `url`: `redis://…` or `rediss://…`. */
  constructor(url: string) {
    this.#client = createUnconnected(url);
  }

  async open(): Promise<void> {
    try {
      await this.#client.connect();
    } catch (cause) {
      throw new Failure("unavailable", "Redis does not answer at REDIS_URL.", { cause });
    }
  }

  /** One transaction, so that no count is ever left without its end. */
  async hit(network: string): Promise<Tally> {
    const name = NAMESPACE + network;
    const [count, , remaining] = await answered(
      this.#client.multi().incr(name).pExpire(name, WINDOW, "NX").pTTL(name).execTyped(),
    );
    return { count, remaining };
  }

  async refund(network: string): Promise<void> {
    const name = NAMESPACE + network;
    await answered(this.#client.multi().decr(name).pExpire(name, WINDOW, "NX").execTyped());
  }

  async check(): Promise<void> {
    await answered(this.#client.ping());
  }

  async close(): Promise<void> {
    if (this.#client.isOpen) await this.#client.close().catch(ignore);
  }
}

/** A connection that comes back by itself once it has been there; meanwhile whoever asks is refused at once. */
function createUnconnected(url: string) {
  let wasReady = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: PATIENCE },
    socket: {
      connectTimeout: PATIENCE,
      reconnectStrategy: (retries) => wasReady && Math.min(2 ** retries * 50, PATIENCE),
    },
  });
  client.on("ready", () => {
    wasReady = true;
  });
  // Whoever asks learns it from the answer; without a listener the process would end.
  client.on("error", ignore);
  return client;
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new Failure("unavailable", "The server can't answer just now. Try again in a moment.", {
      retryAfter: 1,
      cause,
    });
  }
}

function ignore(): void {}
