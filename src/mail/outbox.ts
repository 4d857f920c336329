import { setImmediate, setTimeout } from "node:timers/promises";
import { Failure } from "#contract/failure";
import { tracedJob } from "../base/instrumentation.ts";
import { isSendable, type Mail } from "./mail.ts";
import { isRejected, type Send } from "./smtp.ts";

/** Writes a mail; undefined if there is nothing to send. Runs again before each further attempt. */
export type Compose = () => Promise<Mail | undefined>;

interface Options {
  readonly send: Send;
  /** Delays before the second and each further attempt, in milliseconds. */
  readonly retryDelays?: readonly number[];
  /** Maximum duration of an attempt, in milliseconds. */
  readonly timeout?: number;
  /** Maximum time that `close` waits for mails, in milliseconds. */
  readonly closeTimeout?: number;
}

interface Entry {
  readonly compose: Compose;
  readonly attempt: number;
}

const RETRY_DELAYS_MS = [5_000, 30_000, 120_000];
const TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 3_000;

/** Maximum number of mails that wait, are being sent, or will be tried again. */
export const MAX_MAILS = 1000;

/** Maximum number of mails sent at a time. */
const CONCURRENCY = 2;

/**
 * Writes and sends mails in the background, so that neither the duration nor the result of a request
 * depends on whether a mail is sent. Up to four attempts for each mail. Mails in memory are lost when the
 * process ends.
 */
export class Outbox {
  readonly #options: Required<Options>;
  readonly #waiting: Entry[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #delayed = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #onError: (error: unknown) => void = () => {};

  constructor(options: Options) {
    this.#options = {
      retryDelays: RETRY_DELAYS_MS,
      timeout: TIMEOUT_MS,
      closeTimeout: CLOSE_TIMEOUT_MS,
      ...options,
    };
  }

  /** Reports each failed attempt from now on. */
  start(onError: (error: unknown) => void): void {
    this.#onError = onError;
  }

  /** The number of mails that wait, are being sent, or will be tried again. */
  get size(): number {
    return this.#waiting.length + this.#running.size + this.#delayed.size;
  }

  /** Adds a mail, and returns at once. Throws `unavailable` while there are 1,000 mails. */
  add(compose: Compose): void {
    if (this.size >= MAX_MAILS) {
      throw new Failure("unavailable", "Too many e-mails are waiting to be sent. Try again in a minute.", {
        reason: "mails-waiting",
        retryAfter: 60,
        limit: "mails",
      });
    }
    this.#enqueue({ compose, attempt: 0 });
  }

  /** Resolves when no mail is waiting or being sent. Does not wait for mails that will be tried again. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Waits up to 3 seconds until waiting mails are sent. Gives up all others. */
  async close(): Promise<void> {
    this.#closing.abort();
    const timer = new AbortController();
    const timeout = setTimeout(this.#options.closeTimeout, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([this.settled(), timeout]);
    timer.abort();
    this.#waiting.length = 0;
  }

  #enqueue(entry: Entry): void {
    this.#waiting.push(entry);
    while (this.#running.size < CONCURRENCY && this.#startNext());
  }

  /** Returns false if no mail is waiting. */
  #startNext(): boolean {
    const entry = this.#waiting.shift();
    if (entry === undefined) return false;
    const running = tracedJob("mail", () => this.#try(entry)).finally(() => {
      this.#running.delete(running);
      this.#startNext();
    });
    this.#running.add(running);
    return true;
  }

  async #try(entry: Entry): Promise<void> {
    // The caller of `add` goes on first.
    await setImmediate();
    try {
      const mail = await entry.compose();
      if (mail === undefined) return;
      if (!isSendable(mail.to))
        throw new Failure("invalid", "Mail can't be sent to this e-mail address.", { reason: "mail-not-sendable" });
      await withTimeout(this.#options.send(mail), this.#options.timeout);
    } catch (error) {
      this.#onError(error);
      const isFinal = isRejected(error) || (error instanceof Failure && error.kind !== "unavailable");
      if (!isFinal) this.#retryLater(entry);
    }
  }

  #retryLater({ compose, attempt }: Entry): void {
    const delay = this.#options.retryDelays[attempt];
    if (delay === undefined || this.#closing.signal.aborted) return;
    const delayed = setTimeout(delay, undefined, { signal: this.#closing.signal, ref: false }).then(
      () => {
        this.#delayed.delete(delayed);
        this.#enqueue({ compose, attempt: attempt + 1 });
      },
      () => {
        this.#delayed.delete(delayed);
      },
    );
    this.#delayed.add(delayed);
  }
}

/** Rejects if a promise takes longer than `milliseconds`. What it does may go on. */
async function withTimeout(promise: Promise<void>, milliseconds: number): Promise<void> {
  const timer = new AbortController();
  const timeout = setTimeout(milliseconds, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`The SMTP server did not accept the mail within ${milliseconds} ms.`);
  });
  try {
    await Promise.race([promise, timeout]);
  } finally {
    timer.abort();
    await timeout.catch(() => {});
  }
}
