import type { System } from "../systems/system.ts";

/** The middle, the least and the most of some rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** What a system did at a work: medians of the rounds. */
export interface Figures {
  /** Requests a second. */
  readonly rate: number;
  /** How long an answer took, in milliseconds: half of them, 99 %, 99.9 % took no longer. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** Processor time of an answer, in microseconds. */
  readonly cpu: number;
  /** The part of its core that the server had, 0 to 1; a little more where it has threads. */
  readonly busy: number;
  /** Resident memory at the end of a round, in MB. */
  readonly memory: number;
  /** The longest time that the event loop was late in any round, in milliseconds. */
  readonly delay: number;
}

/** Triptych compared with the others; more than 1 is better than they are. */
export type Ratios = Readonly<Partial<Record<"limit" | "express", Spread>>>;

/** What came of a work. */
export interface WorkResult {
  readonly title: string;
  readonly systems: Readonly<Partial<Record<System, Figures>>>;
  /** Triptych's rate to those of the others in the same rounds. */
  readonly ratios: Ratios;
  /** The same of the processor time that the others take for an answer to Triptych's: hardly moved by what else the machine does. */
  readonly cpuRatios: Ratios;
}

/** What came of logging in: both cores busy. */
export interface LoginResult {
  /** Passwords verified a second by the hash alone. */
  readonly hash: number;
  /** What the servers did, while neighbours read. */
  readonly systems: Readonly<Partial<Record<System, Figures>>>;
  /** To the rate of the hash. */
  readonly ratios: Readonly<Partial<Record<System, Spread>>>;
  /** What 99 % of the neighbour's `GET`s took at most meanwhile, in milliseconds. */
  readonly neighbour: Readonly<Partial<Record<System, number>>>;
}

/** What came of starting. */
export interface StartResult {
  /** From `kill -9` while it writes to ready again, on so much data: milliseconds. */
  readonly gigabytes: number;
  readonly ready: Readonly<Partial<Record<System, Spread>>>;
  /** Resident memory of a server that nobody has asked anything, in MB. */
  readonly idle: Readonly<Partial<Record<System, number>>>;
}

/** Everything that a run has found. */
export interface Results {
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** Whether servers and load had a core each. */
  readonly pinned: boolean;
  readonly load: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly works: Readonly<Record<string, WorkResult>>;
  readonly login?: LoginResult;
  readonly start?: StartResult;
}
