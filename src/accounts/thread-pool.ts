import { availableParallelism } from "node:os";

/**
 * Size of libuv's thread pool, which hashes passwords: the number of cores, at least 2 and at most
 * 4 (libuv's default). More than one hash per core would evict each other's memory from the CPU
 * cache, and all of them would take longer.
 */
export const THREADS = Math.min(4, Math.max(2, availableParallelism()));
