import type { BackupName } from "./name.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds by unit of a duration or a rule. */
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** 1970 began on a Thursday. A week begins on Monday, as in ISO 8601. */
const MONDAY_MS = 4 * DAY_MS;

/** Keeps the newest backup of each of the last `count` periods that have one. */
export interface KeepRule {
  readonly count: number;
  /** Length of a period: an hour, a day or a week, in milliseconds. */
  readonly period: number;
}

/** The default of `--keep`. */
export const DEFAULT_KEEP = "24h,7d,4w";

/** Parses rules such as `24h,7d,4w`: 24 hourly, 7 daily and 4 weekly backups. Undefined for another text. */
export function parseKeep(text: string): KeepRule[] | undefined {
  const rules = text.split(",").map((rule) => {
    const [, count, unit = ""] = /^([1-9]\d{0,3})([hdw])$/.exec(rule.trim()) ?? [];
    return count === undefined ? undefined : { count: Number(count), period: UNITS[unit] ?? HOUR_MS };
  });
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

/** Parses a duration such as `30m`, `1h` or `7d` to milliseconds. Undefined for another text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^([1-9]\d{0,3})([mhdw])$/.exec(text) ?? [];
  const length = UNITS[unit];
  return count === undefined || length === undefined ? undefined : Number(count) * length;
}

/** The backups that no rule keeps. The newest one is always kept. */
export function findExpired<B extends Pick<BackupName, "createdAt">>(
  backups: readonly B[],
  rules: readonly KeepRule[],
): B[] {
  const newestFirst = backups.toSorted((a, b) => b.createdAt - a.createdAt);
  const kept = new Set(newestFirst.slice(0, 1));
  for (const rule of rules) for (const backup of keptBy(newestFirst, rule)) kept.add(backup);
  return newestFirst.filter((backup) => !kept.has(backup));
}

function keptBy<B extends Pick<BackupName, "createdAt">>(newestFirst: readonly B[], { count, period }: KeepRule): B[] {
  const newest = new Map<number, B>();
  for (const backup of newestFirst) {
    const number = Math.floor((backup.createdAt - MONDAY_MS) / period);
    if (!newest.has(number)) newest.set(number, backup);
  }
  return [...newest.values()].slice(0, count);
}
