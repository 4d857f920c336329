import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Test } from "tap";

const CHILD = new URL("../database/child.ts", import.meta.url);

/** Lets several processes do one job of `test/database/child.ts`, all at the same moment; gives back what each came to. */
export async function together(t: Test, count: number, job: string, url: string): Promise<unknown[]> {
  const children = Array.from({ length: count }, () => fork(CHILD, [job, url], { execArgv: [] }));
  t.teardown(() => {
    for (const child of children) child.kill("SIGKILL");
  });
  await Promise.all(children.map(nextMessage));
  return Promise.all(
    children.map(async (child) => {
      const answer = nextMessage(child);
      child.send("go");
      return Reflect.get(Object(await answer), "outcome");
    }),
  );
}

/** Fails when the process ends without a message. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(() => {
    throw new Error("A process ended before it had said what it came to.");
  });
  ended.catch(() => {});
  const [message] = await Promise.race([once(child, "message"), ended]);
  return message;
}
