import { argv, exit, stderr, stdout } from "node:process";
import { comparisonChart } from "./charts.ts";
import { changesSince } from "./comparison/changes.ts";
import { HELP, type Options, readOptions } from "./comparison/options.ts";
import { run } from "./comparison/run.ts";
import { tablesOf } from "./comparison/tables.ts";
import { messageOf } from "./output.ts";
import { findCommitted, writeReport } from "./results.ts";

try {
  const options = readOptions(argv.slice(2));
  if (options.help) stdout.write(HELP);
  else await bench(options);
} catch (error) {
  stderr.write(`bench: ${messageOf(error)}\n`);
  exit(1);
}

async function bench(options: Options): Promise<void> {
  const results = await run(options);
  if (options.check) {
    stdout.write(`All systems return the same data for ${Object.keys(results.workloads).length} workloads.\n`);
    return;
  }
  const tables = tablesOf(results);
  stdout.write(tables);
  const name = options.postgres === undefined ? "bench" : "bench-postgres";
  const committed = await findCommitted(name);
  if (committed !== undefined) stdout.write(`\n${changesSince(committed, results)}`);
  if (options.isComplete) await writeReport(name, { results, tables, chart: await comparisonChart(results) });
}
