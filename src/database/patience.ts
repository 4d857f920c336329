import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection } from "kysely";

/** How long SQLite itself waits for a lock, in milliseconds. It holds up everything in this process, so that this is short. */
export const BUSY_TIMEOUT = 10;

/** How long to let others run before the next try, in milliseconds. */
export const PAUSE = 10;

const patient = new WeakSet<DatabaseConnection>();

export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** Lets a connection wait for the lock of another process, for so many milliseconds, while this one goes on with other work. */
export function waitForLocks(connection: DatabaseConnection, patience: number): DatabaseConnection {
  if (patient.has(connection)) return connection;
  patient.add(connection);
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(query: CompiledQuery, options?: AbortableOperationOptions) => {
    const deadline = performance.now() + patience;
    for (;;) {
      try {
        return await execute<Row>(query, options);
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await setTimeout(PAUSE);
      }
    }
  };
  return connection;
}
