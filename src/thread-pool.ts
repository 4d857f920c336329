import { availableParallelism } from "node:os";
import { env } from "node:process";

/** How many threads do what would hold the event loop up: as many as there are cores, two to four. */
export const THREADS = Math.min(4, Math.max(2, availableParallelism()));

/**
 * Gives libuv so many threads, unless the environment says how many; it takes four by itself. Passwords that take turns on a core push each other out of
 * its cache, and all of them take longer. To be called before anything has used a thread.
 */
export function sizeThreadPool(): void {
  env.UV_THREADPOOL_SIZE ??= String(THREADS);
}
