/** The state of a caller's current window. */
export interface CallerTally {
  /** Requests, this one included. Exact up to the limit; beyond it, any greater number. */
  readonly count: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Milliseconds until the window ends. */
  readonly remainingMs: number;
}

/** Counts requests by caller. Returns a promise only if it has to query a database. */
export interface CallerCounter {
  readonly hit: (caller: string) => CallerTally | Promise<CallerTally>;
  /** Counts a request unless that takes a query; then it returns undefined. */
  readonly tryHit: (caller: string) => CallerTally | undefined;
  /** Undoes one `hit` that was within the limit. */
  readonly refund: (caller: string) => void;
}
