import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import {
  type DialectAdapter,
  type Driver,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
} from "kysely";
import { BUSY_TIMEOUT, isBusy, RETRY_DELAY } from "./busy-timeout.ts";
import { type Connections, SqliteDriver } from "./driver.ts";

/** Opens an SQLite database: `:memory:`, or a file, which is made, readable by its owner alone, where there is none. */
export function openSqlite(path: string, lockTimeout: number): Connections {
  if (path === ":memory:") return { writer: configure(new Sqlite(path)) };
  makeFile(path);
  const writer = configure(new Sqlite(path, { timeout: BUSY_TIMEOUT }), lockTimeout);
  const openReader = () => new Sqlite(path, { timeout: BUSY_TIMEOUT, readonly: true });
  return { writer, reader: openReader(), snapshots: openReader() };
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
export function configure(database: Sqlite.Database, lockTimeout = 0): Sqlite.Database {
  goOverToWal(database, performance.now() + lockTimeout);
  // Under WAL the default is NORMAL, which loses acknowledged writes when the power goes.
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  // In pages. Under the default of 1000, whoever writes last before that many holds everybody up while all of them go to the file.
  database.pragma("wal_autocheckpoint = 250");
  return database;
}

/** Where two processes open a new file at once, SQLite refuses one of them without waiting: each holds what the other wants. */
function goOverToWal(database: Sqlite.Database, deadline: number): void {
  try {
    database.pragma("journal_mode = WAL");
  } catch (error) {
    if (!isBusy(error) || performance.now() > deadline) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY);
    goOverToWal(database, deadline);
  }
}

/** Kysely on an SQLite database. */
export class SqliteFileDialect extends SqliteDialect {
  readonly #connections: Connections;
  readonly #lockTimeout: number;

  /** `lockTimeout`: how long to wait for the lock of another process, in milliseconds. */
  constructor(connections: Connections, lockTimeout = 0) {
    super({ database: connections.writer });
    this.#connections = connections;
    this.#lockTimeout = lockTimeout;
  }

  override createDriver(): Driver {
    return new SqliteDriver(this.#connections, this.#lockTimeout);
  }

  override createAdapter(): DialectAdapter {
    return new SqliteFileAdapter(this.#connections);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new LocalQueryCompiler();
  }
}

/**
 * Tells states of the database from each other: it gives another text after every commit, whichever connection or process made it. One that reads alone
 * learns that from the file's own counter (`PRAGMA data_version`); a single connection has to count its own changes.
 */
function stampOf({ writer, reader }: Connections): () => string | undefined {
  let statement: Sqlite.Statement | undefined;
  return () => {
    try {
      statement ??= reader?.prepare("pragma data_version").pluck() ?? writer.prepare("select total_changes()").pluck();
      return String(statement.get());
    } catch {
      return undefined;
    }
  };
}

/** The driver lets those wait who have to; by itself Kysely would let every query wait for every transaction. */
export class SqliteFileAdapter extends SqliteAdapter {
  readonly stamp: () => string | undefined;
  /** For reading alone; a database in memory has none. */
  readonly reader: Sqlite.Database | undefined;

  constructor(connections: Connections) {
    super();
    this.stamp = stampOf(connections);
    this.reader = connections.reader;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class LocalQueryCompiler extends SqliteQueryCompiler {
  /** Leaves out `for update`: a write transaction has the whole database to itself. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate") super.visitSelectModifier(node);
  }

  /**
   * At a bare parameter SQLite looks while it plans, in case its value makes for a better plan, and so has to plan anew each time that a value is
   * bound: that takes longer than to read a row. At an expression it does not look. What a plan shall know is written as a literal.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }
}
