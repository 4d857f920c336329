import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Test } from "tap";

const CHILD = new URL("../database/child.ts", import.meta.url);

/** A child process that is ready to run its job. */
interface ReadyProcess {
  /** Runs the job; resolves to the outcome that the job returns. */
  readonly go: () => Promise<unknown>;
}

/** Starts a child process for a job of `test/database/child.ts`, and waits until it is ready. */
export async function startProcess(t: Test, job: string, url: string): Promise<ReadyProcess> {
  const child = fork(CHILD, [job, url], { execArgv: [] });
  t.teardown(() => void child.kill("SIGKILL"));
  await nextMessage(child);
  return {
    async go() {
      child.send("go");
      // The first message of child.ts is "ready", the second one contains the outcome.
      return ((await nextMessage(child)) as { outcome: unknown }).outcome;
    },
  };
}

/** Runs a job in several child processes at the same time; returns their outcomes. */
export async function runInParallel(t: Test, count: number, job: string, url: string): Promise<unknown[]> {
  const processes = await Promise.all(Array.from({ length: count }, () => startProcess(t, job, url)));
  return Promise.all(processes.map(({ go }) => go()));
}

/** The next message of a process. Rejects when the process exits before it sends one. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const exited = once(child, "exit").then(() => {
    throw new Error("The process exited before it sent a message.");
  });
  exited.catch(() => {});
  const [message] = await Promise.race([once(child, "message"), exited]);
  return message;
}
