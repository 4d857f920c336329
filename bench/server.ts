import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { env, execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../src/testing/free-port.ts";
import { pinned } from "./pinning.ts";

/** A program with its flags, and its environment. */
export interface Program {
  readonly args: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

/** Metrics of a process since they were read last. */
export interface Metrics {
  /** Resident memory now, in MB. */
  readonly memory: number;
  /** The longest event loop delay, in milliseconds. */
  readonly delay: number;
  /** Processor time of all threads, in milliseconds. */
  readonly cpu: number;
}

/** A running server that is measured. */
export interface Server {
  readonly base: string;
  /** Reads and resets the metrics of the process. */
  readonly readMetrics: () => Promise<Metrics>;
  /** Stops it, by default with SIGTERM, and waits for the end of the process. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface StartOptions {
  /** The only core that it may use; undefined: all. */
  readonly core?: number | undefined;
  /** The file that its standard output is appended to. */
  readonly log: string;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PROBE = fileURLToPath(new URL("probe.js", import.meta.url));

const START_TIMEOUT_MS = 60_000;

/** Starts a server and waits until `/health/ready` returns 200. */
export async function startServer({ args, settings }: Program, { core, log }: StartOptions): Promise<Server> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const output = await open(log, "a");
  const server = spawn(...pinned(core, [execPath, "--import", PROBE, ...args]), {
    cwd: ROOT,
    env: { ...env, ...settings, PORT: String(port) },
    stdio: ["ignore", output.fd, "inherit", "ipc"],
  });
  await output.close();
  const exit = new AbortController();
  server.once("exit", () => exit.abort(new Error("A server has exited, see its errors above.")));
  try {
    await untilReady(server, base);
  } catch (error) {
    server.kill("SIGKILL");
    throw error;
  }
  return {
    base,
    readMetrics: () => readMetrics(server, exit.signal),
    async stop(signal = "SIGTERM") {
      if (hasExited(server)) return;
      const exited = once(server, "exit");
      server.kill(signal);
      await exited;
    },
  };
}

async function untilReady(server: ChildProcess, base: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady(base))) {
    if (hasExited(server) || performance.now() > deadline)
      throw new Error(`A server did not start, see its errors above: ${server.spawnargs.join(" ")}.`);
    await setTimeout(2);
  }
}

async function isReady(base: string): Promise<boolean> {
  try {
    const response = await fetch(`${base}/health/ready`, { signal: AbortSignal.timeout(1_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function readMetrics(server: ChildProcess, exited: AbortSignal): Promise<Metrics> {
  exited.throwIfAborted();
  server.send("metrics");
  const [metrics] = await once(server, "message", { signal: exited });
  return metrics as Metrics; // what probe.js sends
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
