import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseCount } from "../output.ts";
import { type Choice, SYSTEMS } from "../systems.ts";
import { WORKLOADS, type Workload } from "./workloads.ts";

export interface Options {
  readonly help: boolean;
  /** Only checks, with little data and a few requests, that every system responds as expected. */
  readonly check: boolean;
  readonly rounds: number;
  /** The duration of one round of one system; twice as long for heavy workloads. */
  readonly seconds: number;
  readonly workloads: readonly Workload[];
  readonly systems: readonly Choice[];
  /** Folder of another version to compare with, with its packages installed. */
  readonly against: string | undefined;
  /** URL of the PostgreSQL server to run on; undefined: on an SQLite file. */
  readonly postgres: string | undefined;
  /** What to measure beside the workloads. */
  readonly sections: Readonly<Record<Section, boolean>>;
  /** Whether all workloads and systems are measured; otherwise no files are written. */
  readonly isComplete: boolean;
}

type Section = keyof typeof SECTIONS;

/** What is measured beside the workloads, and how the help describes it. */
const SECTIONS = {
  login: "login (compared with the hash alone)",
  lists: "lists (the last page of 1,000,000 items and users compared with the first)",
  searches: "searches (in 25,000 of 1,000,000 items)",
  "slow-disk": "slow-disk (reads while a flush to the disk takes 200 ms; SQLite only; needs strace)",
  start: "start (restart after kill -9, idle memory)",
  bulk: "bulk (changes of 9,500 items in one request, and another account's writes meanwhile)",
  import: "import (a file of 100,000 links, by the command)",
};

export const HELP = `\
Compares Triptych with the fastest server that Node and the database allow (limit), with Express and with
PocketBase. The servers share one core and are measured in turn, round by round, with the load on another
core; during the measurement of logins all use all cores. Prints tables, first the targets and whether
they are met, and the changes since the last committed result; writes docs/performance/bench.json,
bench.md and bench.svg, on PostgreSQL bench-postgres.*.
Takes about 25 minutes, during which nothing else should run.

Usage: npm run bench [-- <options>]

  --rounds <number>     number of rounds, 7 by default; logins have five times as many
  --seconds <number>    duration of each round of each system, 1 by default; heavy workloads twice as long
  --only <name,…>       only these workloads; writes no files
  --systems <name,…>    only these of ${SYSTEMS.join(", ")}; writes no files
  --against <folder>    also another version of Triptych, in a checkout with its packages installed, on a
                        database of its own; writes no files
  --postgres <url>      on this PostgreSQL server, in a temporary database: limit and Triptych only
  --check               only checks that all systems return the same data; measures nothing, writes no files
  --help                prints this

Workloads:
  ${[...WORKLOADS.map(({ name }) => name), ...Object.values(SECTIONS)].join("\n  ")}

Needs wrk, the load generator: apt-get install wrk. PocketBase is built with Go 1.26 or newer; without Go it
is left out. Stops at a response with an unexpected status.
`;

/** Parses the command line. Throws for unknown options and values. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h", default: false },
      check: { type: "boolean", default: false },
      rounds: { type: "string", default: "7" },
      seconds: { type: "string", default: "1" },
      only: { type: "string" },
      systems: { type: "string" },
      against: { type: "string" },
      postgres: { type: "string" },
    },
  });
  const [only, systems] = [values.only?.split(","), values.systems?.split(",")];
  assertKnown("--only", only, [...WORKLOADS.map(({ name }) => name), ...Object.keys(SECTIONS)]);
  assertKnown("--systems", systems, SYSTEMS);
  const { postgres, against } = values;
  const measurable = postgres === undefined ? SYSTEMS : (["limit", "triptych"] as const);
  const isIncluded = (name: string) => only?.includes(name) ?? true;
  return {
    help: values.help,
    check: values.check,
    rounds: parseCount("rounds", values.rounds, 9999),
    seconds: parseCount("seconds", values.seconds, 9999),
    workloads: WORKLOADS.filter(({ name }) => isIncluded(name)),
    systems: measurable.filter((system) => systems?.includes(system) ?? true),
    against: against === undefined ? undefined : resolve(against),
    postgres,
    sections: {
      login: isIncluded("login"),
      lists: isIncluded("lists"),
      searches: isIncluded("searches"),
      "slow-disk": postgres === undefined && isIncluded("slow-disk"),
      start: isIncluded("start"),
      bulk: isIncluded("bulk"),
      import: isIncluded("import"),
    },
    isComplete: only === undefined && systems === undefined && against === undefined,
  };
}

function assertKnown(option: string, names: readonly string[] = [], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${option}: "${unknown}" is not one of ${known.join(", ")}.`);
}
