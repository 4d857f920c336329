import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { env, execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../src/testing/free-port.ts";
import { pinned } from "./pinning.ts";

/** What is run: a program with its flags, and its settings. */
export interface Program {
  readonly args: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

/** What a process says of itself since it was asked last. */
export interface Seen {
  /** Resident memory now, in MB. */
  readonly memory: number;
  /** The longest time that the event loop was late, in milliseconds. */
  readonly delay: number;
  /** Processor time of all its threads, in milliseconds. */
  readonly cpu: number;
}

/** A server that is measured. */
export interface Server {
  readonly base: string;
  /** What the process has seen since this was asked last. */
  readonly look: () => Promise<Seen>;
  /** Ends it with SIGTERM, or otherwise. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Where a server runs, and what it prints to. */
export interface Place {
  /** The core that it has, where it has one. */
  readonly core?: number | undefined;
  readonly log: string;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROBE = fileURLToPath(new URL("../probe.js", import.meta.url));

/** The longest that a start may take, in milliseconds. */
const PATIENCE = 60_000;

/** Starts a server and waits until it answers `/health/ready`. */
export async function startProgram({ args, settings }: Program, { core, log }: Place): Promise<Server> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const output = await open(log, "a");
  const server = spawn(...pinned(core, [execPath, "--import", PROBE, ...args]), {
    cwd: ROOT,
    env: { ...env, ...settings, PORT: String(port) },
    stdio: ["ignore", output.fd, "inherit", "ipc"],
  });
  await output.close();
  try {
    await untilReady(server, base);
  } catch (error) {
    server.kill("SIGKILL");
    throw error;
  }
  return {
    base,
    look: () => look(server),
    async stop(signal = "SIGTERM") {
      const gone = once(server, "exit");
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill(signal);
      await gone;
    },
  };
}

async function untilReady(server: ChildProcess, base: string): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (!(await isReady(base))) {
    if (server.exitCode !== null || server.signalCode !== null || performance.now() > deadline) {
      throw new Error(`A server did not start; what it said stands above. ${server.spawnargs.join(" ")}`);
    }
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

async function look(server: ChildProcess): Promise<Seen> {
  const settled = new AbortController();
  const gone = once(server, "exit", { signal: settled.signal }).then(() => {
    throw new Error("A server has ended by itself; what it said stands above.");
  });
  try {
    server.send("look");
    const [seen] = await Promise.race([once(server, "message", { signal: settled.signal }), gone]);
    return seen;
  } finally {
    gone.catch(() => undefined);
    settled.abort();
  }
}
