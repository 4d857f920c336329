/** Window over which requests are counted: an hour, in milliseconds. */
export const WINDOW_MS = 60 * 60 * 1000;

/** The state of a network's current window. */
export interface Tally {
  /** Requests, this one included. Exact up to the limit; beyond it, any greater number. */
  readonly count: number;
  /** Milliseconds until the window ends, at most `WINDOW_MS`. */
  readonly remainingMs: number;
}

/** Receives the first error of each outage of the database or Redis that holds the counts, for the log. */
export type ReportOutage = (message: string, cause: unknown) => void;

/** Counts requests by network, in windows of an hour that start with a network's first request. */
export interface RequestCounter {
  /**
   * Must be awaited before the first `hit`. Does not throw: a store that can't be reached is
   * reported and tried again in the background.
   */
  readonly open: (report: ReportOutage) => Promise<void>;
  /** Counts a request. Throws `unavailable` if it can't. */
  readonly hit: (network: string) => Tally | Promise<Tally>;
  /** Undoes one `hit`, for a request that does not count, such as one that gets a 304. */
  readonly refund: (network: string) => Promise<void>;
  /** Whether the store responds. Does not wait for it. */
  readonly isAvailable: () => boolean;
  /** Saves the counts and releases the connection. */
  readonly close: () => Promise<void>;
}
