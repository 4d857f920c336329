/** Window over which requests are counted: an hour, in milliseconds. */
export const WINDOW = 60 * 60 * 1000;

/** Requests of a network in its current window. */
export interface Tally {
  /** Includes this request. Exact up to the limit; beyond it only known to be greater. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly remaining: number;
}

/** Counts requests by network, in windows of an hour that start with a network's first request. */
export interface RequestCounter {
  /** Must be awaited before the first `hit`. Throws `unavailable` if the store can't be reached. */
  readonly open: () => Promise<void>;
  /** Counts a request. Throws `unavailable` if it can't. */
  readonly hit: (network: string) => Promise<Tally>;
  /** Uncounts a request that is free of charge. */
  readonly refund: (network: string) => Promise<void>;
  /** Throws `unavailable` if requests can't be counted. */
  readonly check: () => Promise<void>;
  /** Saves the counts and releases the connection. */
  readonly close: () => Promise<void>;
}
