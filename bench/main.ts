import { argv, exit, stderr, stdout } from "node:process";
import { HELP, type Options, readOptions } from "./options.ts";
import { comparisonOf } from "./results/comparison.ts";
import { readCommitted, writeResults } from "./results/files.ts";
import { tablesOf } from "./results/table.ts";
import { run } from "./run.ts";

try {
  const options = readOptions(argv.slice(2));
  if (options.help) stdout.write(HELP);
  else await bench(options);
} catch (error) {
  stderr.write(`bench: ${sentencesOf(error).join(" ")}\n`);
  exit(1);
}

async function bench(options: Options): Promise<void> {
  const results = await run(options);
  if (options.check) {
    stdout.write(`Every system answers all of ${Object.keys(results.works).length} works, and the same.\n`);
    return;
  }
  stdout.write(tablesOf(results));
  const committed = await readCommitted();
  if (committed !== undefined) stdout.write(`\n${comparisonOf(results, committed)}`);
  // A part of the benchmark is no result to be compared with.
  if (options.isWhole) await writeResults(results);
}

function sentencesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause === undefined ? [] : sentencesOf(error.cause))];
}
