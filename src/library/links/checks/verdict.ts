import type { Flag, Time } from "../../../database/schema/columns.ts";
import type { Finding } from "../../../page-reading/check.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long, and how often in a row, checks must fail until an item counts as broken. */
const FAILING_MS = 7 * DAY_MS;
const MAX_FAILURES = 3;

/** The time between two checks that both found that the page is gone, which is enough. */
const GONE_MS = DAY_MS;

/** The delays until the next check, after the first failure and after others. */
const FIRST_RETRY_MS = DAY_MS;
const RETRY_MS = 3 * DAY_MS;

/** When a link is checked again whose host did not allow the check. */
const UNKNOWN_MS = 30 * DAY_MS;

/** What is known of a link from checks so far, and whether its item is marked as broken. */
export interface CheckState {
  readonly failures: number;
  readonly first_failed_at: Time | null;
  readonly seen: string | null;
  readonly checked_at: Time | null;
  readonly set_by_server: Flag;
  readonly broken: Flag;
}

/** What to store after a check. `broken`: how the item is marked from now on; undefined if that stays. */
export interface Verdict {
  readonly columns: Omit<CheckState, "broken"> & { readonly due_at: Time };
  readonly broken: boolean | undefined;
}

/**
 * What a finding means: an item is broken once three checks in a row have failed within a week or more, or two found
 * that the page is gone, a day or more apart. A check that succeeds takes back what checks have set, not what people
 * have. `period`: the usual time between two checks, in milliseconds.
 */
export function verdictOn({ broken, ...known }: CheckState, finding: Finding, now: Time, period: number): Verdict {
  const dueAfter = (delay: number) => now + Math.min(delay, period);
  if (finding.kind === "unknown") return { columns: { ...known, due_at: dueAfter(UNKNOWN_MS) }, broken: undefined };
  const seen = String(finding.seen);
  if (finding.kind === "works") {
    const columns = { failures: 0, first_failed_at: null, seen, checked_at: now, set_by_server: 0 as const };
    const clears = broken === 1 && known.set_by_server === 1;
    return { columns: { ...columns, due_at: now + period }, broken: clears ? false : undefined };
  }
  const failures = known.failures + 1;
  const first_failed_at = known.first_failed_at ?? now;
  const isFailing = failures >= MAX_FAILURES && now - first_failed_at >= FAILING_MS;
  const isBroken = isFailing || (finding.kind === "gone" && wasGone(known, now));
  const sets = isBroken && broken === 0;
  const retry = failures === 1 ? FIRST_RETRY_MS : RETRY_MS;
  return {
    columns: {
      failures,
      first_failed_at,
      seen,
      checked_at: now,
      set_by_server: sets ? 1 : known.set_by_server,
      due_at: isBroken || broken === 1 ? now + period : dueAfter(retry),
    },
    broken: sets ? true : undefined,
  };
}

/** Whether the check before found that the page is gone, long enough ago. */
function wasGone({ seen, checked_at }: Omit<CheckState, "broken">, now: Time): boolean {
  return (seen === "404" || seen === "410") && checked_at !== null && now - checked_at >= GONE_MS;
}
