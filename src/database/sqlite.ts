import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SelectModifierNode,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from "kysely";
import { tellFailures } from "./failures.ts";
import { BUSY_TIMEOUT, isBusy, PAUSE, waitForLocks } from "./patience.ts";
import { withStatementCache } from "./statement-cache.ts";

/** Opens an SQLite database: `:memory:`, or a file, which is made, readable by its owner alone, where there is none. */
export function openSqlite(path: string, patience: number): Sqlite.Database {
  if (path !== ":memory:") makeFile(path);
  return configure(new Sqlite(path, { timeout: BUSY_TIMEOUT }), patience);
}

/** An existing file is not even opened: to close it again would drop the locks that this process has on it (fcntl(2)). */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** Sets what every connection needs. */
export function configure(database: Sqlite.Database, patience = 0): Sqlite.Database {
  goOverToWal(database, performance.now() + patience);
  // Under WAL the default is NORMAL, which loses acknowledged writes when the power goes.
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  return database;
}

/** Where two processes open a new file at once, SQLite refuses one of them without waiting: each holds what the other wants. */
function goOverToWal(database: Sqlite.Database, deadline: number): void {
  try {
    database.pragma("journal_mode = WAL");
  } catch (error) {
    if (!isBusy(error) || performance.now() > deadline) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    goOverToWal(database, deadline);
  }
}

/** Kysely on one connection of better-sqlite3. */
export class LocalDialect extends SqliteDialect {
  readonly #database: Sqlite.Database;
  readonly #patience: number;

  /** `patience`: how long to wait for the lock of another process, in milliseconds. */
  constructor(database: Sqlite.Database, patience = 0) {
    super({ database });
    this.#database = database;
    this.#patience = patience;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#patience);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new LocalQueryCompiler();
  }
}

/** Begins transactions with the write lock: two that go from reading to writing would refuse each other at once. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database;
  readonly #patience: number;

  constructor(database: Sqlite.Database, patience: number) {
    super({ database: withStatementCache(database) });
    this.#database = database;
    this.#patience = patience;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return tellFailures(waitForLocks(await super.acquireConnection(), this.#patience));
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** When the disk is full SQLite rolls back by itself; a second rollback would fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Leaves out `for update`: a write transaction has the whole database to itself. */
class LocalQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate") super.visitSelectModifier(node);
  }
}
