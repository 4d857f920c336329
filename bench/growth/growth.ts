import type { Medians } from "./rounds.ts";
import type { Work } from "./works.ts";

/** How one kind of work grows with its rows, on one engine. */
export interface Growth {
  readonly engine: "SQLite" | "PostgreSQL";
  readonly work: string;
  readonly of: Work["of"];
  /** Median milliseconds of one request, by the number of rows, rising. */
  readonly ms: Readonly<Record<string, number>>;
  /** The last of them by the first. */
  readonly ratio: number;
  /** Why it takes longer among more rows; undefined where it should not. */
  readonly grows?: string | undefined;
}

/** So much longer, at most, may take what should be flat. */
const TOLERANCE = 1.2;

/** What was measured of a work. */
export function growthOf(engine: Growth["engine"], { name, of, grows }: Work, medians: Medians): Growth {
  const inOrder = [...medians].sort(([one], [other]) => one - other);
  const [first = Number.NaN, last = Number.NaN] = [inOrder[0]?.[1], inOrder.at(-1)?.[1]];
  const ms = Object.fromEntries(inOrder.map(([rows, wait]) => [rows, rounded(wait)]));
  return { engine, work: name, of, ms, ratio: rounded(last / first), ...(grows !== undefined && { grows }) };
}

/** What is to be said of it. */
export function verdictOn({ ratio, grows }: Growth): string {
  if (grows !== undefined) return `not flat: ${grows}`;
  return ratio <= TOLERANCE ? "within a fifth" : "RISES BY MORE THAN A FIFTH";
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
