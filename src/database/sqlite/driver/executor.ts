import type Sqlite from "better-sqlite3";
import type { QueryResult } from "kysely";
import { StatementCache } from "./statement-cache.ts";

/** SQL with the values of its placeholders. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What one statement of a batch did. */
export type Outcome = { readonly result: QueryResult<unknown> } | { readonly error: unknown };

/** Executes statements on one connection, in this thread or in another one. */
export interface Executor {
  /** Whether a transaction was open after the last statement. */
  readonly isInTransaction: boolean;
  /** Executes `before`, SQL without parameters such as `begin`, and then a statement. */
  execute(statement: Statement, before?: readonly string[]): Promise<QueryResult<unknown>>;
  /**
   * Executes statements in one transaction. One that violates a constraint fails alone. Resolves to undefined, with
   * nothing written, if the transaction failed as a whole; rejects if it could not begin or could not be rolled back.
   */
  executeBatch(statements: readonly Statement[]): Promise<Outcome[] | undefined>;
  /** The rows of a select, read one by one. */
  iterate(statement: Statement): Iterable<unknown>;
}

/** Executes statements on a connection of this thread. Each call blocks the event loop until SQLite has executed it. */
export class LocalExecutor implements Executor {
  readonly #database: Sqlite.Database;
  readonly #statements: StatementCache;

  constructor(database: Sqlite.Database) {
    this.#database = database;
    this.#statements = new StatementCache(database);
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  async execute(statement: Statement, before?: readonly string[]): Promise<QueryResult<unknown>> {
    return this.executeSync(statement, before);
  }

  async executeBatch(statements: readonly Statement[]): Promise<Outcome[] | undefined> {
    return this.executeBatchSync(statements);
  }

  executeSync({ sql, parameters }: Statement, before: readonly string[] = []): QueryResult<unknown> {
    for (const text of before) this.#run(text);
    const statement = this.#statements.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  executeBatchSync(statements: readonly Statement[]): Outcome[] | undefined {
    this.#run("begin immediate");
    try {
      const outcomes = statements.map((statement) => this.#tryExecute(statement));
      this.#run("commit");
      return outcomes;
    } catch {
      if (this.isInTransaction) this.#run("rollback");
      return undefined;
    }
  }

  iterate({ sql, parameters }: Statement): Iterable<unknown> {
    // Not a cached statement: while its rows are being read, nobody else can execute it.
    return this.#database.prepare<unknown[]>(sql).iterate(parameters);
  }

  /** Throws when SQLite has rolled back the transaction, as it does when the disk is full. */
  #tryExecute(statement: Statement): Outcome {
    try {
      return { result: this.executeSync(statement) };
    } catch (error) {
      if (!this.isInTransaction) throw error;
      return { error };
    }
  }

  #run(sql: string): void {
    this.#statements.prepare(sql).run([]);
  }
}
