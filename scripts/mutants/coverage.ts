import { globSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { runTests } from "./run-tests.ts";

/** What one test file executes. */
export interface Coverage {
  /** Whether the test file passes on the unchanged code. */
  readonly passed: boolean;
  readonly milliseconds: number;
  /** Per file of `src/`: where executed parts start and end, in turn, counted in UTF-16 code units. */
  readonly executed: Readonly<Record<string, readonly number[]>>;
}

/** The part of V8's coverage reports that is used here. */
interface Report {
  readonly result: readonly { readonly url: string; readonly functions: readonly { readonly ranges: Range[] }[] }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** The tests of the command line, which are not in `test/suites/`. */
const COMMAND_LINE_TESTS = ["test/process/command-line.test.ts", "test/process/shutdown.test.ts"];

/** The test files in the suites; for the command line those that start it as a process. */
export function listTestFiles(copy: string, target: string): string[] {
  if (target.startsWith("src/cli")) return COMMAND_LINE_TESTS;
  const patterns = ["test/**/*.test.ts", "packages/contract/test/*.test.ts", "scripts/test/*.test.ts"];
  return globSync(patterns, { cwd: copy, exclude: ["test/process/**"] }).sort();
}

/** Runs a test file in a copy of the working tree, and measures which parts of `src/` it executes. */
export async function measure(copy: string, testFile: string): Promise<Coverage> {
  const reports = await mkdtemp(join(tmpdir(), "triptych-coverage-"));
  try {
    const start = performance.now();
    const outcome = await runTests(copy, [join(copy, testFile)], { NODE_V8_COVERAGE: reports });
    const milliseconds = Math.round(performance.now() - start);
    return { passed: outcome === "passed", milliseconds, executed: await readReports(reports, copy) };
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

/** Whether a test file executes the code at an offset of a file of `src/`. */
export function executes({ executed }: Coverage, file: string, offset: number): boolean {
  const ends = executed[file] ?? [];
  const index = ends.findIndex((end) => end > offset);
  return index % 2 === 1;
}

/** A report for each process that the tests started; V8 maps none of them to the types that Node stripped. */
async function readReports(folder: string, copy: string): Promise<Coverage["executed"]> {
  const prefix = pathToFileURL(`${copy}/`).href;
  const flags = new Map<string, Uint8Array>();
  for (const name of await readdir(folder)) {
    const report: Report = JSON.parse(await readFile(join(folder, name), "utf8"));
    for (const { url, functions } of report.result) {
      if (!url.startsWith(`${prefix}src/`)) continue;
      const ranges = functions.flatMap(({ ranges }) => ranges);
      const length = Math.max(...ranges.map(({ endOffset }) => endOffset));
      const own = new Uint8Array(length);
      // Ranges are listed from the outside in, so an inner one overwrites its part of an outer one.
      for (const { startOffset, endOffset, count } of ranges) own.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      const file = url.slice(prefix.length);
      const others = flags.get(file);
      flags.set(file, others === undefined ? own : own.map((flag, index) => flag | (others[index] ?? 0)));
    }
  }
  return Object.fromEntries([...flags].map(([file, executed]) => [file, toBounds(executed)]));
}

/** The offsets at which the flag changes, beginning with 0. */
function toBounds(flags: Uint8Array): number[] {
  const bounds: number[] = [];
  for (let index = 0; index <= flags.length; index++) {
    if ((flags[index] ?? 0) !== (flags[index - 1] ?? 0)) bounds.push(index);
  }
  return bounds;
}
