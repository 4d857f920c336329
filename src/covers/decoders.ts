import { type ChildProcess, fork } from "node:child_process";

/** A picture as it is kept: a WebP without metadata, and its dominant colour as `#rrggbb`, in steps of 16. */
export interface Cover {
  readonly bytes: Buffer;
  readonly color: string;
}

const PROGRAM = new URL("./decoder.ts", import.meta.url);

/** How long a file may take, and how long a process waits for the next one, in milliseconds. */
const LONGEST = 10_000;
const IDLE = 5_000;

type Answer = Cover | { readonly error: string };

/** Processes that wait for a file, and when they give up. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/**
 * Decodes a file in another process, which knows no secret, and ends after a large picture. Throws when that can't read it, takes too
 * long, or dies of it.
 */
export async function decodeApart(file: Buffer, { isLarge = false } = {}): Promise<Cover> {
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
  return fork(PROGRAM, { serialization: "advanced", execArgv: [], env: { MALLOC_ARENA_MAX: "2" } });
}

function answerOf(child: ChildProcess, file: Buffer): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("It took too long.")), LONGEST);
    child.once("message", (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    child.once("exit", () => reject(new Error("The process that read it ended."))).once("error", reject);
    child.send(file, (error) => error && reject(error));
  }).finally(() => child.removeAllListeners());
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
  idle.set(child, setTimeout(giveUp, IDLE).unref());
}
