import { globSync, rmSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process, { argv, env, exit, stdout } from "node:process";
import { parseArgs } from "node:util";
import { ROOT } from "../harness/server-process.ts";
import { type Cache, hashOf, readCache, writeCache } from "./mutants/cache.ts";
import { listTestFiles, measure } from "./mutants/coverage.ts";
import { listStale, reasonFor } from "./mutants/equivalent.ts";
import { listMutants, type Mutant } from "./mutants/mutant.ts";
import { mergeIntoPage, type Results, scoreOf, toLine } from "./mutants/page.ts";
import { shuffle } from "./mutants/shuffle.ts";
import { isExecuted, isKilled, withoutTypeErrors } from "./mutants/trial.ts";
import { TypeCheck } from "./mutants/type-check.ts";
import { createWorkingCopy } from "./shared/working-copy.ts";

const HELP = `Tests the tests: changes the code of a folder in one place after the other (a mutant), and runs the tests of npm test
and npm run test:extended that execute this place; for src/cli those that start the command line. A mutant that fails no
test has survived: a test is missing, or the change makes no difference.

Usage: npm run mutants -- <folder or file> [--sample <number>] [--seed <number>] [--fresh]

  --sample <number>   how many mutants are tried, chosen at random; 60 by default
  --seed <number>     another sample; 1 by default
  --fresh             forgets what earlier runs found about unchanged files

Prints the survivors. The results of a folder are also written to docs/mutants.md. Mutants that do not compile are not
tried. Code that needs a browser or Redis is left out, and src/database/postgres/ unless TEST_DATABASE_URL is set. Mutants
that no test can notice are listed in scripts/mutants/equivalent.ts and left out of the score.

The changes are made in a temporary copy of the working tree. The first run takes several minutes longer, because it
measures what each test file executes. Exits with 1 when an entry of equivalent.ts matches no mutant any more.
`;

/** Code that the tests execute only if this variable is set. Otherwise it is left out. */
const NEEDED_VARIABLES: Readonly<Record<string, string>> = { "src/database/postgres/": "TEST_DATABASE_URL" };

/** Code that these tests do not execute: scripts for browsers, and what needs Redis. */
const LEFT_OUT = ["src/pages/assets/", "src/limits/redis-"];

/** Mutants whose types are checked together. */
const CHECKED_TOGETHER = 40;

const PAGE = join(ROOT, "docs/mutants.md");

// Without these handlers Node would skip the exit event, in which the copy is removed.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => exit(1));

const { values, positionals } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: {
    help: { type: "boolean", default: false },
    sample: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    fresh: { type: "boolean", default: false },
  },
});
const [target] = positionals;
if (values.help || target === undefined) stdout.write(HELP);
else await main(target.replace(/\/$/, ""), Number(values.sample), Number(values.seed));

async function main(target: string, sample: number, seed: number): Promise<void> {
  const isFolder = statSync(join(ROOT, target)).isDirectory();
  const files = (isFolder ? globSync(`${target}/**/*.{ts,js}`, { cwd: ROOT }).sort() : [target]).filter(isReachable);
  const copy = await createWorkingCopy("triptych-mutants-");
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  const mutants = (await Promise.all(files.map((file) => listMutants(copy, file)))).flat();
  const cache = await readCache(copy, values.fresh);
  const tests = listTestFiles(copy, target);
  await measureCoverage(copy, cache, tests);
  const results = await tryMutants({ copy, cache, tests }, target, shuffle(mutants, seed), sample);
  stdout.write(`\n${results.survived.map((mutant) => `${toLine(mutant)}\n`).join("")}`);
  stdout.write(`${target}: ${results.killed.length} killed, ${results.survived.length} survived, `);
  stdout.write(`${results.equivalent.length} equivalent, of ${mutants.length} mutants: ${scoreOf(results)}\n`);
  if (isFolder) await writeFile(PAGE, mergeIntoPage(await readFile(PAGE, "utf8").catch(() => ""), results));
  for (const { file, code, change } of listStale(files, mutants)) {
    stdout.write(`scripts/mutants/equivalent.ts: no mutant of ${file} is \`${change}\` in the line \`${code}\`\n`);
    process.exitCode = 1;
  }
}

function isReachable(file: string): boolean {
  if (LEFT_OUT.some((start) => file.startsWith(start))) return false;
  return !Object.entries(NEEDED_VARIABLES).some(([folder, name]) => file.startsWith(folder) && env[name] === undefined);
}

/** Measures what each test file executes, if it has changed since the last run. */
async function measureCoverage(copy: string, cache: Cache, tests: readonly string[]): Promise<void> {
  for (const file of tests) {
    const hash = hashOf(copy, file);
    if (cache.coverage[file]?.hash !== hash) {
      stdout.write(`measuring ${file}\n`);
      cache.coverage[file] = { hash, coverage: await measure(copy, file) };
      await writeCache(cache);
    }
    if (!cache.coverage[file].coverage.passed) stdout.write(`${file} is left out: it fails without any change\n`);
  }
}

/** Tries mutants until as many as the sample needs compiled, and prints the result of each. */
async function tryMutants(
  { copy, cache, tests }: { readonly copy: string; readonly cache: Cache; readonly tests: readonly string[] },
  folder: string,
  mutants: readonly Mutant[],
  sample: number,
): Promise<Results> {
  const killed: Mutant[] = [];
  const survived: Mutant[] = [];
  const equivalent: { mutant: Mutant; reason: string }[] = [];
  for (const mutant of compiling(copy, mutants, cache)) {
    if (killed.length + survived.length + equivalent.length === sample) break;
    const reason = reasonFor(mutant);
    const wasKilled = reason === undefined && (await isKilled(copy, mutant, cache, tests));
    if (reason !== undefined) equivalent.push({ mutant, reason });
    else (wasKilled ? killed : survived).push(mutant);
    const outcome = reason !== undefined ? "equivalent" : wasKilled ? "killed" : "survived";
    const note = isExecuted(mutant, cache, tests) ? "" : " (no test executes it)";
    stdout.write(`${outcome.padEnd(10)} ${toLine(mutant)}${note}\n`);
    await writeCache(cache);
  }
  return { folder, total: mutants.length, killed, survived, equivalent };
}

/** Iterates over the mutants that TypeScript accepts. */
function* compiling(copy: string, mutants: readonly Mutant[], cache: Cache): Generator<Mutant, void> {
  const types = new TypeCheck(copy);
  for (let start = 0; start < mutants.length; start += CHECKED_TOGETHER) {
    yield* withoutTypeErrors(types, mutants.slice(start, start + CHECKED_TOGETHER), cache);
  }
}
