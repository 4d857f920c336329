const HOUR_MS = 60 * 60 * 1000;

/** How long an event is retried after its first attempt, in milliseconds. */
export const RETRY_PERIOD_MS = 24 * HOUR_MS;

const FIRST_DELAY_MS = 5_000;

/** The longest delay between two attempts, in milliseconds, without its random part. */
export const MAX_DELAY_MS = 2 * HOUR_MS;

/** The share of a delay that is added at random, so that failed deliveries do not all come back at once. */
const JITTER = 0.2;

/** The delay after a number of failed attempts, in milliseconds: 5 s, doubled each time, at most 2 hours. */
export function delayAfter(attempts: number, random = Math.random()): number {
  const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1));
  return Math.round(delay * (1 + JITTER * random));
}
