import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { FIXTURES } from "./fixtures.ts";

/** A server in test mode, for one test file. */
export interface Triptych {
  /** The base URL, without a trailing slash. */
  readonly base: string;
  /** The data of the server: accounts with their passwords and keys, products, collections and items. */
  readonly fixtures: typeof FIXTURES;
  /** Restores the fixtures. */
  readonly reset: () => Promise<void>;
}

type OnEnd = (close: () => Promise<unknown>) => unknown;

/** A test of tap (`teardown`), one of Node's own runner (`after`), or what a hook of a suite gets, which has neither. */
export type Test = { readonly teardown: OnEnd } | { readonly after: OnEnd } | object;

const THREAD = new URL("./server-thread.ts", import.meta.url);

/** With the compiled modules of an earlier one, a server starts in half the time. */
const ENVIRONMENT = { NODE_COMPILE_CACHE: join(tmpdir(), "triptych-compile-cache") };

/**
 * Starts a server in test mode on a free port of 127.0.0.1. It stops when the test ends, or with the process, which it
 * does not keep alive. `settings` are environment variables; rejects with an error if one is invalid.
 */
export async function triptych(t: Test = {}, settings: Readonly<Record<string, string>> = {}): Promise<Triptych> {
  // In a thread, which ends at once whatever the server is doing, and without the loaders and mocks of the tests.
  const thread = new Worker(THREAD, { workerData: settings, env: ENVIRONMENT, execArgv: [] });
  const [base] = await once(thread, "message");
  thread.unref();
  const close = () => thread.terminate();
  if ("teardown" in t) t.teardown(close);
  else if ("after" in t) t.after(close);
  let resets = Promise.resolve();
  return {
    base,
    fixtures: FIXTURES,
    reset() {
      resets = resets.then(async () => {
        thread.ref();
        thread.postMessage("reset");
        await once(thread, "message");
        thread.unref();
      });
      return resets;
    },
  };
}
