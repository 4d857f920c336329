import { globSync, readFileSync } from "node:fs";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import t from "tap";

const TESTS = new URL("../", import.meta.url);

/** The module that opens the databases of tests, on the engine that the environment names. */
const DATABASES = new URL("databases.ts", import.meta.url).href;

/**
 * Runs every `*.test.ts` in these folders of `test/` in this process. A separate process for each
 * file would need half a second of processor time to load the server and compile the contracts.
 * Each file also runs alone: `npx tap test/<folder>/<file>`.
 */
export function runFolders(...folders: readonly string[]): void {
  runFiles(folders.map((folder) => `${folder}/**/*.test.ts`));
}

/**
 * Runs the files with these patterns below `test/` in this process. On PostgreSQL, leaves out those that would run as
 * they do on SQLite.
 */
export function runFiles(patterns: readonly string[]): void {
  const found = globSync(patterns, { cwd: fileURLToPath(TESTS) }).map((file) => new URL(file, TESTS).href);
  const files = env.TEST_DATABASE_URL === undefined ? found : found.filter(dependsOnEngine);
  // Until this test ends, tap queues the tests that the files define.
  t.test("load the test files", async () => {
    for (const file of files.sort()) await import(file);
  }).then(() => t.end(), t.threw);
}

/** Whether a test file, named by its URL, opens the databases of `databases.ts`: it imports that, or a file that does. */
export function dependsOnEngine(file: string): boolean {
  const reached = new Set([file]);
  // A set also yields what is added to it meanwhile.
  for (const each of reached) for (const imported of testImportsOf(each)) reached.add(imported);
  return reached.has(DATABASES);
}

const testImports = new Map<string, readonly string[]>();

/** The URLs of the files that a file imports by a relative path. Nothing in `src/` or `harness/` imports a test. */
function testImportsOf(file: string): readonly string[] {
  const known = testImports.get(file);
  if (known !== undefined) return known;
  const statements = /^(?:import|export)\b[^;]*?"(\.[^"]+\.ts)"|\bawait import\("(\.[^"]+\.ts)"\)/gm;
  const imported = [...readFileSync(fileURLToPath(file), "utf8").matchAll(statements)]
    .map(([, path, dynamic = ""]) => new URL(path ?? dynamic, file).href)
    .filter((url) => url.startsWith(TESTS.href));
  testImports.set(file, imported);
  return imported;
}
