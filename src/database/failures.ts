import { setTimeout } from "node:timers/promises";
import { Failure } from "#contract/failure";
import * as postgres from "./postgres/errors.ts";
import * as sqlite from "./sqlite/errors.ts";

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

/** Converts errors of a database that is not available to `unavailable`; returns others unchanged. */
export function toUnavailable(error: unknown): unknown {
  return sqlite.isUnavailable(error) || postgres.isUnavailable(error) ? unavailable(error) : error;
}

/** Whether an error is a violation of the check constraint with this name. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return sqlite.isCheckViolation(error, constraint) || postgres.isCheckViolation(error, constraint);
}

/**
 * Whether an error is a violation of the unique index `<table>_<column>_unique`, such as
 * `accounts_email_key_unique`. `column` is the last column of the index.
 */
export function isTaken(error: unknown, table: string, column: string): boolean {
  return sqlite.isUniqueViolation(error, table, column) || postgres.isUniqueViolation(error, table, column);
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

/** Calls `work` again if its transaction was rolled back because of another one, or of a prepared statement. */
export async function retryConflicts<T>(work: () => Promise<T>, attemptsLeft = MAX_ATTEMPTS): Promise<T> {
  let ended: Promise<void> | undefined;
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : undefined;
    if (cause instanceof Blocked) ended = cause.ended;
    if (ended === undefined && (!isRetried(cause) || attemptsLeft === 1)) throw error;
  }
  if (ended !== undefined) {
    await ended;
    return retryConflicts(work, attemptsLeft);
  }
  await setTimeout(Math.random() * MAX_DELAY_MS);
  return retryConflicts(work, attemptsLeft - 1);
}

function isRetried(cause: unknown): boolean {
  if (cause instanceof sqlite.RolledBackWithOthers) return true;
  return postgres.isConflict(cause) || postgres.isStaleStatement(cause) || postgres.isMissingStatement(cause);
}
