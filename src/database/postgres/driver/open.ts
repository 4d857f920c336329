import { Kysely } from "kysely";
import { type Database, type DatabaseOptions, LOCK_TIMEOUT_MS } from "../../core/handle.ts";
import { loggerFor, type StatementObserver } from "../../core/status.ts";
import type { Schema } from "../../schema/schema.ts";
import { type PoolOptions, PostgresPoolDialect } from "./dialect.ts";

const STATEMENT_TIMEOUT_MS = 30_000;

const POOL_SIZE = 10;

export function open(
  url: string,
  {
    lockTimeout = LOCK_TIMEOUT_MS,
    statementTimeout = STATEMENT_TIMEOUT_MS,
    poolSize: size = POOL_SIZE,
    preparesStatements = false,
    onStatement,
  }: DatabaseOptions,
): Database {
  return openPool(url, { size, lockTimeout, statementTimeout, preparesStatements }, onStatement);
}

export function openReadOnly(url: string): Database {
  return openPool(url, { size: 2, lockTimeout: 5_000, statementTimeout: 10_000 });
}

/** Opens a standby; see `Standby`. */
export function openStandby(
  url: string,
  { size = POOL_SIZE, ...options }: Omit<PoolOptions, "size"> & { readonly size?: number | undefined },
  onStatement?: StatementObserver,
): Database {
  return openPool(url, { ...options, size, isStandby: true }, onStatement);
}

function openPool(url: string, options: PoolOptions, onStatement?: StatementObserver): Database {
  const dialect = new PostgresPoolDialect(url, options, onStatement);
  return new Kysely<Schema>({ dialect, ...(onStatement && { log: loggerFor(onStatement, "postgresql") }) });
}
