import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import process, { argv, env, stderr, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { ROOT } from "../test/support/server-process.ts";
import type { Check } from "./breaks/check.ts";
import { CHECKS } from "./breaks/checks.ts";
import { applyEdits, type Change, StaleEditError } from "./breaks/edit.ts";
import { createWorkingCopy } from "./working-copy.ts";

const HELP = `Tests the checks of continuous integration, such as npm run lint:types. Each check runs in a temporary
copy of the working tree. It must pass on the unchanged copy, fail after each deliberate break, and pass after each
harmless change. After a break or a change it must also print the text that the change expects.

Usage: npm run breaks                   runs all checks with all changes
       npm run breaks -- --dry-run      runs no check; only applies the edits, and lists stale ones
       npm run breaks -- --only <text>  only the checks whose name contains the text, such as lint:types

An edit is stale when its file no longer contains the text to replace. Run npm test and npm run test:extended
first, because the check npm run proof reads the responses that the tests recorded. Needs Go 1.26 or newer, as
npm run contract:diff does. Exits with 1 when a copy cannot be prepared, when a check does not have the expected result,
or when an edit is stale.
`;

const BIN = join(ROOT, "node_modules/.bin");

type Result = "passes" | "fails";

interface Run {
  readonly result: Result;
  readonly output: string;
}

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    help: { type: "boolean" },
    "dry-run": { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});
if (values.help) stdout.write(HELP);
else
  await main(
    CHECKS.filter(({ name }) => name.includes(values.only)),
    values["dry-run"],
  );

async function main(checks: readonly Check[], isDryRun: boolean): Promise<void> {
  const limit = pLimit(Math.min(2, availableParallelism()));
  const runOne = isDryRun ? tryEdits : runCheck;
  const problems = (await Promise.all(checks.map((check) => limit(runOne, check)))).flat();
  const total = checks.flatMap(changesOf).length;
  stdout.write(`\n${total} changes, ${problems.length} problems\n`);
  if (problems.length === 0) return;
  stderr.write(problems.map((problem) => `${problem}\n`).join(""));
  process.exitCode = 1;
}

function changesOf({ breaks, harmless = [] }: Check): Change[] {
  return [...breaks, ...harmless];
}

/** Applies and undoes all edits without running the check. Returns a message per change with a stale edit. */
async function tryEdits(check: Check): Promise<string[]> {
  return withCopy(check, async (copy) => {
    const problems: string[] = [];
    for (const change of changesOf(check)) problems.push(...(await withChange(check, copy, change, async () => [])));
    return problems;
  });
}

/** Runs a check on the unchanged tree and with each change. Returns a message for each unexpected result. */
async function runCheck(check: Check): Promise<string[]> {
  return withCopy(check, async (copy) => {
    const unchanged = await run(check.command, copy);
    print(check, unchanged.result, "(unchanged)");
    if (unchanged.result === "fails") return [`${check.name} fails on the unchanged tree:\n${unchanged.output}`];
    const problems: string[] = [];
    for (const change of check.breaks) problems.push(...(await runChange(check, copy, change, "fails")));
    for (const change of check.harmless ?? []) problems.push(...(await runChange(check, copy, change, "passes")));
    return problems;
  });
}

async function runChange(check: Check, copy: string, change: Change, wanted: Result): Promise<string[]> {
  return withChange(check, copy, change, async () => {
    const { result, output } = await run(check.command, copy);
    print(check, result, change.title);
    if (result !== wanted) return [`${check.name} ${result}, but should not: ${change.title}\n${output}`];
    if (output.includes(change.expected)) return [];
    return [`${check.name} ${result}, but does not print "${change.expected}": ${change.title}\n${output}`];
  });
}

/**
 * Calls `work` with the path of a temporary copy of the working tree, prepared for the check. Returns
 * its result, or a message if the preparation fails.
 */
async function withCopy(check: Check, work: (copy: string) => Promise<string[]>): Promise<string[]> {
  const copy = await createWorkingCopy("triptych-breaks-");
  try {
    if (check.prepare !== undefined) {
      const { result, output } = await run(check.prepare, copy);
      if (result === "fails") return [`${check.name}: its copy could not be prepared:\n${output}`];
    }
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Calls `work` while the change is applied. Returns its result, or a message for a stale edit. */
async function withChange(
  { name }: Check,
  copy: string,
  { title, edits }: Change,
  work: () => Promise<string[]>,
): Promise<string[]> {
  try {
    const undo = await applyEdits(pathToFileURL(`${copy}/`), edits);
    const problems = await work();
    await undo();
    return problems;
  } catch (error) {
    if (error instanceof StaleEditError) return [`${name}: ${title}: ${error.message}`];
    throw error;
  }
}

async function run([program, ...args]: Check["command"], copy: string): Promise<Run> {
  const running = spawn(program, args, {
    cwd: copy,
    env: { ...env, PATH: `${BIN}:${env.PATH}`, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([text(running.stdout), text(running.stderr), once(running, "close")]);
  return { result: code === 0 ? "passes" : "fails", output: `${out}${err}` };
}

function print({ name }: Check, result: Result, title: string): void {
  stdout.write(`${result.padEnd(6)}  ${name.padEnd(23)}  ${title}\n`);
}
