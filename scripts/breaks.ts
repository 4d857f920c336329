import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import process, { argv, env, stderr, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import pLimit from "p-limit";
import { type Change, make } from "./breaks/edit.ts";
import { LANES, type Lane } from "./breaks/lanes.ts";

const HELP = `Shows that the checks of continuous integration notice what they are for. Each check is run on copies of the working tree: it must be green on
what is there, red for each deliberate break, for the reason that the break gives, and green for each harmless change.

Usage: npm run breaks

npm test must have run before: npm run proof looks at what it has seen. Needs Go 1.26 or newer, as npm run contract:diff does. Ends with 1 when
a break stays green.
`;

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BIN = join(ROOT, "node_modules/.bin");

/** What a copy does without. */
const LEFT_OUT = ["node_modules", ".git", ".tap", "coverage", "data"];

type Colour = "red" | "green";

interface Outcome {
  readonly isGreen: boolean;
  readonly output: string;
}

if (argv.includes("--help")) stdout.write(HELP);
else await runAll();

async function runAll(): Promise<void> {
  const oneOf = pLimit(Math.min(2, availableParallelism()));
  const failures = (await Promise.all(LANES.map((lane) => oneOf(runLane, lane)))).flat();
  const all = LANES.flatMap(({ breaks, harmless = [] }) => [...breaks, ...harmless]).length;
  stdout.write(`\n${all - failures.length} of ${all} changes did to the checks what they must do.\n`);
  if (failures.length === 0) return;
  stderr.write(failures.map((failure) => `${failure}\n`).join(""));
  process.exitCode = 1;
}

/** Runs one check on a copy, unbroken and with each change; gives back what was not as it must be. */
async function runLane(lane: Lane): Promise<string[]> {
  const { check, command, prepare = ["true"], breaks, harmless = [] } = lane;
  const copy = await mkdtemp(join(tmpdir(), "triptych-breaks-"));
  try {
    await cp(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
    await run(prepare, copy);
    const unbroken = await run(command, copy);
    tell(lane, colourOf(unbroken), "nothing is changed");
    if (!unbroken.isGreen) {
      const [first = "", ...others] = [...breaks, ...harmless].map(({ what }) => `${check} is red before: ${what}`);
      return [`${first}\n${unbroken.output}`, ...others];
    }
    const failures: string[] = [];
    for (const change of breaks) failures.push(...(await runChange(lane, copy, change, "red")));
    for (const change of harmless) failures.push(...(await runChange(lane, copy, change, "green")));
    return failures;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function runChange(lane: Lane, copy: string, change: Change, wanted: Colour): Promise<string[]> {
  const { check, command } = lane;
  const undo = await make(pathToFileURL(`${copy}/`), change.edits);
  const outcome = await run(command, copy);
  await undo();
  const colour = colourOf(outcome);
  tell(lane, colour, change.what);
  const { output } = outcome;
  if (colour !== wanted) return [`${check} is ${colour}, not ${wanted}: ${change.what}\n${output}`];
  return output.includes(change.says) ? [] : [`${check} is ${colour}, but does not say “${change.says}”\n${output}`];
}

async function run([program, ...args]: Lane["command"], copy: string): Promise<Outcome> {
  const running = spawn(program, args, {
    cwd: copy,
    env: { ...env, PATH: `${BIN}:${env.PATH}`, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([text(running.stdout), text(running.stderr), once(running, "close")]);
  return { isGreen: code === 0, output: `${out}${err}` };
}

function colourOf({ isGreen }: Outcome): Colour {
  return isGreen ? "green" : "red";
}

function tell({ check }: Lane, colour: Colour, what: string): void {
  stdout.write(`${colour.padEnd(5)}  ${check.padEnd(23)}  ${what}\n`);
}
