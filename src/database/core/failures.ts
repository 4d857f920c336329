import { setTimeout } from "node:timers/promises";
import { Failure } from "#contract/failure";

/** The failure of a request while the database is not available. `cause` is only logged. */
export function unavailable(cause: unknown): Failure {
  return new Failure("unavailable", "The server is temporarily unavailable. Try again in a moment.", {
    reason: "server-unavailable",
    retryAfter: 1,
    cause,
  });
}

/** The failure of a write that would wait behind too many others. */
export function overloaded(): Failure {
  return new Failure("unavailable", "The server is overloaded. Try again in a moment.", {
    reason: "server-overloaded",
    retryAfter: 1,
    limit: "writes",
  });
}

/** Maximum attempts of `retryConflicts`. */
const MAX_ATTEMPTS = 3;

/** Maximum milliseconds before a retry. The delay is random, to avoid the same conflict again. */
const MAX_DELAY_MS = 20;

/** The cause of the failure of a transaction that can be repeated when a change of somebody else has ended. */
export class Blocked extends Error {
  /** Resolves then; undefined if this process does not know when. */
  readonly ended: Promise<void> | undefined;

  constructor(ended: Promise<void> | undefined) {
    super("Another change has not ended.");
    this.ended = ended;
  }
}

/** Calls `work` again if its transaction was rolled back for a cause that `isConflict` tells, see `Engine`. */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  isConflict: (cause: unknown) => boolean,
  attemptsLeft = MAX_ATTEMPTS,
): Promise<T> {
  let ended: Promise<void> | undefined;
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : undefined;
    if (cause instanceof Blocked) ended = cause.ended;
    if (ended === undefined && (!isConflict(cause) || attemptsLeft === 1)) throw error;
  }
  if (ended !== undefined) {
    await ended;
    return retryConflicts(work, isConflict, attemptsLeft);
  }
  await setTimeout(Math.random() * MAX_DELAY_MS);
  return retryConflicts(work, isConflict, attemptsLeft - 1);
}
