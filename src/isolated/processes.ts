import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

const PROGRAM = new URL("./program.ts", import.meta.url);

/** Time after which an idle process is stopped, in milliseconds. */
const IDLE_TIMEOUT_MS = 5_000;

/** Maximum heap of JavaScript in MiB. A process that needs more crashes. */
const MAX_HEAP_MIB = 192;

/** With V8's own limit, short-lived objects would take 100 MiB more. */
const MAX_SEMI_SPACE_MIB = 4;

/** What a process is told to do: call `work` of the module `task` with a value. */
export interface Call {
  readonly task: string;
  readonly input: unknown;
}

/** The result of `work`, or the message of its error. */
export type Reply = { readonly result: unknown } | { readonly error: string };

/** The operator or the system stopped a process, through no fault of its input. */
export class StoppedFromOutside extends Error {}

export interface IsolatedOptions {
  /** In milliseconds. */
  readonly timeout: number;
  /** Whether the process ends afterwards, which frees its memory. */
  readonly endsProcess?: boolean;
  readonly signal?: AbortSignal;
}

/** Each with the timer that stops it. The last one was used last. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/**
 * Calls the function `work` that the module `task` exports, in a child process without secrets, for input that may be
 * hostile. Input and result are copied. Processes are reused. Throws if `work` throws, and kills the process on a
 * timeout or an abort; throws `StoppedFromOutside` if others stopped it.
 */
export async function runIsolated<T>(task: URL, input: unknown, options: IsolatedOptions): Promise<T> {
  options.signal?.throwIfAborted();
  const child = takeIdle() ?? start();
  const reply = await callIn(child, { task: task.href, input }, options).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  if (options.endsProcess) child.kill();
  else addIdle(child);
  if ("error" in reply) throw new Error(reply.error);
  return reply.result;
}

function start(): ChildProcess {
  const child = fork(PROGRAM, {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${MAX_HEAP_MIB}`, `--max-semi-space-size=${MAX_SEMI_SPACE_MIB}`],
    // With more arenas, glibc's malloc would return little of the memory that libvips frees.
    env: { MALLOC_ARENA_MAX: "2" },
    // Inheriting standard output would make it blocking for the server, see `log-buffer.ts`.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // `callIn` rejects on errors of a call. Without this listener, an error of an idle process would crash the server.
  return child.on("error", () => {});
}

async function callIn(child: ChildProcess, call: Call, { timeout, signal: aborted }: IsolatedOptions) {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    child.send(call);
    return await Promise.race([
      once(child, "message", { signal }).then(([reply]) => reply),
      once(child, "exit", { signal }).then(([, killedBy]) => Promise.reject(endOf(killedBy))),
      setTimeout(timeout, undefined, { signal }).then(() => Promise.reject(new Error("The process took too long."))),
      ...(aborted === undefined ? [] : [once(aborted, "abort", { signal }).then(() => Promise.reject(aborted.reason))]),
    ]);
  } finally {
    waiting.abort();
  }
}

/** Signals that an operator or the system sends to stop a process. */
const FROM_OUTSIDE: ReadonlySet<unknown> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

function endOf(signal: unknown): Error {
  if (!FROM_OUTSIDE.has(signal)) return new Error("The process crashed.");
  return new StoppedFromOutside(`The process was ended by ${signal}.`);
}

/** Takes the process that was used last, so that the others can end. */
function takeIdle(): ChildProcess | undefined {
  for (const [child, timer] of [...idle].reverse()) {
    clearTimeout(timer);
    idle.delete(child);
    child.ref();
    child.channel?.ref();
    if (child.connected) return child;
  }
  return undefined;
}

/** Makes a process available for the next call. Idle processes do not keep the server running. */
function addIdle(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const end = () => {
    idle.delete(child);
    child.kill();
  };
  idle.set(child, globalThis.setTimeout(end, IDLE_TIMEOUT_MS).unref());
}
