import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Test } from "tap";

const CHILD = new URL("../database/child.ts", import.meta.url);

/** A process that waits for the word; `go` gives it and tells what came of its job. */
interface Started {
  readonly go: () => Promise<unknown>;
}

/** Starts a process for a job of `test/database/child.ts`, and waits until it is ready. */
export async function startProcess(t: Test, job: string, url: string): Promise<Started> {
  const child = fork(CHILD, [job, url], { execArgv: [] });
  t.teardown(() => void child.kill("SIGKILL"));
  await nextMessage(child);
  return {
    async go() {
      child.send("go");
      return Reflect.get(Object(await nextMessage(child)), "outcome");
    },
  };
}

/** Lets several processes do one job, all at the same moment; gives back what came of each. */
export async function together(t: Test, count: number, job: string, url: string): Promise<unknown[]> {
  const started = await Promise.all(Array.from({ length: count }, () => startProcess(t, job, url)));
  return Promise.all(started.map(({ go }) => go()));
}

/** Fails when the process ends without a message. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(() => {
    throw new Error("A process ended before it had said what came of its job.");
  });
  ended.catch(() => {});
  const [message] = await Promise.race([once(child, "message"), ended]);
  return message;
}
