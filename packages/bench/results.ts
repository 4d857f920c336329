import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Results } from "./comparison/results.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = "docs/performance";

/** The contents of the files that a run writes. */
export interface Report {
  readonly results: object;
  /** Tables, as Markdown. */
  readonly tables: string;
  /** A chart, as SVG. */
  readonly chart: string;
}

/** Writes a report to `docs/performance/<name>.json`, `.md` and `.svg`. */
export async function writeReport(name: string, { results, tables, chart }: Report): Promise<void> {
  const path = `${ROOT}${FOLDER}/${name}`;
  await mkdir(`${ROOT}${FOLDER}`, { recursive: true });
  await writeFile(`${path}.json`, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(`${path}.md`, tables);
  await writeFile(`${path}.svg`, chart);
}

/** The comparison results of that name in the last commit; undefined if there are none. */
export async function findCommitted(name: string): Promise<Results | undefined> {
  try {
    const { stdout } = await promisify(execFile)("git", ["show", `HEAD:${FOLDER}/${name}.json`], { cwd: ROOT });
    return JSON.parse(stdout) as Results; // written by `writeReport`
  } catch {
    return undefined;
  }
}
