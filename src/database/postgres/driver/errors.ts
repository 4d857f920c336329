import type { DatabaseError } from "pg";
import { unavailable } from "../../core/failures.ts";

/**
 * Error classes 08 (connection), 40 (serialisation failure, deadlock), 53 (resources), 57 (operator
 * intervention, statement timeout), 58 (disk); 25006 is a read-only standby, 25P03 an idle
 * transaction that timed out.
 */
const UNAVAILABLE = /^(08|40|53|57|58|25006|25P03)/;

/** A broken connection: the operating system's error code, or pg's message if there is no code. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)/;
const DISCONNECTED = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

/** Message of pg's error when `query_timeout` has passed; the error has no code. */
const CLIENT_TIMEOUT = "Query read timeout";

/**
 * Codes after which the connection may be closed: 08 (connection), 25P03 and 25P04 (idle and long transactions), 28
 * (authorisation), 53300 (too many connections), 57P (shutdown), 58 (disk), F0 and XX (internal errors). The severity
 * says so too, but in the language of the server.
 */
const CLOSING = /^(08|25P03|25P04|28|53300|57P|58|F0|XX)/;

/** Serialisation failure and deadlock: PostgreSQL has rolled the transaction back. */
const CONFLICTS: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** A prepared statement does not exist, or exists already: a pooler executed it on another connection. */
const MISSING_STATEMENTS: ReadonlySet<unknown> = new Set(["26000", "42P05"]);

/** The server accepts no writes. */
const READ_ONLY = "25006";

const CANCELED = "57014";

const NOT_SUPPORTED = "0A000";

/** The function of PostgreSQL that reports "cached plan must not change result type"; the text may be translated. */
const PLAN_CHECK = "RevalidateCachedQuery";

const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";

/** Converts errors of a server that can't be reached or can't work now to `unavailable`; returns others unchanged. */
export function toUnavailable(error: unknown): unknown {
  return isUnavailable(error) ? unavailable(error) : error;
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (isServerError(error)) return UNAVAILABLE.test(code) || isMissingStatement(error) || isStaleStatement(error);
  return NETWORK.test(code) || DISCONNECTED.test(error.message) || isClientTimeout(error);
}

/** The error of pg when `query_timeout` has passed. */
export function clientTimeout(): Error {
  return new Error(CLIENT_TIMEOUT);
}

/** Whether the server did not respond in time. It may still execute the query. */
export function isClientTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === CLIENT_TIMEOUT;
}

/** Whether the server accepts no writes, such as a former primary that is now a standby. */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof Error && isServerError(error) && error.code === READ_ONLY;
}

/** Whether a statement took too long, for the server or for this process. */
export function isStatementTimeout(error: unknown): boolean {
  return isClientTimeout(error) || (error instanceof Error && isServerError(error) && error.code === CANCELED);
}

/** Whether the server rejected a statement, so that its transaction is rolled back, and kept the connection open. */
export function isRejected(error: unknown): boolean {
  return error instanceof Error && isServerError(error) && !CLOSING.test(error.code ?? "XX");
}

/** Whether a transaction was rolled back because of another one, or of a prepared statement: a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const isRolledBack = error instanceof Error && isServerError(error) && CONFLICTS.has(error.code);
  return isRolledBack || isStaleStatement(error) || isMissingStatement(error);
}

/** Whether a prepared statement is not on this connection, or unexpectedly is: a pooler shares connections. */
export function isMissingStatement(error: unknown): boolean {
  return error instanceof Error && isServerError(error) && MISSING_STATEMENTS.has(error.code);
}

/** Whether a prepared statement returns other columns since the schema changed. */
export function isStaleStatement(error: unknown): boolean {
  return error instanceof Error && isServerError(error) && error.code === NOT_SUPPORTED && error.routine === PLAN_CHECK;
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

/** Whether a row violates the check constraint with this name. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error && isServerError(error) && error.code === CHECK_VIOLATION && error.constraint === constraint
  );
}

/** Only errors from the server have a severity. `instanceof DatabaseError` would load pg. */
function isServerError(error: Error): error is DatabaseError {
  return error.name === "error" && "severity" in error;
}
