import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Failure } from "#contract/failure";
import type { Picture } from "./pictures.ts";

const PROGRAM = new URL("./decoder.ts", import.meta.url);

/** Timeout for decoding one file, in milliseconds. */
const DECODE_TIMEOUT_MS = 10_000;

/** Time after which an idle process is stopped, in milliseconds. */
const IDLE_TIMEOUT_MS = 5_000;

type Reply = Picture | { readonly error: string };

/** Idle processes, each with the timer that stops it. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/**
 * Decodes a file in a child process without secrets. The process is reused unless the picture was
 * large: ending it frees its memory. Throws if decoding fails or times out, or if the process crashes,
 * and `unavailable` if it is killed.
 */
export async function decodeInChildProcess(file: Buffer, { isLarge = false } = {}): Promise<Picture> {
  const child = takeIdle() ?? start();
  const reply = await decodeWith(child, file).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  if (isLarge) child.kill();
  else addIdle(child);
  if ("error" in reply) throw new Error(reply.error);
  return reply;
}

function start(): ChildProcess {
  const child = fork(PROGRAM, {
    serialization: "advanced",
    execArgv: [],
    // With more arenas, glibc's malloc would return little of the memory that libvips frees.
    env: { MALLOC_ARENA_MAX: "2" },
    // Inheriting standard output would make it blocking for the server, see `log-buffer.ts`.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // `decodeWith` rejects on errors during decoding. Without this listener, an error of an idle
  // process would crash the server.
  return child.on("error", () => {});
}

async function decodeWith(child: ChildProcess, file: Buffer): Promise<Reply> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    child.send(file);
    return await Promise.race([
      once(child, "message", { signal }).then(([reply]) => reply),
      once(child, "exit", { signal }).then(([, killedBy]) => Promise.reject(endOf(killedBy))),
      setTimeout(DECODE_TIMEOUT_MS, undefined, { signal }).then(() => Promise.reject(new Error("Decoding timed out."))),
    ]);
  } finally {
    waiting.abort();
  }
}

/** Signals that an operator or the system sends to stop a process, through no fault of the file. */
const FROM_OUTSIDE: ReadonlySet<unknown> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

/** The error for a decoder process that ended: `unavailable` if it was stopped from outside. */
function endOf(signal: unknown): Error {
  if (!FROM_OUTSIDE.has(signal)) return new Error("The decoder process ended.");
  const cause = new Error(`The decoder process was ended by ${signal}.`);
  return new Failure("unavailable", "The picture could not be decoded. Try again in a moment.", {
    reason: "picture-not-decoded",
    retryAfter: 1,
    cause,
  });
}

function takeIdle(): ChildProcess | undefined {
  for (const [child, timer] of idle) {
    clearTimeout(timer);
    idle.delete(child);
    child.ref();
    child.channel?.ref();
    if (child.connected) return child;
  }
  return undefined;
}

/** Makes a process available for the next file. Idle processes do not keep the server running. */
function addIdle(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const end = () => {
    idle.delete(child);
    child.kill();
  };
  idle.set(child, globalThis.setTimeout(end, IDLE_TIMEOUT_MS).unref());
}
