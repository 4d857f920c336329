import { ENGINES } from "./engine.ts";

// An error does not say which engine has thrown it, and each engine knows only its own.

/** Whether an error is a violation of the check constraint with this name. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return ENGINES.some((engine) => engine.isCheckViolation(error, constraint));
}

/**
 * Whether an error is a violation of the unique index `<table>_<column>_unique`, such as
 * `accounts_email_key_unique`. `column` is the last column of the index.
 */
export function isTaken(error: unknown, table: string, column: string): boolean {
  return ENGINES.some((engine) => engine.isUniqueViolation(error, table, column));
}
