/** Window over which requests are counted: an hour, in milliseconds. */
export const WINDOW_MS = 60 * 60 * 1000;

/** The state of a network's current window. */
export interface Tally {
  /** Requests, this one included. Exact up to the limit; above it, any number greater than the limit. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly remainingMs: number;
}

/** Counts requests by network, in windows of an hour that start with a network's first request. */
export interface RequestCounter {
  /** Must be awaited before the first `hit`. Throws `unavailable` if the store can't be reached. */
  readonly open: () => Promise<void>;
  /** Counts a request. Throws `unavailable` if it can't. */
  readonly hit: (network: string) => Promise<Tally>;
  /** Takes back one `hit`, for a request that does not count, such as one that gets a 304. */
  readonly refund: (network: string) => Promise<void>;
  /** Throws `unavailable` if requests can't be counted. */
  readonly check: () => Promise<void>;
  /** Saves the counts and releases the connection. */
  readonly close: () => Promise<void>;
}
