import { Failure } from "../errors.ts";
import * as postgres from "./postgres/errors.ts";
import * as sqlite from "./sqlite/errors.ts";

/** The failure of a request that needs the database while the database can't work. `cause` is for the log. */
export function unavailable(cause: unknown): Failure {
  return new Failure("unavailable", "The server is temporarily unavailable. Try again in a moment.", {
    retryAfter: 1,
    cause,
  });
}

/** Returns `unavailable` for an error that means that the database can't work at the moment, else the error. */
export function toUnavailable(error: unknown): unknown {
  return sqlite.isUnavailable(error) || postgres.isUnavailable(error) ? unavailable(error) : error;
}

/**
 * Whether a row violates a unique index. Such an index is named `<table>_<column>_unique`, after its last
 * column: `isTaken(error, "accounts", "email_key")` for `accounts_email_key_unique`.
 */
export function isTaken(error: unknown, table: string, column: string): boolean {
  return sqlite.isUniqueViolation(error, table, column) || postgres.isUniqueViolation(error, table, column);
}
