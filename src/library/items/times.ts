import { Failure } from "#contract/failure";

/** How far in the future the times of an item may be: clocks of clients differ. */
const MAX_AHEAD = 24 * 60 * 60 * 1000;

/** Throws `invalid` if a time that a client sets, by the name of its field, is before 1970 or too far ahead. */
export function assertTimes(times: Readonly<Record<string, number | undefined>>, now: number): void {
  for (const [field, time = now] of Object.entries(times)) {
    if (time >= 0 && time <= now + MAX_AHEAD) continue;
    const details = [
      { path: `/${field}`, message: "must be from 1970 to a day from now", reason: "time-out-of-range" },
    ];
    throw new Failure("invalid", "The times of an item must be from 1970 to a day from now.", {
      reason: "times-out-of-range",
      details,
    });
  }
}
