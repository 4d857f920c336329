import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import * as serverProcess from "../../harness/server-process.ts";
import { pinned } from "./pinning.ts";
import { cpuOf, memoryOf } from "./processes.ts";

/** What starts a server: arguments of `node`, or another program with its arguments; and its environment variables. */
export interface Program {
  readonly args: readonly string[];
  /** Undefined: Node. */
  readonly executable?: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The folder to start it in; undefined: that of this project. */
  readonly folder?: string;
}

/** Metrics of a server process since they were last read. */
export interface Metrics {
  /** Resident memory now, in MB. */
  readonly memory: number;
  /** The longest event loop delay, in milliseconds; undefined for a program without an event loop. */
  readonly delay?: number;
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
  /** A command that executes the command after it, such as `strace -D`. */
  readonly wrapper?: readonly string[];
}

const PROBE = fileURLToPath(new URL("probe.js", import.meta.url));

/** Starts a server and waits until `/health/ready` returns 200. */
export async function startServer(program: Program, { core, log, wrapper = [] }: StartOptions): Promise<Server> {
  const { args, executable, settings, folder } = program;
  const command = executable === undefined ? [execPath, "--import", PROBE, ...args] : [executable, ...args];
  const [first, others] = pinned(core, [...wrapper, ...command]);
  const { base, child, pid, stop } = await serverProcess.startServer({
    command: [first, ...others],
    settings,
    ...(folder !== undefined && { folder }),
    logFile: log,
    ipc: executable === undefined,
  });
  const exit = new AbortController();
  child.once("exit", () => exit.abort(new Error("A server has exited, see its errors above.")));
  return {
    base,
    readMetrics: executable === undefined ? () => readMetrics(child, exit.signal) : metricsOf(pid),
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

/** Reads the metrics of a program that is not Node's, on Linux. */
function metricsOf(pid: number): Server["readMetrics"] {
  let before = 0;
  return async () => {
    const total = cpuOf(pid);
    const cpu = total - before;
    before = total;
    return { memory: memoryOf(pid), cpu };
  };
}
