import { sql } from "kysely";
import { type Attributes, tracedJob } from "../base/instrumentation.ts";
import { type Database, inTransaction } from "../database/database.ts";
import { LeasedJob } from "../database/leased-job.ts";
import * as notification from "../library/events/notification.ts";
import * as outbox from "../library/events/outbox.ts";
import { ATTEMPT_TIMEOUT_MS, attempt, type EventCheck, type Transport } from "./attempt.ts";
import { clean, type DisabledWebhook } from "./housekeeping.ts";
import * as queue from "./queue.ts";
import { settle } from "./settlement.ts";
import { AttemptSlots, FAST_MS } from "./slots.ts";

/** Delay before a search for due deliveries, in milliseconds: coalesces changes, and leaves time for requests. */
const PAUSE_MS = 10;

/** Milliseconds between searches: for retries, and events that another server wrote. */
const SEARCH_INTERVAL_MS = 1_000;

/** Milliseconds between searches while no webhook is enabled. */
const IDLE_INTERVAL_MS = 10_000;

/** Milliseconds between two runs of housekeeping. */
const CLEAN_INTERVAL_MS = 60_000;

/** How long the lease lasts, in milliseconds: another server resumes deliveries this long after a crash. */
const LEASE_MS = 10_000;

/** Webhooks that one search considers. */
const MAX_WEBHOOKS = 100;

interface Options {
  readonly database: Database;
  readonly clock: () => number;
  /** Whether receivers in private networks are allowed. */
  readonly allowsPrivate: boolean;
  /** For tests. */
  readonly transport?: Partial<Transport>;
  readonly searchInterval?: number;
}

/**
 * Delivers events in the background. Of several servers, only the one that holds the lease does: a second one would not
 * keep the order. Events that are being delivered when the server is killed are delivered again.
 */
export class WebhookWorker {
  readonly #database: Database;
  readonly #clock: () => number;
  #transport: Transport;
  readonly #searchInterval: number;
  readonly #job: LeasedJob;
  readonly #slots = new AttemptSlots();
  readonly #attempts = new Set<Promise<void>>();
  #onError: (error: unknown) => void = () => {};
  #onDisabled: (webhook: DisabledWebhook) => void = () => {};
  #stopListening: (() => void) | undefined;
  #cleanAt = 0;

  constructor({ database, clock, allowsPrivate, transport, searchInterval = SEARCH_INTERVAL_MS }: Options) {
    this.#database = database;
    this.#clock = clock;
    this.#transport = { allowsPrivate, timeout: ATTEMPT_TIMEOUT_MS, ...transport };
    this.#searchInterval = searchInterval;
    const options = { duration: LEASE_MS, pauseBefore: PAUSE_MS, retryDelay: searchInterval };
    this.#job = new LeasedJob(database, clock, { name: "webhooks", ...options });
  }

  /** Begins to deliver. Reports errors and disabled webhooks, and calls `check` with each request that it sends. */
  start(
    onError: (error: unknown) => void,
    onDisabled: (webhook: DisabledWebhook) => void = () => {},
    check: EventCheck = () => {},
  ): void {
    this.#transport = { ...this.#transport, check };
    this.#onError = onError;
    this.#onDisabled = onDisabled;
    this.#stopListening ??= notification.onEvents(this.#database, () => this.wake());
    this.#job.start(() => this.#run(), onError);
  }

  /** Searches for due deliveries soon. */
  wake(): void {
    this.#job.wake();
  }

  /** Resolves when no attempt is in progress. */
  async settled(): Promise<void> {
    while (this.#attempts.size > 0) await Promise.all(this.#attempts);
  }

  /** Aborts attempts that are in progress; their events are delivered again after the next start. */
  async close(): Promise<void> {
    this.#stopListening?.();
    await this.#job.close();
    await this.settled();
  }

  /** Begins the attempts that are due. Returns the milliseconds to the next search. */
  async #run(): Promise<number> {
    const hasEnabled = await this.#hasEnabled();
    // Without webhooks there is nothing to clean, and writing the lease would invalidate cached responses.
    if (!hasEnabled && !(this.#isCleanDue() && (await this.#hasAny()))) {
      await this.#job.release();
      return IDLE_INTERVAL_MS;
    }
    if (!(await this.#job.acquire())) return this.#searchInterval;
    await this.#clean();
    if (!hasEnabled) return this.#searchInterval;
    await this.#search(0);
    await this.#search(1);
    return this.#searchInterval;
  }

  async #hasEnabled(): Promise<boolean> {
    const enabled = this.#database.selectFrom("webhooks").select("id").where("enabled", "=", sql.lit(1)).limit(1);
    return (await enabled.executeTakeFirst()) !== undefined;
  }

  async #hasAny(): Promise<boolean> {
    return (await this.#database.selectFrom("webhooks").select("id").limit(1).executeTakeFirst()) !== undefined;
  }

  /** Whether the last housekeeping was a minute ago, or in the future because the clock was set back. */
  #isCleanDue(): boolean {
    const now = this.#clock();
    return now >= this.#cleanAt || now < this.#cleanAt - CLEAN_INTERVAL_MS;
  }

  /** Does housekeeping every minute, and again soon while there is more to delete. */
  async #clean(): Promise<void> {
    if (!this.#isCleanDue()) return;
    const now = this.#clock();
    const { hasMore, disabled } = await clean(this.#database, now);
    this.#cleanAt = hasMore ? now : now + CLEAN_INTERVAL_MS;
    if (hasMore) this.wake();
    if (disabled !== undefined) this.#onDisabled(disabled);
  }

  async #search(slow: queue.DueWebhook["slow"]): Promise<void> {
    if (this.#slots.free(slow) <= 0) return;
    const now = this.#clock();
    const filter = { slow, busy: this.#slots.busyWebhooks, limit: MAX_WEBHOOKS };
    const due = await queue.listDueWebhooks(this.#database, now, filter);
    for (const webhook of due) {
      if (this.#job.signal.aborted) return;
      if (webhook.isActive) await this.#deliverDue(webhook, now);
      else await this.#disable(webhook);
    }
  }

  /** Stops the deliveries of a deactivated or deleted account. */
  async #disable({ id }: queue.DueWebhook): Promise<void> {
    await inTransaction(this.#database, (transaction) => outbox.disable(transaction, id, "account"));
    this.#cleanAt = 0;
  }

  async #deliverDue(webhook: queue.DueWebhook, now: number): Promise<void> {
    const free = this.#slots.freeFor(webhook);
    if (free === 0) return;
    // As of before the query: its result may include a delivery whose attempt ends while it is being read.
    const running = this.#slots.runningOf(webhook.id);
    const heads = await queue.listHeads(this.#database, webhook.id, free + running.size);
    if (!heads.some(({ next_at }) => next_at <= now)) {
      await this.#refreshDue(webhook);
      return;
    }
    const due = heads.filter(({ id, next_at }) => next_at <= now && !running.has(id));
    for (const delivery of due.slice(0, free)) this.#begin(webhook, delivery);
  }

  async #refreshDue({ id }: queue.DueWebhook): Promise<void> {
    await inTransaction(this.#database, async (transaction) => {
      if ((await queue.lock(transaction, id)) !== undefined) await queue.refreshDue(transaction, id);
    });
  }

  #begin(webhook: queue.DueWebhook, delivery: queue.DueDelivery): void {
    this.#slots.begin(webhook, delivery.id);
    const attempted = tracedJob("webhook", (attributes) => this.#attempt(delivery, attributes))
      .catch(this.#onError)
      .finally(() => {
        this.#attempts.delete(attempted);
        this.wake();
      });
    this.#attempts.add(attempted);
  }

  async #attempt(delivery: queue.DueDelivery, attributes: Attributes): Promise<void> {
    const startedAt = performance.now();
    attributes["triptych.webhook.id"] = delivery.webhook_id;
    attributes["triptych.webhook.message_id"] = delivery.message_id;
    attributes["triptych.webhook.attempt"] = delivery.attempts + 1;
    try {
      const outcome = await attempt(delivery, this.#clock(), this.#transport, this.#job.signal);
      if (outcome.status !== null) attributes["http.response.status_code"] = outcome.status;
      if (outcome.reason !== null) attributes["error.type"] = outcome.reason;
      // An attempt that was aborted because the server stops does not count.
      if (outcome.reason !== null && this.#job.signal.aborted) return;
      const slow = performance.now() - startedAt > FAST_MS ? 1 : 0;
      await settle(this.#database, this.#clock(), delivery, { ...outcome, slow });
    } finally {
      this.#slots.end(delivery.id);
    }
  }
}
