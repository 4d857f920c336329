import { availableParallelism } from "node:os";

/**
 * How many threads do what would hold the event loop up: as many as there are cores, two to four. libuv takes four by itself. Passwords that take turns
 * on a core push each other out of its cache, and all of them take longer.
 */
export const THREADS = Math.min(4, Math.max(2, availableParallelism()));
