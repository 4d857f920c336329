import argon2 from "@node-rs/argon2";
import { CONCURRENCY, createQueue } from "./password-queue.ts";

/**
 * Parameters of argon2id, the minimum of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes,
 * parallelism 1.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const queue = createQueue(CONCURRENCY);

/** Hashes and verifies passwords. Tests replace it. */
export interface Hasher {
  /** Returns a PHC string. Runs in the thread pool. */
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (hash: string, password: string) => Promise<boolean>;
}

/** The production hasher. Throws `unavailable` while 200 passwords are waiting. */
export const hasher: Hasher = {
  hash: (password) => queue(() => argon2.hash(password, PARAMETERS)),
  verify: (hash, password) => queue(() => argon2.verify(hash, password)),
};

/**
 * The hash that a login with an unknown e-mail address verifies, so that it takes as long as one
 * with a known address.
 */
export const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$X+61OCoLOArh1NJMMUzxdw$oKg+KD2prtxVqj0BHinuuHtZk+MLhCpb0RcgyDZlhfk";

/** Whether a hash was made with weaker parameters than `PARAMETERS`. */
export function isOutdated(hash: string): boolean {
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(hash) ?? [];
  return !(Number(memory) >= PARAMETERS.memoryCost && Number(passes) >= PARAMETERS.timeCost);
}
