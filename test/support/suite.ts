import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";

const TESTS = new URL("../", import.meta.url);

/**
 * Runs every `*.test.ts` in these folders of `test/` in this process. A separate process for each
 * file would need half a second of processor time to load the server and compile the contracts.
 * Each file also runs alone: `npx tap test/<folder>/<file>`.
 */
export function runFolders(...folders: readonly string[]): void {
  runFiles(folders.map((folder) => `${folder}/**/*.test.ts`));
}

/** Runs the files with these patterns below `test/` in this process. */
export function runFiles(patterns: readonly string[]): void {
  const files = globSync(patterns, { cwd: fileURLToPath(TESTS) });
  // Until this test ends, tap queues the tests that the files define.
  t.test("load the test files", async () => {
    for (const file of files.sort()) await import(new URL(file, TESTS).href);
  }).then(() => t.end(), t.threw);
}
