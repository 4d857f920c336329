import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { execPath, versions } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Growth } from "./growth.ts";

/** What a run of the benchmark has found, and on what. */
export interface GrowthResults {
  /** The day. */
  readonly date: string;
  /** The version of Node. */
  readonly node: string;
  readonly cores: number;
  /** How often each server was asked for each kind of work. */
  readonly times: number;
  readonly works: readonly Growth[];
}

const FOLDER = fileURLToPath(new URL("../../docs/performance/", import.meta.url));
const CHART = fileURLToPath(new URL("../foreign/growth-chart.ts", import.meta.url));

/** Writes what was found, and a chart of it. */
export async function writeResults(works: readonly Growth[], times: number): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const results: GrowthResults = { date, node: versions.node, cores: availableParallelism(), times, works };
  const text = JSON.stringify(results, null, 2);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}growth.json`, `${text}\n`);
  await writeFile(`${FOLDER}growth.svg`, await draw(text));
}

async function draw(text: string): Promise<string> {
  const drawing = promisify(execFile)(execPath, [CHART]);
  drawing.child.stdin?.end(text);
  return (await drawing).stdout;
}
