import { readFile } from "node:fs/promises";
import { argv, exit, stderr, stdout } from "node:process";
import type { Results } from "./comparison/results.ts";
import { messageOf, table } from "./output.ts";

const HELP = `\
Prints the tables of docs/scaling.md: the processor time of requests, from the results of
npm run bench -- --postgres, and what numbers of accounts need.

Usage: npm run bench:scaling [-- <file>]

  <file>  the results, docs/performance/bench-postgres.json by default
`;

/** Workloads, and the share of an account's requests that each stands for. */
const MIX: Readonly<Record<string, number>> = {
  "raindrops-first": 1 / 2,
  "collections-100": 1 / 4,
  search: 1 / 8,
  "post-raindrop": 1 / 8,
};

/** Requests of an account in a day, and the busiest second as a multiple of the average one. */
const REQUESTS_PER_DAY = 200;
const PEAK = 5;

/** The maximum load of PostgreSQL's cores, and of the core of a server process. */
const MAX_DATABASE_LOAD = 0.6;
const MAX_SERVER_LOAD = 0.7;

/** MB of an account, from `npm run bench:account`, and the factor for dead rows between two vacuums. */
const ACCOUNT_MB = 2.8;
const DEAD_ROWS = 4 / 3;

const ACCOUNTS = [10_000, 100_000, 1_000_000, 10_000_000];

try {
  const [file = "docs/performance/bench-postgres.json"] = argv.slice(2);
  if (file === "--help") stdout.write(HELP);
  else stdout.write(textOf(JSON.parse(await readFile(file, "utf8")) as Results)); // written by `npm run bench`
} catch (error) {
  stderr.write(`bench:scaling: ${messageOf(error)}\n`);
  exit(1);
}

function textOf({ workloads }: Results): string {
  const costs = Object.entries(workloads).flatMap(([name, { title, systems }]) => {
    const { cpu, databaseCpu } = systems.triptych ?? {};
    return cpu === undefined || databaseCpu === undefined ? [] : [{ name, title, cpu, databaseCpu }];
  });
  const costOf = (name: string) => {
    const cost = costs.find((cost) => cost.name === name);
    if (cost === undefined) throw new Error(`The results have no processor times of ${name}.`);
    return cost;
  };
  const average = (of: (cost: (typeof costs)[number]) => number) =>
    Object.entries(MIX).reduce((sum, [name, share]) => sum + share * of(costOf(name)), 0);
  const [server, database] = [average(({ cpu }) => cpu), average(({ databaseCpu }) => databaseCpu)];
  const rows = [
    ...costs.map(({ name, title, cpu, databaseCpu }) => [title, ...[cpu, databaseCpu].map(toText), shareOf(name)]),
    ["average of the mix", toText(server), toText(database), ""],
  ];
  const needs = ACCOUNTS.map((accounts) => {
    const rate = (accounts * REQUESTS_PER_DAY) / 86_400;
    return [
      accounts.toLocaleString("en"),
      toText((accounts * ACCOUNT_MB * DEAD_ROWS) / 1000),
      toText(rate),
      toText(PEAK * rate),
      Math.ceil((PEAK * rate * database) / 1e6 / MAX_DATABASE_LOAD).toLocaleString("en"),
      Math.ceil((PEAK * rate * server) / 1e6 / MAX_SERVER_LOAD).toLocaleString("en"),
    ];
  });
  const titles = ["accounts", "GB", "requests a second", "in the busiest", "cores of PostgreSQL", "server processes"];
  return `${table(["Request", "server µs", "PostgreSQL µs", "share of the mix"], rows)}

Requests of the mix a second: ${toText((1e6 / server) * MAX_SERVER_LOAD)} in one server process, ${toText((1e6 / database) * MAX_DATABASE_LOAD)} for each core of PostgreSQL.

${table(titles, needs)}
`;
}

function shareOf(name: string): string {
  const share = MIX[name];
  return share === undefined ? "" : `1/${1 / share}`;
}

function toText(number: number): string {
  return number.toLocaleString("en", { maximumSignificantDigits: 3 });
}
