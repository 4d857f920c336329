import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Cache, hashOf, type Trial } from "./cache.ts";
import { executes } from "./coverage.ts";
import type { Mutant } from "./mutant.ts";
import { runTests } from "./run-tests.ts";
import type { TypeCheck } from "./type-check.ts";

/** The mutants that TypeScript accepts. Writes the results to the cache. */
export function withoutTypeErrors(types: TypeCheck, mutants: readonly Mutant[], cache: Cache): Mutant[] {
  const unknown = mutants.filter((mutant) => trialOf(mutant, cache).compiles === undefined);
  for (const [index, compiles] of types.accepts(unknown).entries()) {
    const mutant = unknown[index];
    if (mutant !== undefined) trialOf(mutant, cache).compiles = compiles;
  }
  return mutants.filter((mutant) => trialOf(mutant, cache).compiles);
}

/** Whether one of these test files fails when the code is changed. Writes the result to the cache. */
export async function isKilled(copy: string, mutant: Mutant, cache: Cache, tests: readonly string[]): Promise<boolean> {
  const trial = trialOf(mutant, cache);
  if (trial.killedBy !== undefined && areCurrent(copy, trial.killedBy)) return true;
  delete trial.killedBy;
  const path = join(copy, mutant.file);
  const original = await readFile(path);
  await writeFile(path, mutant.changedText);
  try {
    // One process for all files would be the fastest if no test failed, one for each file if many do.
    const testFiles = likelyKillersFirst(mutant, cache, tests).filter(
      (file) => trial.passed[file] !== hashOf(copy, file),
    );
    for (let start = 0, count = 1; start < testFiles.length; start += count, count *= 2) {
      const hashes = toHashes(copy, testFiles.slice(start, start + count));
      const outcome = await runTests(
        copy,
        Object.keys(hashes).map((file) => join(copy, file)),
        { NODE_COMPILE_CACHE: join(copy, "node_modules/.cache/node") },
      );
      if (outcome === "passed") Object.assign(trial.passed, hashes);
      else trial.killedBy = hashes;
      if (outcome !== "passed") return true;
    }
    return false;
  } finally {
    await writeFile(path, original);
  }
}

/** Whether one of these test files executes the code that a mutant changes. */
export function isExecuted(mutant: Mutant, { coverage }: Cache, tests: readonly string[]): boolean {
  return Object.entries(coverage).some(
    ([testFile, { coverage }]) => tests.includes(testFile) && executes(coverage, mutant.file, mutant.offset),
  );
}

/**
 * Those of the test files that execute the changed code: first those that failed for other mutants of the same file, then
 * those of the folders that it is in, then the faster ones.
 */
function likelyKillersFirst({ file, offset }: Mutant, { coverage, trials }: Cache, tests: readonly string[]): string[] {
  const [, ...folders] = dirname(file).split("/");
  const kills = new Map<string, number>();
  for (const [id, { killedBy = {} }] of Object.entries(trials)) {
    if (!id.startsWith(`${file}:`)) continue;
    for (const testFile of Object.keys(killedBy)) kills.set(testFile, (kills.get(testFile) ?? 0) + 1);
  }
  return Object.entries(coverage)
    .filter(
      ([testFile, { coverage }]) => tests.includes(testFile) && coverage.passed && executes(coverage, file, offset),
    )
    .map(([testFile, { coverage }]) => ({
      testFile,
      kills: kills.get(testFile) ?? 0,
      distance: folders.some((folder) => testFile.includes(`/${folder}/`)) ? 0 : 1,
      milliseconds: coverage.milliseconds,
    }))
    .sort((a, b) => b.kills - a.kills || a.distance - b.distance || a.milliseconds - b.milliseconds)
    .map(({ testFile }) => testFile);
}

function trialOf({ file, changedText }: Mutant, { trials }: Cache): Trial {
  const id = `${file}:${createHash("sha256").update(changedText).digest("hex")}`;
  trials[id] ??= { passed: {} };
  return trials[id];
}

function toHashes(copy: string, testFiles: readonly string[]): Record<string, string> {
  return Object.fromEntries(testFiles.map((file) => [file, hashOf(copy, file)]));
}

function areCurrent(copy: string, hashes: Readonly<Record<string, string>>): boolean {
  return Object.entries(hashes).every(([file, hash]) => hashOf(copy, file) === hash);
}
