import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Picture } from "./pictures.ts";

const PROGRAM = new URL("./decoder.ts", import.meta.url);

/** How long a file may take, and how long a process waits for the next one, in milliseconds. */
const LONGEST = 10_000;
const IDLE = 5_000;

type Answer = Picture | { readonly error: string };

/** Processes that wait for a file, and when they give up. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/**
 * Decodes a file in another process, which knows no secret, and ends after a large picture. Throws when that can't read it, takes too
 * long, or dies of it.
 */
export async function decodeInChildProcess(file: Buffer, { isLarge = false } = {}): Promise<Picture> {
  const child = takeIdle() ?? start();
  const answer = await answerOf(child, file).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  if (isLarge) child.kill();
  else keep(child);
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}

function start(): ChildProcess {
  // With more heaps glibc's malloc would keep much of what libvips has used.
  const child = fork(PROGRAM, { serialization: "advanced", execArgv: [], env: { MALLOC_ARENA_MAX: "2" } });
  // Whoever waits for an answer learns it; where nobody does, an error would end the server.
  return child.on("error", () => {});
}

/** What comes first: its answer, its end, or the end of our patience. */
async function answerOf(child: ChildProcess, file: Buffer): Promise<Answer> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    child.send(file);
    return await Promise.race([
      once(child, "message", { signal }).then(([answer]) => answer),
      once(child, "exit", { signal }).then(() => refuse("The process that read it ended.")),
      setTimeout(LONGEST, undefined, { signal }).then(() => refuse("It took too long.")),
    ]);
  } finally {
    waiting.abort();
  }
}

function refuse(reason: string): never {
  throw new Error(reason);
}

function takeIdle(): ChildProcess | undefined {
  for (const [child, end] of idle) {
    clearTimeout(end);
    idle.delete(child);
    child.ref();
    child.channel?.ref();
    if (child.connected) return child;
  }
  return undefined;
}

/** A process that waits for a file keeps nobody from ending. */
function keep(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const giveUp = () => {
    idle.delete(child);
    child.kill();
  };
  idle.set(child, globalThis.setTimeout(giveUp, IDLE).unref());
}
