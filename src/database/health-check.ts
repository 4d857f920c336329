import { unavailable } from "./core/failures.ts";
import type { Database } from "./database.ts";
import { engineOf } from "./engine.ts";

/** Minimum milliseconds between two checks. Calls in between get the last result. */
const INTERVAL_MS = 1_000;

/** A disk or server that does not respond for this many milliseconds counts as unavailable. */
const TIMEOUT_MS = 5_000;

/**
 * Creates a function that throws `unavailable` if the database can't be read or written. It starts a
 * check at most once a second, and never while another check is running.
 */
export function createHealthCheck(database: Database): () => Promise<void> {
  let startedAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  let result = Promise.resolve();

  async function check(): Promise<void> {
    isRunning = true;
    try {
      await engineOf(database).ping(database);
    } finally {
      isRunning = false;
    }
  }

  return () => {
    if (!isRunning && performance.now() - startedAt >= INTERVAL_MS) {
      startedAt = performance.now();
      result = withTimeout(check());
    }
    return result;
  };
}

async function withTimeout(checking: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cause = new Error(`The check of the database did not finish within ${TIMEOUT_MS} ms.`);
  const timer = setTimeout(() => reject(unavailable(cause)), TIMEOUT_MS);
  timer.unref();
  try {
    await Promise.race([checking, promise]);
  } finally {
    clearTimeout(timer);
  }
}
