import type { DatabaseError } from "pg";

/**
 * Error classes 08 (connection), 40 (serialisation failure, deadlock), 53 (resources), 57 (operator
 * intervention, statement timeout), 58 (disk); 25006 is a read-only standby, 25P03 an idle
 * transaction that timed out.
 */
const UNAVAILABLE = /^(08|40|53|57|58|25006|25P03)/;

/** A broken connection: the operating system's error code, or pg's message if there is no code. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)/;
const DISCONNECTED = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

const UNIQUE_VIOLATION = "23505";

/** Whether PostgreSQL can't be reached or can't work now, through no fault of the statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return isServerError(error) ? UNAVAILABLE.test(code) : NETWORK.test(code) || DISCONNECTED.test(error.message);
}

/** Whether a row violates the unique index `<table>_<column>_unique`. */
export function isUniqueViolation(error: unknown, table: string, column: string): boolean {
  return (
    error instanceof Error &&
    isServerError(error) &&
    error.code === UNIQUE_VIOLATION &&
    error.constraint === `${table}_${column}_unique`
  );
}

/** Only errors from the server have a severity. `instanceof DatabaseError` would load pg. */
function isServerError(error: Error): error is DatabaseError {
  return error.name === "error" && "severity" in error;
}
