import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
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
 * large. Throws if decoding fails or times out, or if the process ends.
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
  // With more arenas, glibc's malloc would return little of the memory that libvips frees.
  const child = fork(PROGRAM, { serialization: "advanced", execArgv: [], env: { MALLOC_ARENA_MAX: "2" } });
  // `decodeWith` rejects on errors during decoding. Without this listener, an error of an idle
  // process would end the server.
  return child.on("error", () => {});
}

async function decodeWith(child: ChildProcess, file: Buffer): Promise<Reply> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    child.send(file);
    return await Promise.race([
      once(child, "message", { signal }).then(([reply]) => reply),
      once(child, "exit", { signal }).then(() => Promise.reject(new Error("The decoder process ended."))),
      setTimeout(DECODE_TIMEOUT_MS, undefined, { signal }).then(() => Promise.reject(new Error("Decoding timed out."))),
    ]);
  } finally {
    waiting.abort();
  }
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

/** Makes a process available for the next file. Idle processes let the server exit. */
function addIdle(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const end = () => {
    idle.delete(child);
    child.kill();
  };
  idle.set(child, globalThis.setTimeout(end, IDLE_TIMEOUT_MS).unref());
}
