import { createClient } from "@redis/client";
import { Failure } from "../errors.ts";
import { type RequestCounter, type Tally, WINDOW } from "./request-counter.ts";

/** What stands before a network in the name of its count. */
const NAMESPACE = "triptych:requests:";

/** How long to wait for Redis, in milliseconds. */
const PATIENCE = 2_000;

type Client = ReturnType<typeof openClient>;

/** Counts in Redis 7 or newer, for several servers together. */
export class RedisCounter implements RequestCounter {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Connects to `redis://…` or `rediss://…`. Throws when nobody answers there. */
  static async open(url: string): Promise<RedisCounter> {
    const client = openClient(url);
    try {
      await client.connect();
      return new RedisCounter(client);
    } catch (cause) {
      client.destroy();
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
    await this.#client.close().catch(ignore);
  }
}

/** A connection that comes back by itself once it has been there; meanwhile whoever asks is refused at once. */
function openClient(url: string) {
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
