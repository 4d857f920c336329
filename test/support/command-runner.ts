import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import t, { type Test } from "tap";
import { type Outcome, ROOT, type Settings } from "../../harness/server-process.ts";
import { openApp, type TestApp } from "./app.ts";
import { openDatabaseWithUrl } from "./databases.ts";

const WORKER = fileURLToPath(new URL("command-worker.ts", import.meta.url));

let worker: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

t.teardown(() => worker?.kill());

/**
 * Runs a command like `runCommand`, without a terminal and without input, but in one process for all commands: starting
 * one for each takes 0.3 s. Commands run one after the other.
 */
export function run(args: readonly string[], settings: Settings = {}): Promise<Outcome> {
  const outcome = last.then(() => execute(args, settings));
  last = outcome.catch(() => {});
  return outcome;
}

async function execute(args: readonly string[], settings: Settings): Promise<Outcome> {
  worker ??= fork(WORKER, { cwd: ROOT, execArgv: [], stdio: ["ignore", "pipe", "pipe", "ipc"] });
  worker.send({ args, settings });
  const [outcome] = await once(worker, "message");
  return outcome;
}

/** A server, and a function that runs commands on its database. */
export interface Administration extends TestApp {
  readonly url: string;
  /** Runs a command; fails the test unless its exit code is 0, and returns what it printed. */
  readonly succeed: (...args: string[]) => Promise<string>;
  /** Runs a command; fails the test unless its exit code is 1, and returns the error. */
  readonly fail: (...args: string[]) => Promise<string>;
}

/** Starts a server on a new database that commands can open too. */
export async function openAdministration(t: Test, settings: Settings = {}): Promise<Administration> {
  const { url, database } = await openDatabaseWithUrl(t);
  const app = await openApp(t, settings, { database, clock: Date.now });
  const expectCode = async (code: number, args: readonly string[]) => {
    const outcome = await run(args, { DATABASE_URL: url, ...settings });
    t.equal(outcome.code, code, `${args.join(" ")} ${outcome.stderr}`);
    return outcome;
  };
  return {
    ...app,
    url,
    succeed: async (...args) => (await expectCode(0, args)).stdout,
    fail: async (...args) => (await expectCode(1, args)).stderr,
  };
}
