import type { LogEvent } from "kysely";

/** What an engine reports about itself, for metrics. Fields that it does not have are undefined. */
export interface DatabaseStatus {
  readonly engine: string;
  /** Connections of the pool, and what waits for one. */
  readonly pool?: { readonly used: number; readonly idle: number; readonly waiting: number };
  /** The size of the write-ahead log in bytes. */
  readonly walBytes?: number;
  /** Statements and transactions that wait to write, or are writing, and how many may. */
  readonly writes?: { readonly waiting: number; readonly limit: number };
}

/** A statement that was executed, as seen by its caller. Never contains values. */
export interface ExecutedStatement {
  readonly engine: string;
  /** With placeholders instead of values. */
  readonly sql: string;
  readonly milliseconds: number;
  readonly error?: unknown;
}

/** Called after each statement. */
export type StatementObserver = (statement: ExecutedStatement) => void;

/** Kysely's logger for an observer of the statements of an engine. */
export function loggerFor(onStatement: StatementObserver, engine: string) {
  return (event: LogEvent) =>
    onStatement({
      engine,
      sql: event.query.sql,
      milliseconds: event.queryDurationMillis,
      ...(event.level === "error" && { error: event.error }),
    });
}
