import { parseArgs } from "node:util";
import { SYSTEMS, type System } from "./systems/system.ts";
import type { Work } from "./works/work.ts";
import { WORKS } from "./works/works.ts";

/** What is asked of the benchmark. */
export interface Options {
  readonly help: boolean;
  /** Tiny data, a few requests each, nothing written: whether it works at all. */
  readonly check: boolean;
  readonly rounds: number;
  /** Of each round and system. */
  readonly seconds: number;
  readonly works: readonly Work[];
  readonly systems: readonly System[];
  readonly login: boolean;
  readonly start: boolean;
  /** Whether nothing is left out. */
  readonly isWhole: boolean;
}

export const HELP = `Triptych against what Node and SQLite can do at most (limit), and against what one would pick instead (Express), in one run on one machine: the
servers on one core, the load on another, all three in turn, round by round. Prints tables, compares with the last committed result, and writes
docs/performance/bench.json and bench.svg. The first run makes the data, about 300 MB, and keeps it in bench/.data.

Usage: npm run bench [-- <options>]

  --rounds <number>     how many rounds, 5 by default
  --seconds <number>    how long each round of each system, 2 by default
  --only <work,…>       these works, without login and start unless they are named too; nothing is written
  --systems <name,…>    these systems of ${SYSTEMS.join(", ")}; nothing is written
  --no-login            without logging in; nothing is written
  --no-start            without starting; nothing is written
  --check               whether every system answers everything right, on tiny data; nothing is measured and nothing is written

Works: ${WORKS.map(({ name }) => name).join(", ")}.

The load is wrk where it is installed, otherwise autocannon. An answer of another status than the right one is an error.
`;

/** Reads the options. Throws with a sentence for those that make no sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      help: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "2" },
      only: { type: "string" },
      systems: { type: "string" },
      login: { type: "boolean" },
      start: { type: "boolean" },
    },
  });
  const names = values.only?.split(",");
  const works = WORKS.filter(({ name }) => names?.includes(name) ?? true);
  refuseUnknown("--only", names, [...WORKS.map(({ name }) => name), "login", "start"]);
  const systems = values.systems?.split(",");
  refuseUnknown("--systems", systems, SYSTEMS);
  const login = values.login ?? names?.includes("login") ?? true;
  const start = values.start ?? names?.includes("start") ?? true;
  return {
    help: values.help,
    check: values.check,
    rounds: whole("rounds", values.rounds),
    seconds: whole("seconds", values.seconds),
    works,
    systems: SYSTEMS.filter((system) => systems?.includes(system) ?? true),
    login,
    start,
    isWhole: names === undefined && systems === undefined && login && start,
  };
}

function whole(name: string, value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new Error(`--${name} must be a whole number from 1 to 9999.`);
  return Number(value);
}

function refuseUnknown(option: string, names: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${option} does not know "${unknown}", but ${known.join(", ")}.`);
}
