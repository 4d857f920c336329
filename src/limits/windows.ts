import { type RawBuilder, sql } from "kysely";
import { MINUTE_MS } from "#contract/request/minute-counter";
import { WINDOW_MS } from "./request-counter.ts";

/** The time over which requests are counted. */
export interface Window {
  readonly milliseconds: number;
  /** The end of a window that begins at `now`. */
  readonly endOf: (now: RawBuilder<number>) => RawBuilder<number>;
}

/** Windows of an hour that begin with the first request. */
export const HOUR: Window = {
  milliseconds: WINDOW_MS,
  endOf: (now) => sql<number>`${now} + ${sql.lit(WINDOW_MS)}`,
};

/** The minutes of the clock. */
export const CLOCK_MINUTE: Window = {
  milliseconds: MINUTE_MS,
  endOf: (now) => sql<number>`(${now} / ${sql.lit(MINUTE_MS)} + 1) * ${sql.lit(MINUTE_MS)}`,
};
