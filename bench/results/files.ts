import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Results } from "./results.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = "docs/performance";
const FILE = `${FOLDER}/bench.json`;
const CHART = fileURLToPath(new URL("../foreign/chart.ts", import.meta.url));

/** The results that were committed last; undefined: there are none. */
export async function readCommitted(): Promise<Results | undefined> {
  try {
    const { stdout } = await promisify(execFile)("git", ["show", `HEAD:${FILE}`], { cwd: ROOT });
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

/** Writes the results, and a chart of them. */
export async function writeResults(results: Results): Promise<void> {
  await mkdir(`${ROOT}${FOLDER}`, { recursive: true });
  await writeFile(`${ROOT}${FILE}`, `${JSON.stringify(sorted(results), null, 2)}\n`);
  await writeFile(`${ROOT}${FOLDER}/bench.svg`, await draw(results));
}

async function draw(results: Results): Promise<string> {
  const drawing = promisify(execFile)(execPath, [CHART]);
  drawing.child.stdin?.end(JSON.stringify(results));
  return (await drawing).stdout;
}

/** The same value with the keys of all its objects in order, so that two results can be compared line by line. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
