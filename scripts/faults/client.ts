import { setTimeout } from "node:timers/promises";

/** Time after which a request counts as hanging: more than the sum of the server's timeouts. */
const HANG_MS = 60_000;

const RETRY_DELAY_MS = 50;

/** A response; `status` is 0 if there was none, because the connection failed or the request hung. */
export interface Received {
  readonly status: number;
  readonly body: unknown;
}

interface Sent {
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Whether the status is 2xx. */
export function isSuccess({ status }: Received): boolean {
  return status >= 200 && status <= 299;
}

/** Counters of the requests during one fault. */
export class Counts {
  requests = 0;
  /** Requests without a 2xx response. */
  failed = 0;
  hangs = 0;
  /** The longest time, in milliseconds, in which no write was acknowledged. */
  longestPause = 0;
  #lastWrite: number | undefined;

  recordWrite(): void {
    const now = performance.now();
    this.longestPause = Math.max(this.longestPause, now - (this.#lastWrite ?? now));
    this.#lastWrite = now;
  }
}

/** Sends the requests of one account to several servers in turn, and logs in after each 401. */
export class Client {
  readonly #bases: readonly string[];
  readonly #counts: Counts;
  readonly #account: { readonly email: string; readonly password: string };
  #token = "";
  #next = 0;

  constructor(bases: readonly string[], counts: Counts, name: string) {
    this.#bases = bases;
    this.#counts = counts;
    this.#account = { email: `${name}@example.com`, password: `the password of ${name} in this run` };
  }

  /** Registers the account and logs in. Throws if that fails. */
  async register(): Promise<void> {
    const { status } = await this.#fetch("POST", "/api/user/register", { body: { ...this.#account, name: "Load" } });
    if (status !== 201) throw new Error(`A registration returned ${status}.`);
    await this.#logIn();
  }

  /** Sends a request. Waits a moment after a failure, so that retries do not flood the server. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Received> {
    const received = await this.#fetch(method, path, sent);
    if (received.status === 401) await this.#logIn();
    if (!isSuccess(received)) await setTimeout(RETRY_DELAY_MS);
    return received;
  }

  /** Repeats a `GET` until it returns 200, and returns the body. Throws after a minute. */
  async getUntilOk(path: string): Promise<unknown> {
    const deadline = performance.now() + HANG_MS;
    for (;;) {
      const { status, body } = await this.send("GET", path);
      if (status === 200) return body;
      if (performance.now() > deadline) throw new Error(`GET ${path} still returns ${status}.`);
    }
  }

  /** Clears the rejected token first, because the login would send it and get a 401 too. */
  async #logIn(): Promise<void> {
    this.#token = "";
    const { body } = await this.#fetch("POST", "/api/user/login", { body: this.#account });
    if (typeof body === "object" && body !== null && "data" in body) this.#token = String(body.data);
  }

  async #fetch(method: string, path: string, { body, idempotencyKey }: Sent): Promise<Received> {
    const base = this.#bases[this.#next++ % this.#bases.length];
    this.#counts.requests += 1;
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          ...(this.#token !== "" && { "auth-token": this.#token, authorization: `Bearer ${this.#token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
        signal: AbortSignal.timeout(HANG_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const received = { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
      if (!response.ok) this.#counts.failed += 1;
      else if (method !== "GET") this.#counts.recordWrite();
      return received;
    } catch (error) {
      this.#counts.failed += 1;
      if (error instanceof Error && error.name === "TimeoutError") this.#counts.hangs += 1;
      return { status: 0, body: undefined };
    }
  }
}
