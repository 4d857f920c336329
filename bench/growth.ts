import { argv, env, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { type Growth, growthOf, verdictOn } from "./growth/growth.ts";
import { writeResults } from "./growth/results.ts";
import { measure, warmUp } from "./growth/rounds.ts";
import { openSite, type Site } from "./growth/site.ts";
import { WORKS } from "./growth/works.ts";

const SIZES = "1000,10000,100000,1000000";

const HELP = `How long a request takes among few rows and among many: makes a database of each size, starts a server on each, and asks them in turn, one request
after the other on one connection. Prints the median of each kind of work and whether what should be flat is. A run of all kinds of work over the sizes by
default, on both engines, is written to docs/performance/growth.json and docs/performance/growth.svg.

Usage: npm run bench:growth [-- --rows <a,b,…>] [--times <number>] [--only <text>]

  --rows <a,b,…>     the sizes, ${SIZES} by default; each a multiple of 1,000
  --times <number>   how often each server is asked for each kind of work, 500 by default
  --only <text>      the kinds of work whose names hold this text

On SQLite, and on the PostgreSQL whose address is in DATABASE_URL, where a database is made of each size and dropped in the end.
`;

try {
  const options = readOptions();
  if (options.help) stdout.write(HELP);
  else await bench(options);
} catch (error) {
  stderr.write(`bench:growth: ${error instanceof Error ? error.message : error}\n`);
  exit(1);
}

interface Options {
  readonly sizes: readonly number[];
  readonly times: number;
  /** A part of the names of the kinds of work; empty: all. */
  readonly only: string;
}

function readOptions(): Options & { readonly help: boolean } {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      help: { type: "boolean", default: false },
      rows: { type: "string", default: SIZES },
      times: { type: "string", default: "500" },
      only: { type: "string", default: "" },
    },
  });
  const sizes = values.rows.split(",").map((size) => wholeOf("rows", size));
  if (sizes.some((size) => size % 1_000 !== 0)) throw new Error("--rows must be multiples of 1,000.");
  return { ...values, sizes: sizes.toSorted((one, other) => one - other), times: wholeOf("times", values.times) };
}

function wholeOf(name: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`--${name} must be whole numbers from 1 to 9,999,999.`);
  return Number(text);
}

async function bench(options: Options): Promise<void> {
  const found = await growOn("SQLite", undefined, options);
  const { DATABASE_URL } = env;
  if (DATABASE_URL === undefined) stderr.write("PostgreSQL was not measured: DATABASE_URL names no server.\n");
  else found.push(...(await growOn("PostgreSQL", DATABASE_URL, options)));
  if (isWhole(options) && DATABASE_URL !== undefined) await writeResults(found, options.times);
  else stderr.write("Nothing was written: this was a part of the benchmark.\n");
}

/** A part of the benchmark is no result to be compared with. */
function isWhole({ sizes, only }: Options): boolean {
  return only === "" && sizes.join() === SIZES;
}

/** Measures an engine; prints its table as it comes. */
async function growOn(
  engine: Growth["engine"],
  postgres: string | undefined,
  { sizes, times, only }: Options,
): Promise<Growth[]> {
  const sites: Site[] = [];
  const found: Growth[] = [];
  try {
    for (const rows of sizes) sites.push(await openSite(rows, postgres));
    stdout.write(
      `| ${engine}, ms | ${sizes.join(" | ")} rows | last / first | |\n|---|${"---|".repeat(sizes.length)}---|---|\n`,
    );
    await warmUp(sites);
    for (const work of WORKS.filter(({ name }) => name.includes(only))) {
      const growth = growthOf(engine, work, await measure(sites, work, times));
      found.push(growth);
      const figures = [growth.work, ...Object.values(growth.ms), growth.ratio, verdictOn(growth)];
      stdout.write(`| ${figures.join(" | ")} |\n`);
    }
  } finally {
    for (const site of sites) await site.close();
  }
  return found;
}
