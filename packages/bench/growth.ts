import { availableParallelism } from "node:os";
import { argv, env, exit, stderr, stdout, versions } from "node:process";
import { parseArgs } from "node:util";
import { growthChart } from "./charts.ts";
import { type Instance, openInstance } from "./growth/instance.ts";
import { LARGE_REQUESTS, measureLargeRequests } from "./growth/large-requests.ts";
import { type Engine, type Growth, growthOf, type LargeRequestResult, tablesOf } from "./growth/results.ts";
import { measure, warmUp } from "./growth/rounds.ts";
import { WORKLOADS } from "./growth/workloads.ts";
import { messageOf, parseCount } from "./output.ts";
import { writeReport } from "./results.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const SIZES = "1000,10000,100000,1000000";

const HELP = `\
Measures how the time of requests grows with the number of rows, and how large requests delay others.
Creates a database of each size and starts a server on each. Prints the median times of each workload
and whether they rise by more than a fifth; then the time of each large request, and the longest time
that another client's GET and POST took meanwhile.

Usage: npm run bench:growth [-- <options>]

  --rows <a,b,…>     database sizes, ${SIZES} by default; multiples of 1,000
  --times <number>   maximum requests of each workload and size, 500 by default
  --only <text>      only workloads and large requests whose names contain this
  --help             prints this

Runs on SQLite and, where DATABASE_URL is set, on that PostgreSQL server, in temporary
databases. A complete run on both writes docs/performance/growth.json, growth.md and growth.svg.
`;

interface Options {
  readonly help: boolean;
  readonly sizes: readonly number[];
  readonly times: number;
  readonly only: string;
}

try {
  const options = readOptions();
  if (options.help) stdout.write(HELP);
  else await bench(options);
} catch (error) {
  stderr.write(`bench:growth: ${messageOf(error)}\n`);
  exit(1);
}

function readOptions(): Options {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      help: { type: "boolean", short: "h", default: false },
      rows: { type: "string", default: SIZES },
      times: { type: "string", default: "500" },
      only: { type: "string", default: "" },
    },
  });
  const sizes = values.rows.split(",").map((size) => parseCount("rows", size, 9_999_000));
  if (sizes.some((size) => size % 1_000 !== 0)) throw new Error("--rows must be multiples of 1000.");
  const times = parseCount("times", values.times, 9_999_999);
  return { ...values, sizes: sizes.toSorted((one, other) => one - other), times };
}

async function bench(options: Options): Promise<void> {
  const postgresUrl = env.DATABASE_URL;
  const runs = [await runOn("SQLite", undefined, options)];
  if (postgresUrl === undefined) stderr.write("PostgreSQL was not measured: DATABASE_URL is not set.\n");
  else runs.push(await runOn("PostgreSQL", postgresUrl, options));
  const results = {
    date: new Date().toISOString().slice(0, 10),
    node: versions.node,
    cores: availableParallelism(),
    times: options.times,
    workloads: runs.flatMap(({ workloads }) => workloads),
    largeRequests: runs.flatMap(({ largeRequests }) => largeRequests),
  };
  const tables = tablesOf(results);
  stdout.write(tables);
  const isComplete = postgresUrl !== undefined && options.only === "" && options.sizes.join() === SIZES;
  if (isComplete) await writeReport("growth", { results, tables, chart: await growthChart(results) });
  else stderr.write("No files were written: the run was not complete.\n");
}

async function runOn(
  engine: Engine,
  postgresUrl: string | undefined,
  { sizes, times, only }: Options,
): Promise<{ workloads: Growth[]; largeRequests: LargeRequestResult[] }> {
  const folder = temporaryFolder();
  const isIncluded = ({ name }: { name: string }) => name.includes(only);
  const instances: Instance[] = [];
  try {
    for (const rows of sizes) instances.push(await openInstance(folder, rows, postgresUrl));
    await warmUp(instances);
    const workloads: Growth[] = [];
    for (const workload of WORKLOADS.filter(isIncluded))
      workloads.push(growthOf(engine, workload, await measure(instances, workload, times)));
    const largeRequests: LargeRequestResult[] = [];
    const included = LARGE_REQUESTS.filter(isIncluded);
    for (const instance of instances) largeRequests.push(...(await measureLargeRequests(engine, instance, included)));
    return { workloads, largeRequests };
  } finally {
    for (const instance of instances) await instance.close();
  }
}
