import { once } from "node:events";
import { Worker } from "node:worker_threads";

const CHECK = new URL("./check-thread.ts", import.meta.url);

/** Checks the structure of a database file in a thread, because that takes seconds. Throws if it is damaged. */
export async function assertIntact(file: string): Promise<void> {
  const thread = new Worker(CHECK, { workerData: file, env: {}, execArgv: [] });
  const [problem] = await once(thread, "message");
  if (problem !== "ok") throw new Error(`SQLite finds the database damaged: ${problem}`);
}
