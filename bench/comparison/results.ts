import type { Load } from "../load/load.ts";
import type { Metrics } from "../server.ts";
import { median, round, type Spread, spreadOf } from "../statistics.ts";
import type { System } from "../systems.ts";

/** What was measured of one system in one round. */
export interface Round extends Load, Metrics {}

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
  /** Processor time per request, in microseconds. */
  readonly cpu: number;
  /** Processor time divided by elapsed time; above 1 if the server's threads run on several cores. */
  readonly busy: number;
  /** Resident memory at the end of a round, in MB. */
  readonly memory: number;
  /** The longest event loop delay of all rounds, in milliseconds. */
  readonly delay: number;
}

type BySystem<T> = Readonly<Partial<Record<System, T>>>;

/** Triptych's figure divided by that of another system; above 1 Triptych is better. */
export type Ratios = Readonly<Partial<Record<"limit" | "express", Spread>>>;

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

/** Everything that a run measured. */
export interface Results {
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** Whether the servers were pinned to one core and the load to another. */
  readonly pinned: boolean;
  readonly rounds: number;
  readonly seconds: number;
  readonly workloads: Readonly<Record<string, WorkloadResult>>;
  readonly login?: LoginResult;
  readonly start?: StartResult;
}

export function figuresOf(rounds: readonly Round[]): Figures {
  const medianOf = (figure: (round: Round) => number) => round(median(rounds.map(figure)));
  return {
    rate: medianOf(({ rate }) => rate),
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    p999: medianOf(({ p999 }) => p999),
    cpu: medianOf(({ cpu, requests }) => (cpu / requests) * 1000),
    busy: medianOf(({ cpu, requests, rate }) => cpu / 1000 / (requests / rate)),
    memory: medianOf(({ memory }) => memory),
    delay: round(Math.max(...rounds.map(({ delay }) => delay))),
  };
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
  const ratioTo = (other: "limit" | "express") => {
    const [ours, theirs] = [rounds.get("triptych"), rounds.get(other)];
    if (ours === undefined || theirs === undefined) return {};
    const ratios = ours.flatMap((round, index) => (theirs[index] ? [figure(round) / figure(theirs[index])] : []));
    return { [other]: spreadOf(ratios) };
  };
  return { ...ratioTo("limit"), ...ratioTo("express") };
}
