import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection } from "kysely";
import type { DatabaseError } from "pg";
import { Failure } from "../errors.ts";

/** Another process holds the lock, the disk is full or broken, the file is gone. */
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|PROTOCOL)/;

/**
 * PostgreSQL's error codes of class 08 (connection), 40 (serialisation, deadlock), 53 (resources), 57 (operator, statement_timeout among
 * them), 58 (disk), and of class 25 a standby that takes no writes and a transaction that was idle for too long.
 */
const POSTGRES_UNAVAILABLE = /^(08|40|53|57|58|25006|25P03)/;

/** A connection that is none any more, by the code of the operating system or, where there is none, by what pg says. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)/;
const DISCONNECTED = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

const told = new WeakSet<DatabaseConnection>();

/** The failure of a database that can't do its work now. */
export function unavailable(cause: unknown): Failure {
  return new Failure("unavailable", "The server can't answer just now. Try again in a moment.", {
    retryAfter: 1,
    cause,
  });
}

/** Lets a connection throw `unavailable` where the database can't answer; what else it throws stays as it is. */
export function tellFailures(connection: DatabaseConnection): DatabaseConnection {
  if (told.has(connection)) return connection;
  told.add(connection);
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(query: CompiledQuery, options?: AbortableOperationOptions) => {
    try {
      return await execute<Row>(query, options);
    } catch (error) {
      throw toUnavailable(error);
    }
  };
  return connection;
}

/** The error, or `unavailable` for one that says that the database can't answer. */
export function toUnavailable(error: unknown): unknown {
  return isUnavailable(error) ? unavailable(error) : error;
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (isFromPostgres(error)) return POSTGRES_UNAVAILABLE.test(code);
  return SQLITE_UNAVAILABLE.test(code) || NETWORK.test(code) || DISCONNECTED.test(error.message);
}

/** Whether a unique index refused a row: `isTaken(error, "accounts", "email_key")`, of `accounts_email_key_unique`, which ends with that column. */
export function isTaken(error: unknown, table: string, column: string): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  if (error.code === "SQLITE_CONSTRAINT_UNIQUE") return error.message.endsWith(` ${table}.${column}`);
  return isFromPostgres(error) && error.code === "23505" && error.constraint === `${table}_${column}_unique`;
}

/** An error that the server of PostgreSQL has sent: it has a severity. Told by that, because the class would have to be loaded for SQLite too. */
function isFromPostgres(error: Error): error is DatabaseError {
  return error.name === "error" && "severity" in error;
}
