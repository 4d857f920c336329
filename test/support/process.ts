import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { env, execPath } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Test } from "tap";
import { assertNoSecrets } from "./canary.ts";

const ROOT = new URL("../../", import.meta.url);

/** What `npm start` gives to Node: its flags and the program, without the command. */
const { scripts } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
export const PROGRAM: readonly string[] = /^exec node (.+) start$/.exec(scripts.start)?.[1]?.split(" ") ?? [];

type Settings = Readonly<Record<string, string>>;

/** What a command of the command line did. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly base: string;
  readonly pid: number;
  /** Everything that it has printed. */
  readonly output: () => string;
  /** Sends a signal and waits until the process is gone; gives back its exit code, null when the signal ended it. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

function spawnMain(args: readonly string[], settings: Settings): ChildProcessWithoutNullStreams {
  return spawn(execPath, [...PROGRAM, ...args], {
    cwd: fileURLToPath(ROOT),
    env: { PATH: env.PATH, NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE, ...settings },
  });
}

/** Runs a command to its end. */
export async function runCommand(args: readonly string[], settings: Settings = {}, input = ""): Promise<Outcome> {
  const process = spawnMain(args, settings);
  process.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(process.stdout),
    text(process.stderr),
    once(process, "close"),
  ]);
  return { code, stdout, stderr };
}

/** Starts a server, and kills it when the test ends if it still runs. */
export async function startServer(
  t: Test,
  settings: Settings,
  options: readonly string[] = [],
): Promise<ServerProcess> {
  const process = spawnMain(["start", ...options], { PORT: "0", LOG_LEVEL: "info", ...settings });
  const gone = once(process, "close");
  t.teardown(async () => {
    process.kill("SIGKILL");
    await gone;
    assertNoSecrets(output);
  });
  let output = "";
  const base = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      const found = /listens at (http:\S+),/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    process.stdout.on("data", listen);
    process.stderr.on("data", listen);
    process.on("close", () => reject(new Error(`The server ended: ${output}`)));
  });
  return {
    base,
    pid: Number(process.pid),
    output: () => output,
    async stop(signal) {
      process.kill(signal);
      const [code] = await gone;
      return code;
    },
  };
}
