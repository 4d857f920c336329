import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { env, execPath } from "node:process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../src/base/free-port.ts";
import { isOk } from "./reachable.ts";

export type Settings = Readonly<Record<string, string>>;

export interface StartOptions {
  /**
   * Environment variables, in addition to `PATH`. `PORT` defaults to a free port, `LOG_LEVEL` to
   * info, `DRAIN_SECONDS` to 0, so that servers stop at once, and `FETCH_LINKS` to off.
   */
  readonly settings?: Settings;
  /** Arguments after `start`, such as `--ephemeral`. */
  readonly args?: readonly string[];
  /** The whole command to run instead of what `npm start` runs. */
  readonly command?: readonly string[];
  /** The folder to start it in instead of that of this project. */
  readonly folder?: string;
  /** Receives each line of stdout. If set, `output` has only what was printed until the start. */
  readonly onLine?: (line: string) => void;
  /**
   * Appends stdout to this file and inherits stderr. The server counts as started when
   * /health/ready returns 200.
   */
  readonly logFile?: string;
  /** Opens a channel for `child.send` and its `message` events. */
  readonly ipc?: boolean;
}

/** A server in a child process, which is killed when this process exits. */
export interface ServerProcess {
  /** The URL of the server, without a trailing slash. */
  readonly base: string;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly hasExited: () => boolean;
  /** The output to stdout and stderr so far; with `onLine`, until the start only. Empty with `logFile`. */
  readonly output: () => string;
  /**
   * Sends the signal, SIGTERM by default, and waits for the exit. Returns the exit code, or null if
   * a signal killed the process.
   */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** The result of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settings with limits that no script and no benchmark reaches. */
export const UNREACHED_LIMITS: Settings = {
  COLLECTIONS_LIMIT_PER_MINUTE: "1000000000",
  REGISTRATIONS_PER_HOUR: "1000000000",
  LOGIN_LIMIT_PER_MINUTE: "1000000",
};

export const ROOT = fileURLToPath(new URL("../", import.meta.url));

const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 2;

/** Matches the log line with the address of a server, Triptych or another one in the benchmark. */
const LISTENING = /\blisten(?:s|ing) (?:at|on) (https?:\/\/[^\s,"]+)/;

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** Node's flags and the entry module of `npm start`, without the subcommand. */
export const PROGRAM: readonly string[] = /^exec node (.+) start$/.exec(scripts.start)?.[1]?.split(" ") ?? [];

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * Starts a server and waits until it listens. If it exits before, or takes longer than a minute,
 * throws an error that contains its output.
 */
export async function startServer(options: StartOptions = {}): Promise<ServerProcess> {
  const {
    settings = {},
    args = [],
    command = [execPath, ...PROGRAM, "start", ...args],
    folder = ROOT,
    logFile,
    ipc,
    onLine,
  } = options;
  const port = settings.PORT ?? (logFile === undefined ? "0" : String(await freePort()));
  const file = logFile === undefined ? undefined : await open(logFile, "a");
  const [program = "", ...programArgs] = command;
  const child = spawn(program, programArgs, {
    cwd: folder,
    env: environmentOf({ LOG_LEVEL: "info", DRAIN_SECONDS: "0", FETCH_LINKS: "off", ...settings, PORT: port }),
    stdio: ["ignore", file?.fd ?? "pipe", file === undefined ? "pipe" : "inherit", ...(ipc ? ["ipc" as const] : [])],
  });
  await file?.close();
  running.add(child);
  const exit = once(child, "close").finally(() => running.delete(child));
  const printed = collectOutput(child, onLine);
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> => {
    child.kill(signal);
    const [code] = await exit;
    return code;
  };
  try {
    const address = logFile === undefined ? printed.address : untilReady(child, `http://127.0.0.1:${port}`);
    const base = await Promise.race([address, failOnExit(exit), failOnTimeout()]);
    if (onLine !== undefined) printed.stopCollecting();
    return { base, pid: Number(child.pid), child, hasExited: () => !running.has(child), output: printed.output, stop };
  } catch (error) {
    await stop("SIGKILL");
    throw new Error(`The server did not start. ${error}\n${printed.output()}`);
  }
}

/** Runs a subcommand of the command line, such as `["user", "create"]`, and waits for its exit. */
export async function runCommand(args: readonly string[], settings: Settings = {}, input = ""): Promise<Outcome> {
  const child = spawn(execPath, [...PROGRAM, ...args], { cwd: ROOT, env: environmentOf(settings) });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr };
}

/** The URL of a new SQLite database in a new folder, which `remove` deletes. */
export async function temporaryDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "triptych-"));
  return { url: `sqlite:${join(folder, "triptych.db")}`, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The environment of a child process: PATH, this process's compile cache and coverage folder, and the settings. */
function environmentOf(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, NODE_V8_COVERAGE } = env;
  return { PATH, NODE_COMPILE_CACHE, NODE_V8_COVERAGE, ...settings };
}

/**
 * Collects the output until `stopCollecting` is called, and finds the server's address in it. Calls
 * `onLine` with every line of stdout, even afterwards.
 */
function collectOutput(child: ChildProcess, onLine: StartOptions["onLine"]) {
  let collected = "";
  let isCollecting = true;
  const address = new Promise<string>((resolve) => {
    const collect = (chunk: Buffer) => {
      if (isCollecting) collected += chunk;
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    if (child.stdout === null) return;
    createInterface(child.stdout).on("line", (line) => {
      const found = LISTENING.exec(line)?.[1];
      if (found !== undefined) resolve(found);
      onLine?.(line);
    });
  });
  const stopCollecting = () => {
    isCollecting = false;
  };
  return { address, output: () => collected, stopCollecting };
}

/** Polls /health/ready, for servers whose output goes to a file. */
async function untilReady(child: ChildProcess, base: string): Promise<string> {
  while (running.has(child) && !(await isOk(`${base}/health/ready`))) await setTimeout(POLL_INTERVAL_MS);
  return base;
}

async function failOnExit(exit: Promise<unknown>): Promise<never> {
  await exit;
  throw new Error("The process exited.");
}

async function failOnTimeout(): Promise<never> {
  await setTimeout(START_TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`The server was not ready after ${START_TIMEOUT_MS} ms.`);
}
