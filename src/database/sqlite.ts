import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { tellFailures } from "./failures.ts";

/** The most prepared statements that are kept. The server has far fewer; a list in a query makes one per length. */
const STATEMENTS = 500;

/** Opens an SQLite database: `:memory:`, or a file, which is made, readable by its owner alone, where there is none. */
export function openSqlite(path: string, patience: number): Sqlite.Database {
  if (path !== ":memory:") makeFile(path);
  return configure(new Sqlite(path, { timeout: patience }));
}

function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
}

/** Sets what every connection needs. */
export function configure(database: Sqlite.Database): Sqlite.Database {
  database.pragma("journal_mode = WAL");
  // Under WAL the default is NORMAL, which loses acknowledged writes when the power goes.
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  return database;
}

/** Kysely on one connection of better-sqlite3. */
export class LocalDialect extends SqliteDialect {
  readonly #database: Sqlite.Database;

  constructor(database: Sqlite.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: withStatementCache(this.#database) });
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new LocalQueryCompiler();
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}

/** Begins transactions with the write lock: two that go from reading to writing would refuse each other at once. */
class ImmediateDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return tellFailures(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** SQLite does have transactional DDL; Kysely's own adapter denies it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Leaves out `for update`: a write transaction has the whole database to itself. */
class LocalQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate") super.visitSelectModifier(node);
  }
}

/** Prepares each statement once; the oldest makes room for a new one. */
function withStatementCache(database: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement: SqliteStatement = database.prepare<unknown[]>(sql);
      const [oldest] = statements.keys();
      if (statements.size >= STATEMENTS && oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
      return statement;
    },
    close: () => database.close(),
  };
}
