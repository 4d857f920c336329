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
import { ROOT } from "../harness/server-process.ts";
import type { Check } from "./breaks/check.ts";
import { CHECKS } from "./breaks/checks.ts";
import { detectAll, type Result } from "./breaks/detect.ts";
import { apply, type Change, type LocatedChange, locate, StaleEditError } from "./breaks/edit.ts";
import { createWorkingCopy } from "./shared/working-copy.ts";

const HELP = `Tests the checks of continuous integration, such as npm run lint:types. Each check runs in a temporary
copy of the working tree. It must fail after each deliberate break and print the text that the break expects, and must
pass after each harmless change.

A run makes up to half of a check's changes at once. It must print their texts, and no text of the other changes. A
change whose text is missing, for example because another change hides it, is made again in the next run. Missing in a
run with this change only, it is a problem.

Usage: npm run breaks                   runs all checks with all changes
       npm run breaks -- --alone        makes each change in a run of its own. Takes several times as long. Run it after
                                        adding a change: it finds a text that two changes of the same run cause
       npm run breaks -- --dry-run      runs no check; only lists stale edits, and changes with the same text
       npm run breaks -- --only <text>  only the checks whose name contains the text, such as lint:types

An edit is stale when its file no longer contains the text to replace. Run npm test and npm run test:extended
first, because the check npm run proof reads the responses that the tests recorded. Needs Go 1.26 or newer, as
npm run contract:diff does. Exits with 1 when a copy cannot be prepared, when a check does not have the expected result,
or when an edit is stale.
`;

const BIN = join(ROOT, "node_modules/.bin");

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    help: { type: "boolean" },
    alone: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});
let runs = 0;
if (values.help) stdout.write(HELP);
else await main(CHECKS.filter(({ name }) => name.includes(values.only)));

async function main(checks: readonly Check[]): Promise<void> {
  const limit = pLimit(Math.min(2, availableParallelism()));
  const problems = (await Promise.all(checks.map((check) => limit(testCheck, check)))).flat();
  const total = checks.flatMap(changesOf).length;
  stdout.write(`\n${total} changes in ${runs} runs, ${problems.length} problems\n`);
  if (problems.length === 0) return;
  stderr.write(problems.map((problem) => `${problem}\n`).join(""));
  process.exitCode = 1;
}

function changesOf({ breaks, harmless = [] }: Check): Change[] {
  return [...breaks, ...harmless];
}

/** Tests a check in a temporary copy of the working tree. Returns a message for each problem. */
async function testCheck(check: Check): Promise<string[]> {
  const copy = await createWorkingCopy("triptych-breaks-");
  try {
    if (check.prepare !== undefined) {
      const { result, output } = await run(check.prepare, copy);
      if (result === "fails") return [`${check.name}: its copy could not be prepared:\n${output}`];
    }
    const problems = [...listAmbiguous(changesOf(check)), ...(await testChanges(check, copy))];
    return problems.map((problem) => `${check.name} ${problem}`);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** A message for each change whose text contains that of another one: it would seem to prove both. */
function listAmbiguous(changes: readonly Change[]): string[] {
  return changes.flatMap((change) =>
    changes
      .filter((other) => other !== change && other.expected !== undefined && change.expected?.includes(other.expected))
      .map((other) => `has two changes with the same text: ${other.title}; ${change.title}`),
  );
}

async function testChanges(check: Check, copy: string): Promise<string[]> {
  const root = pathToFileURL(`${copy}/`);
  const problems: string[] = [];
  const { breaks, harmless = [] } = check;
  for (const [wanted, changes] of [
    ["fails", breaks],
    ["passes", harmless],
  ] as const) {
    const { located, stale } = await locateAll(root, changes);
    problems.push(...stale);
    if (values["dry-run"]) continue;
    const detected = await detectAll(located, {
      wanted,
      perRun: values.alone ? 1 : Math.ceil(located.length / 2),
      runWith: async (group) => {
        const undo = await apply(root, group);
        const { result, output } = await run(check.command, copy);
        await undo();
        runs += 1;
        return { result, output, report: wanted === "fails" ? failuresIn(output, check.failure) : output };
      },
      onResult: ({ title }, result) => stdout.write(`${result.padEnd(6)}  ${check.name.padEnd(23)}  ${title}\n`),
    });
    problems.push(...detected);
  }
  return problems;
}

function failuresIn(output: string, failure = /^/): string {
  return output
    .split("\n")
    .filter((line) => failure.test(line))
    .join("\n");
}

/** Finds the places of all changes. */
async function locateAll(root: URL, changes: readonly Change[]) {
  const located: LocatedChange[] = [];
  const stale: string[] = [];
  for (const change of changes) {
    try {
      located.push(await locate(root, change));
    } catch (error) {
      if (!(error instanceof StaleEditError)) throw error;
      stale.push(`has a stale edit: ${change.title}: ${error.message}`);
    }
  }
  return { located, stale };
}

async function run([program, ...args]: Check["command"], copy: string) {
  const running = spawn(program, args, {
    cwd: copy,
    env: {
      ...env,
      PATH: `${BIN}:${env.PATH}`,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      TAP_TIMEOUT: "600",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([text(running.stdout), text(running.stderr), once(running, "close")]);
  const result: Result = code === 0 ? "passes" : "fails";
  return { result, output: `${out}${err}` };
}
