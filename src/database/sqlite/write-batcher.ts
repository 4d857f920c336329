import { setImmediate } from "node:timers/promises";
import { CompiledQuery, type DatabaseConnection, type QueryResult } from "kysely";
import type { SqliteConnection } from "./connection.ts";
import type { SerialConnection } from "./serial-connection.ts";

/** A statement that waits to be executed. */
interface Write {
  /** Executes it; gives back what tells its caller so. */
  readonly execute: (connection: DatabaseConnection) => Promise<() => void>;
  readonly reject: (reason: unknown) => void;
}

/** How many statements are one transaction: so few that they hold nobody up. */
const MOST = 64;

/**
 * Executes statements that stand outside of any transaction. Those that arrive together are committed together, and wait for the disk once; nobody is told
 * of success before that. What SQLite refuses of one statement changes nothing for the others.
 */
export class WriteBatcher {
  readonly #lane: SerialConnection;
  #waiting: Write[] = [];

  constructor(lane: SerialConnection) {
    this.#lane = lane;
  }

  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
    this.#waiting.push({
      async execute(connection) {
        const result = await connection.executeQuery<Row>(query);
        return () => resolve(result);
      },
      reject,
    });
    if (this.#waiting.length === 1) void this.#writeAll();
    return promise;
  }

  /** Begins when what has arrived at this moment has been read, and takes along what comes while it waits for its turn. */
  async #writeAll(): Promise<void> {
    await setImmediate();
    const release = await this.#lane.takeTurn();
    const group = this.#waiting.splice(0, MOST);
    if (this.#waiting.length > 0) void this.#writeAll();
    const write = group.length > 1 ? writeTogether : writeOneByOne;
    try {
      await write(this.#lane.connection, group);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      release();
    }
  }
}

/** What can't be committed together is undone, and written one by one. Throws when nothing can be written, or undone. */
async function writeTogether(connection: SqliteConnection, group: readonly Write[]): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  try {
    const outcomes = await executeAll(connection, group);
    await connection.executeQuery(CompiledQuery.raw("commit"));
    for (const tell of outcomes) tell();
  } catch {
    if (connection.isInTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
    await writeOneByOne(connection, group);
  }
}

/** What tells each caller its outcome. Throws when SQLite has given the whole transaction up, as it does when the disk is full. */
async function executeAll(connection: SqliteConnection, group: readonly Write[]): Promise<(() => void)[]> {
  const outcomes: (() => void)[] = [];
  for (const { execute, reject } of group) {
    try {
      outcomes.push(await execute(connection));
    } catch (error) {
      if (!connection.isInTransaction) throw error;
      outcomes.push(() => reject(error));
    }
  }
  return outcomes;
}

async function writeOneByOne(connection: SqliteConnection, group: readonly Write[]): Promise<void> {
  for (const { execute, reject } of group) {
    try {
      const tell = await execute(connection);
      tell();
    } catch (error) {
      reject(error);
    }
  }
}
