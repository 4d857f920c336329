import type { DueWebhook } from "./queue.ts";

/** Maximum attempts at a time, and how many of them may be of slow webhooks. */
const MAX_ATTEMPTS = 64;
const MAX_SLOW = 32;

/** Maximum attempts at a time of one webhook: a fast one, and a slow one. */
const MAX_OF_FAST = 4;
const MAX_OF_SLOW = 1;

/** Maximum attempts at a time of all slow webhooks of one account. */
const MAX_SLOW_OF_ACCOUNT = 2;

/** An attempt that takes longer makes its webhook slow, in milliseconds. */
export const FAST_MS = 1_000;

/**
 * Limits concurrent attempts, so that receivers that hang do not delay others. A webhook is fast while its attempts
 * end quickly, successful or not. All others, such as new ones, are slow: one attempt at a time, in half of the slots.
 */
export class AttemptSlots {
  /** By the id of the delivery. */
  readonly #running = new Map<number, DueWebhook>();

  /** The ids of webhooks with the maximum of concurrent attempts. */
  get busyWebhooks(): readonly number[] {
    const webhooks = [...this.#running.values()].filter((webhook) => this.runningOf(webhook.id).size >= maxOf(webhook));
    return [...new Set(webhooks.map(({ id }) => id))];
  }

  /** The ids of the deliveries of a webhook that are being attempted. */
  runningOf(webhookId: number): ReadonlySet<number> {
    const running = [...this.#running].filter(([, webhook]) => webhook.id === webhookId);
    return new Set(running.map(([deliveryId]) => deliveryId));
  }

  /** How many more attempts may begin, of fast or of slow webhooks. */
  free(slow: DueWebhook["slow"]): number {
    const free = MAX_ATTEMPTS - this.#running.size;
    return slow === 0 ? free : Math.min(free, MAX_SLOW - this.#count((webhook) => webhook.slow === 1));
  }

  /** How many more attempts of a webhook may begin. */
  freeFor(webhook: DueWebhook): number {
    const { id, account_id: accountId, slow } = webhook;
    const free = Math.min(this.free(slow), maxOf(webhook) - this.runningOf(id).size);
    if (slow === 0) return Math.max(0, free);
    const ofAccount = this.#count((other) => other.slow === 1 && other.account_id === accountId);
    return Math.max(0, Math.min(free, MAX_SLOW_OF_ACCOUNT - ofAccount));
  }

  begin(webhook: DueWebhook, deliveryId: number): void {
    this.#running.set(deliveryId, webhook);
  }

  end(deliveryId: number): void {
    this.#running.delete(deliveryId);
  }

  #count(matches: (webhook: DueWebhook) => boolean): number {
    return [...this.#running.values()].filter(matches).length;
  }
}

function maxOf({ slow }: DueWebhook): number {
  return slow === 0 ? MAX_OF_FAST : MAX_OF_SLOW;
}
