import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The packages for clients that are made from the sources of the server. */
export type PackageName = "triptych-sdk" | "triptych-tap";

const THREAD = new URL("./thread.ts", import.meta.url);

/** Packs a package as a file for `npm install`, in a thread, because compiling it takes a second or two. */
export async function packed(name: PackageName): Promise<Buffer> {
  const thread = new Worker(THREAD, { workerData: name, env: {}, execArgv: [] });
  const [bytes] = await once(thread, "message");
  await thread.terminate();
  return Buffer.from(bytes);
}
