import type { Load } from "../load/load.ts";
import type { Metrics } from "../server.ts";
import { median, round, type Spread, spreadOf } from "../statistics.ts";
import type { System } from "../systems.ts";

/** The database of a run. */
export type Engine = "sqlite" | "postgres";

/** What was measured of one system in one round. */
export interface Round extends Load, Metrics {
  /** Processor time of PostgreSQL's processes, in milliseconds; undefined if it is not known. */
  readonly databaseCpu?: number | undefined;
}

/** The rounds of each system, in their order. */
export type Rounds = ReadonlyMap<System, readonly Round[]>;

/** Medians of a system's rounds, except `delay`. */
export interface Figures {
  /** Requests a second. */
  readonly rate: number;
  /** Percentiles of the latency, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** Processor time of the server per request, in microseconds. */
  readonly cpu: number;
  /** The same of PostgreSQL; undefined on SQLite, which runs in the server, and if PostgreSQL is on another machine. */
  readonly databaseCpu?: number;
  /** Processor time divided by elapsed time; above 1 if the server's threads run on several cores. */
  readonly busy: number;
  /** Resident memory at the end of a round, in MB. */
  readonly memory: number;
  /** The longest event loop delay of all rounds, in milliseconds; undefined for a program without an event loop. */
  readonly delay?: number;
}

/** The systems that Triptych is compared with. */
export type Other = Exclude<System, "triptych">;

type BySystem<T> = Readonly<Partial<Record<System, T>>>;

/** Triptych's figure divided by that of another system; above 1 Triptych is better. */
export type Ratios = Readonly<Partial<Record<Other, Spread>>>;

export interface WorkloadResult {
  readonly title: string;
  readonly systems: BySystem<Figures>;
  /** Triptych's rate divided by that of the others in the same round. */
  readonly ratios: Ratios;
  /** Ratios of requests per processor time, which other load on the machine hardly changes. */
  readonly cpuRatios: Ratios;
}

/** Logins; the servers and the load may use all cores. */
export interface LoginResult {
  /** Passwords verified a second by the hash function alone. */
  readonly hash: number;
  readonly systems: BySystem<Figures>;
  /** Logins a second divided by `hash`, by round. */
  readonly ratios: BySystem<Spread>;
  /** 99th percentile of the latency of other clients' `GET`s during the logins, in milliseconds. */
  readonly neighbour: BySystem<number>;
}

export interface StartResult {
  /** Size of the database. */
  readonly gigabytes: number;
  /** From the exit of a server killed during writes until the next one is ready, in milliseconds. */
  readonly ready: BySystem<Spread>;
  /** Resident memory of a server before its first request, in MB. */
  readonly idle: BySystem<number>;
}

/** Pages of a long list, requested one at a time and never cached; in milliseconds. */
export interface ListResult {
  readonly name: "items" | "users";
  readonly title: string;
  readonly first: Spread;
  readonly middle: Spread;
  readonly last: Spread;
  /** The time of the last page divided by that of the first in the same round. */
  readonly ratio: Spread;
}

/** A search, requested one at a time and never cached. */
export interface SearchResult {
  /** What is searched. */
  readonly title: string;
  readonly ms: Spread;
}

/** Requests while each flush to the disk takes long. */
export interface SlowDiskResult {
  readonly fsyncMs: number;
  /** 99th percentile of the latency of clients that read, and of those that write, in milliseconds. */
  readonly read: Spread;
  readonly write: Spread;
  /** Writes a second. */
  readonly writes: number;
}

/** Two versions of Triptych that are compared. */
export type Version = Extract<System, "before" | "triptych">;

/** A change of many items in one request. */
export interface BulkResult {
  readonly name: string;
  readonly ms: BySystem<Spread>;
  /** The longest write of another account during the change, in milliseconds. */
  readonly longestWait: BySystem<Spread>;
  /** The same change of a plain table in SQLite, in milliseconds; undefined on PostgreSQL, and where there is no such change. */
  readonly plain: number | undefined;
}

/** An import of a bookmark file by the command. */
export interface ImportResult {
  readonly links: number;
  readonly ms: BySystem<Spread>;
}

/** Everything that a run measured. */
export interface Results {
  readonly engine: Engine;
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** Whether the servers were pinned to one core and the load to another. */
  readonly pinned: boolean;
  readonly rounds: number;
  readonly seconds: number;
  readonly workloads: Readonly<Record<string, WorkloadResult>>;
  readonly login?: LoginResult;
  readonly lists?: readonly ListResult[];
  readonly searches?: readonly SearchResult[];
  readonly slowDisk?: SlowDiskResult;
  readonly start?: StartResult;
  /** Changes of items with 1 kB of text, and of short ones. */
  readonly bulk?: Readonly<Record<"long" | "short", readonly BulkResult[]>>;
  readonly imports?: ImportResult;
}

export function figuresOf(rounds: readonly Round[]): Figures {
  const delays = rounds.flatMap(({ delay }) => delay ?? []);
  const medianOf = (figure: (round: Round) => number) => round(median(rounds.map(figure)));
  return {
    rate: medianOf(({ rate }) => rate),
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    p999: medianOf(({ p999 }) => p999),
    cpu: medianOf(({ cpu, requests }) => (cpu / requests) * 1000),
    ...databaseCpuOf(rounds),
    busy: medianOf(({ cpu, requests, rate }) => cpu / 1000 / (requests / rate)),
    memory: medianOf(({ memory }) => memory),
    ...(delays.length > 0 && { delay: round(Math.max(...delays)) }),
  };
}

function databaseCpuOf(rounds: readonly Round[]): Pick<Figures, "databaseCpu"> {
  const measured = rounds.flatMap(({ databaseCpu, requests }) =>
    databaseCpu === undefined ? [] : [(databaseCpu / requests) * 1000],
  );
  return measured.length > 0 ? { databaseCpu: round(median(measured)) } : {};
}

export function workloadResultOf(title: string, rounds: Rounds): WorkloadResult {
  return {
    title,
    systems: Object.fromEntries([...rounds].map(([system, measured]) => [system, figuresOf(measured)])),
    ratios: ratiosOf(rounds, ({ rate }) => rate),
    cpuRatios: ratiosOf(rounds, ({ requests, cpu }) => requests / cpu),
  };
}

/** A figure of Triptych divided by that of the others in the same round. */
function ratiosOf(rounds: Rounds, figure: (round: Round) => number): Ratios {
  const ours = rounds.get("triptych");
  if (ours === undefined) return {};
  const others = [...rounds].flatMap(([system, theirs]) => (system === "triptych" ? [] : [[system, theirs] as const]));
  return Object.fromEntries(
    others.map(([system, theirs]) => {
      const ratios = ours.flatMap((round, index) => (theirs[index] ? [figure(round) / figure(theirs[index])] : []));
      return [system, spreadOf(ratios)];
    }),
  );
}
