/** An hour, in milliseconds: what requests are counted over. */
export const WINDOW = 60 * 60 * 1000;

/** How many requests came from a network in its current hour. */
export interface Tally {
  /** This one included. At least right as far as the limit; beyond it it says only that it is beyond. */
  readonly count: number;
  /** Milliseconds until the hour ends. */
  readonly remaining: number;
}

/** Counts requests by network, in hours that begin with a network's first request. */
export interface RequestCounter {
  /** To be awaited before anything is counted. Throws `unavailable` when nothing can be. */
  readonly open: () => Promise<void>;
  /** Counts a request. Throws `unavailable` when it can't. */
  readonly hit: (network: string) => Promise<Tally>;
  /** Takes a request back that costs nothing. */
  readonly refund: (network: string) => Promise<void>;
  /** Throws `unavailable` when nothing can be counted. */
  readonly check: () => Promise<void>;
  /** Keeps what is counted, and ends. */
  readonly close: () => Promise<void>;
}
