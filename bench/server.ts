import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import * as serverProcess from "../test/support/server-process.ts";
import { pinned } from "./pinning.ts";

/** The arguments of `node` that start a server, and its environment variables. */
export interface Program {
  readonly args: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

/** Metrics of a server process since they were last read. */
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
  /** Stops the process, by default with SIGTERM, and waits until it has exited. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface StartOptions {
  /** The only core that the server may use; undefined: all. */
  readonly core?: number | undefined;
  /** The file to which its standard output is appended. */
  readonly log: string;
}

const PROBE = fileURLToPath(new URL("probe.js", import.meta.url));

/** Starts a server and waits until `/health/ready` returns 200. */
export async function startServer({ args, settings }: Program, { core, log }: StartOptions): Promise<Server> {
  const [program, programArgs] = pinned(core, [execPath, "--import", PROBE, ...args]);
  const command = [program, ...programArgs];
  const { base, child, stop } = await serverProcess.startServer({ command, settings, logFile: log, ipc: true });
  const exit = new AbortController();
  child.once("exit", () => exit.abort(new Error("A server has exited, see its errors above.")));
  return {
    base,
    readMetrics: () => readMetrics(child, exit.signal),
    async stop(signal) {
      await stop(signal);
    },
  };
}

async function readMetrics(server: ChildProcess, exited: AbortSignal): Promise<Metrics> {
  exited.throwIfAborted();
  server.send("metrics");
  const [metrics] = await once(server, "message", { signal: exited });
  return metrics as Metrics; // what probe.js sends
}
