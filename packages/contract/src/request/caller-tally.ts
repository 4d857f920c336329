/** The state of a caller's current window. */
export interface CallerTally {
  /** Requests, this one included. Exact up to the limit; beyond it, any greater number. */
  readonly count: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Milliseconds until the window ends. */
  readonly remainingMs: number;
}

/** Counts requests by caller. */
export interface CallerCounter {
  /** Returns a promise only if it has to query a database. */
  readonly hit: (caller: string) => CallerTally | Promise<CallerTally>;
  /** Undoes one `hit` that was within the limit. */
  readonly refund: (caller: string) => void;
}

/** The rate limit's header fields of a response; undefined for a request that must be rejected. */
export type LimitFields = Readonly<Record<string, string>> | undefined;
