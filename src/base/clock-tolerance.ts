/** How far the clocks of servers, or one clock before and after a correction, may differ. */
export const CLOCK_TOLERANCE_MS = 60_000;
