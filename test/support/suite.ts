import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";

const TESTS = new URL("../", import.meta.url);

/**
 * Runs every `*.test.ts` below these folders of `test/` in this process. A process of its own for
 * each file would take half a second of processor time per file to load the server and compile the
 * contracts. Each file still runs by itself: `npx tap test/<folder>/<file>`.
 */
export function runFolders(...folders: readonly string[]): void {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.test.ts`),
    { cwd: fileURLToPath(TESTS) },
  );
  // Tests that the files define wait in tap's queue until this one ends.
  t.test("load the test files", async () => {
    for (const file of files.sort()) await import(new URL(file, TESTS).href);
  }).then(() => t.end(), t.threw);
}
