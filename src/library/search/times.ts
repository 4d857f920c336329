import type { TimeRange } from "./condition.ts";

/** An operator, and a year, month, day or ISO time. */
const TIME =
  /^(>=|<=|>|<)?(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/i;

/** The range of times that a text such as `>2021-07` means, in UTC; undefined if it is not valid. */
export function parseTimes(text: string): TimeRange | undefined {
  const [, operator, year, month, day, hour, minute, second, fraction, zone] = TIME.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month ?? "01"}-${day ?? "01"}`;
  const start = Date.parse(`${date}T00:00:00.000Z`);
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, date.length) !== date) return undefined;
  if (hour === undefined) return toRange(operator, start, endOf(start, month, day));
  const from = Date.parse(`${date}T${hour}:${minute}:${second ?? "00"}${fraction ?? ""}${zone?.toUpperCase()}`);
  if (Number.isNaN(from)) return undefined;
  return toRange(operator, from, from + (second === undefined ? 60_000 : fraction === undefined ? 1_000 : 1));
}

/** The start of the next year, month or day. */
function endOf(start: number, month: string | undefined, day: string | undefined): number {
  const end = new Date(start);
  if (day !== undefined) end.setUTCDate(end.getUTCDate() + 1);
  else if (month !== undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end.getTime();
}

function toRange(operator: string | undefined, from: number, before: number): TimeRange {
  if (operator === ">") return { from: before };
  if (operator === "<") return { before: from };
  if (operator === ">=") return { from };
  if (operator === "<=") return { before };
  return { from, before };
}
