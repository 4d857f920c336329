import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "../../harness/server-process.ts";
import type { Coverage } from "./coverage.ts";

const FILE = join(ROOT, "node_modules/.cache/triptych/mutants.json");

/** What is known of a mutant: the test files that were run with it, each with the hash of its text. */
export interface Trial {
  /** Whether TypeScript accepts the change. */
  compiles?: boolean;
  readonly passed: Record<string, string>;
  /** The files of the process in which a test failed. */
  killedBy?: Record<string, string>;
}

/** What earlier runs found, as long as the files that it depends on are unchanged. */
export interface Cache {
  /** The hash of `src/`. Another hash empties the cache. */
  readonly source: string;
  /** Per test file: the hash of its text, and what it executes. */
  readonly coverage: Record<string, { hash: string; coverage: Coverage }>;
  /** Per mutant. */
  readonly trials: Record<string, Trial>;
}

/** Reads the cache. A missing, outdated or unwanted one is empty. */
export async function readCache(copy: string, isFresh: boolean): Promise<Cache> {
  const source = hashOf(
    copy,
    ...globSync(["src/**/*.{ts,js,css}", "packages/contract/src/**/*.ts"], { cwd: copy }).sort(),
  );
  try {
    const cache: Cache = JSON.parse(await readFile(FILE, "utf8"));
    if (cache.source === source && !isFresh) return cache;
  } catch {
    // The first run has no cache.
  }
  return { source, coverage: {}, trials: {} };
}

export async function writeCache(cache: Cache): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify(cache));
}

/** The hash of the text of files in a copy of the working tree, which is not edited while the tests run. */
export function hashOf(copy: string, ...files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(copy, file)));
  return hash.digest("hex");
}
