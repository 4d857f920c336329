import { table } from "../output.ts";
import { round } from "../statistics.ts";
import type { Medians } from "./rounds.ts";
import type { Workload } from "./workloads.ts";

export type Engine = "SQLite" | "PostgreSQL";

/** How the duration of a workload's request depends on the number of rows, on one engine. */
export interface Growth {
  readonly engine: Engine;
  readonly name: string;
  readonly of: Workload["of"];
  /** Median duration of one request in milliseconds, by the number of rows in ascending order. */
  readonly ms: Readonly<Record<string, number>>;
  /** The median with the most rows divided by the median with the fewest. */
  readonly ratio: number;
  /** Why the duration rises; undefined where it should not. */
  readonly grows?: string;
}

/** One large request on one database; times in milliseconds. */
export interface LargeRequestResult {
  readonly engine: Engine;
  readonly rows: number;
  readonly name: string;
  readonly ms: number;
  /** The longest `GET` and the longest `POST` of another client during the request. */
  readonly maxGet: number;
  readonly maxPost: number;
  /** The longest event loop delay. */
  readonly delay: number;
  /** Resident memory afterwards, in MB. */
  readonly memory: number;
}

/** Everything that a run measured. */
export interface GrowthResults {
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** Maximum number of requests per workload and size. */
  readonly times: number;
  readonly workloads: readonly Growth[];
  readonly largeRequests: readonly LargeRequestResult[];
}

/** The largest ratio that counts as flat. */
const MAX_RATIO = 1.2;

export function growthOf(engine: Engine, { name, of, grows }: Workload, medians: Medians): Growth {
  const bySize = [...medians].sort(([one], [other]) => one - other);
  const [first = Number.NaN, last = Number.NaN] = [bySize[0]?.[1], bySize.at(-1)?.[1]];
  const ms = Object.fromEntries(bySize.map(([rows, time]) => [rows, round(time)]));
  return { engine, name, of, ms, ratio: round(last / first), ...(grows !== undefined && { grows }) };
}

/** The results as tables in Markdown. */
export function tablesOf({ node, cores, times, workloads, largeRequests }: GrowthResults): string {
  const engines = ["SQLite", "PostgreSQL"] as const;
  const tables = engines.flatMap((engine) => [
    ...growthTable(
      engine,
      workloads.filter((growth) => growth.engine === engine),
    ),
    ...largeRequestTable(
      engine,
      largeRequests.filter((result) => result.engine === engine),
    ),
  ]);
  const head = `Node ${node}, ${cores} cores; medians of up to ${times} requests of each workload and size, one at a time.`;
  return `${[head, ...tables].join("\n\n")}\n`;
}

function growthTable(engine: Engine, workloads: readonly Growth[]): string[] {
  const sizes = Object.keys(workloads[0]?.ms ?? {});
  if (sizes.length === 0) return [];
  const rows = workloads.map((growth) => [
    growth.name,
    ...Object.values(growth.ms).map(String),
    String(growth.ratio),
    verdictOn(growth),
  ]);
  return [table([`${engine}, ms by rows`, ...sizes, "last / first", ""], rows)];
}

function verdictOn({ ratio, grows }: Growth): string {
  if (grows !== undefined) return `not flat: ${grows}`;
  return ratio <= MAX_RATIO ? "flat" : "RISES BY MORE THAN A FIFTH";
}

/** Shows the durations for each size, and the effects on other clients for the largest only. */
function largeRequestTable(engine: Engine, results: readonly LargeRequestResult[]): string[] {
  const sizes = [...new Set(results.map(({ rows }) => rows))];
  const largest = results.filter(({ rows }) => rows === sizes.at(-1));
  if (largest.length === 0) return [];
  const rows = largest.map(({ name, maxGet, maxPost, delay, memory }) => [
    name,
    ...sizes.map((size) => toText(results.find((result) => result.rows === size && result.name === name)?.ms)),
    ...[maxGet, maxPost, delay, memory].map(toText),
  ]);
  const others = ["longest GET of another client", "longest POST", "event loop delay", "memory MB"];
  return [table([`${engine}, ms by rows`, ...sizes.map(String), ...others], rows)];
}

function toText(number: number | undefined): string {
  return number?.toFixed(0) ?? "–";
}
