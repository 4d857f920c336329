import { availableParallelism } from "node:os";

/**
 * Size of libuv's thread pool, which hashes passwords: the number of cores, at least 2 and at most
 * 4 (libuv's default). With more concurrent hashes than cores, they would evict each other's memory
 * from the CPU cache and all take longer.
 */
export const THREADS = Math.min(4, Math.max(2, availableParallelism()));
