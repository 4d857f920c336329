import { traced } from "../../base/instrumentation.ts";
import { CONCURRENCY, createQueue } from "./password-queue.ts";

/**
 * Parameters of argon2id, the minimum of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes,
 * parallelism 1.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const queue = createQueue(CONCURRENCY);

/** The number of passwords that wait to be hashed or verified. */
export const countWaiting = queue.waiting;

/** Hashes and verifies passwords, in a queue in which networks take turns. Tests replace the hasher. */
export interface Hasher {
  /** Returns a PHC string. Runs in the thread pool. */
  readonly hash: (password: string, network: string) => Promise<string>;
  readonly verify: (hash: string, password: string, network: string) => Promise<boolean>;
}

/** The production hasher. Rejects with `unavailable` like the queue; see `createQueue`. */
export const hasher: Hasher = {
  hash: (password, network) =>
    queue(network, () => traced("hash password", async () => (await argon2()).hash(password, PARAMETERS))),
  verify: (hash, password, network) =>
    queue(network, () => traced("verify password", async () => (await argon2()).verify(hash, password))),
};

/** Loads the library with the first password: it takes 2.5 MB. */
async function argon2() {
  return (await import("@node-rs/argon2")).default;
}

/**
 * The hash that a login with an unknown e-mail address verifies, so that it takes as long as one
 * with a known address.
 */
export const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$X+61OCoLOArh1NJMMUzxdw$oKg+KD2prtxVqj0BHinuuHtZk+MLhCpb0RcgyDZlhfk";

/**
 * Returns a password in NFKC, the form that is hashed: keyboards and systems encode the same
 * character differently (NIST SP 800-63B, section 3.1.1.2).
 */
export function normalise(password: string): string {
  return password.normalize("NFKC");
}

/** Hashes the normalised password. */
export function hash(password: string, network: string, { hash }: Hasher = hasher): Promise<string> {
  return hash(normalise(password), network);
}

/** Whether a password is correct, and whether its stored hash should be replaced by a new one. */
export interface Verification {
  readonly isCorrect: boolean;
  readonly isOutdated: boolean;
}

/**
 * Verifies the normalised password; then, for hashes from before passwords were normalised, the
 * password as it was sent. How many hashes a wrong password takes depends only on the password, so
 * that the duration does not reveal whether the account exists.
 */
export async function verify(
  stored: string,
  password: string,
  network: string,
  { verify }: Hasher = hasher,
): Promise<Verification> {
  const normalised = normalise(password);
  const isCorrect = await verify(stored, normalised, network);
  if (isCorrect || normalised === password) return { isCorrect, isOutdated: isOutdated(stored) };
  return { isCorrect: await verify(stored, password, network), isOutdated: true };
}

/** Whether a hash was made with weaker parameters than `PARAMETERS`. */
export function isOutdated(hash: string): boolean {
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(hash) ?? [];
  return !(Number(memory) >= PARAMETERS.memoryCost && Number(passes) >= PARAMETERS.timeCost);
}
