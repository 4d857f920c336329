import { type Kysely, PostgresAdapter } from "kysely";

// Only dialect.ts, schema-builders.ts and inspection.ts ask which engine is in use.

/** Whether the database is on PostgreSQL; otherwise it is on SQLite. */
export function isPostgres<DB>(database: Kysely<DB>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
