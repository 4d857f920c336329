import argon2 from "@node-rs/argon2";
import { CONCURRENCY, createQueue } from "./password-queue.ts";

/** Argon2id with what OWASP's Password Storage Cheat Sheet asks for at least: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const inTurn = createQueue(CONCURRENCY);

/** What passwords are hashed and verified with; a test counts through one of its own. */
export interface Hasher {
  /** The hash as a PHC string. Computed off the event loop. */
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (hash: string, password: string) => Promise<boolean>;
}

/** Throws `unavailable` when too many passwords wait already. */
export const hasher: Hasher = {
  hash: (password) => inTurn(() => argon2.hash(password, PARAMETERS)),
  verify: (hash, password) => inTurn(() => argon2.verify(hash, password)),
};

/** A hash of nobody's password, for addresses that nobody has: verifying it takes as long as verifying any. */
export const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$X+61OCoLOArh1NJMMUzxdw$oKg+KD2prtxVqj0BHinuuHtZk+MLhCpb0RcgyDZlhfk";

/** Whether a hash was made with less than is asked for today. */
export function isOutdated(hash: string): boolean {
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(hash) ?? [];
  return !(Number(memory) >= PARAMETERS.memoryCost && Number(passes) >= PARAMETERS.timeCost);
}
