import { Failure } from "../errors.ts";
import * as postgres from "./postgres/errors.ts";
import * as sqlite from "./sqlite/errors.ts";

/** The failure of a request while the database can't work. `cause` is for the log. */
export function unavailable(cause: unknown): Failure {
  return new Failure("unavailable", "The server is temporarily unavailable. Try again in a moment.", {
    retryAfter: 1,
    cause,
  });
}

/** Returns `unavailable` if the error means that the database can't work now, else the error. */
export function toUnavailable(error: unknown): unknown {
  return sqlite.isUnavailable(error) || postgres.isUnavailable(error) ? unavailable(error) : error;
}

/**
 * Whether a row violates the unique index `<table>_<column>_unique`, named after its last column:
 * `isTaken(error, "accounts", "email_key")` for `accounts_email_key_unique`.
 */
export function isTaken(error: unknown, table: string, column: string): boolean {
  return sqlite.isUniqueViolation(error, table, column) || postgres.isUniqueViolation(error, table, column);
}
