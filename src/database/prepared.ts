import {
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type QueryExecutorProvider,
  type RawBuilder,
  SelectQueryNode,
  sql,
  UpdateQueryNode,
} from "kysely";
import type { Database } from "./database.ts";
import { pipelinesOf, syncReaderOf, withLocks } from "./dialect.ts";
import type { SyncSelect } from "./sqlite/sync-reader.ts";

/** A parameter of a prepared query, replaced at each execution by the value with this name. */
class Placeholder<Name> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}

/** Returns the placeholder of the value with this name. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Executes a prepared query with these values. `locks`: names of locks that are held until the query is committed, so
 * that queries that share one never run at the same time, on any server; for writes outside of transactions only.
 */
export type Prepared<Values, Row> = (database: Database, values: Values, locks?: readonly string[]) => Promise<Row[]>;

/** A query of Kysely; or one in SQL, which takes Kysely's asynchronous path. */
interface Query<Row> {
  compile(database: QueryExecutorProvider): CompiledQuery<Row>;
}

const NO_LOCKS: readonly string[] = [];

/**
 * Builds and compiles a query once per database, at its first execution: on SQLite, compiling takes
 * longer than executing. For frequent queries that differ only in their values:
 *
 *     const findSecret = prepare((database, value: ValueOf<{ name: string }>) =>
 *       database.selectFrom("secrets").select("value").where("name", "=", value("name")));
 *     const [row] = await findSecret(database, { name: "token" });
 */
export function prepare<Values extends object, Row>(
  build: (database: Database, value: ValueOf<Values>) => Query<Row>,
): Prepared<Values, Row> {
  // By adapter, because a database and its transactions share one.
  const plans = new WeakMap<object, Plan<Values, Row>>();
  return async (database, values, locks = NO_LOCKS) => {
    const { adapter } = database.getExecutor();
    let plan = plans.get(adapter);
    if (plan === undefined) {
      plan = new Plan(build(database, (name) => sql`${new Placeholder(name)}`).compile(database));
      plans.set(adapter, plan);
    }
    return plan.execute(database, values, locks);
  };
}

/** A compiled query, and on SQLite its prepared statement. Avoids Kysely's asynchronous path where possible. */
class Plan<Values extends object, Row> {
  readonly #query: CompiledQuery<Row>;
  readonly #isSelect: boolean;
  readonly #isWrite: boolean;
  #selectSync: SyncSelect<Row> | undefined;

  constructor(query: CompiledQuery<Row>) {
    this.#query = query;
    this.#isSelect = SelectQueryNode.is(query.query);
    this.#isWrite = [InsertQueryNode, UpdateQueryNode, DeleteQueryNode].some((node) => node.is(query.query));
  }

  async execute(database: Database, values: Values, locks: readonly string[]): Promise<Row[]> {
    if (locks.length > 0 && !this.#isWrite) throw new Error("Only writes can have locks.");
    const parameters = this.#query.parameters.map((parameter) =>
      // A cast, because compiling loses the type of the placeholders. `ValueOf` creates them only
      // for the keys of Values.
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const rows = this.#isSelect ? this.#executeSync(database, parameters) : undefined;
    if (rows !== undefined) return rows;
    const found = await this.#executePipelined(database, parameters, locks);
    if (found !== undefined) return found;
    const execute = (executor: Database) => executor.executeQuery<Row>({ ...this.#query, parameters });
    return (await (locks.length > 0 ? withLocks(database, locks, execute) : execute(database))).rows;
  }

  async #executePipelined(database: Database, values: unknown[], locks: readonly string[]): Promise<Row[] | undefined> {
    if (!this.#isSelect && !this.#isWrite) return undefined;
    return pipelinesOf(database)?.execute<Row>({ sql: this.#query.sql, values, locks, isRead: this.#isSelect });
  }

  /** Returns undefined where a select can't be executed synchronously. */
  #executeSync(database: Database, parameters: readonly unknown[]): Row[] | undefined {
    const reader = syncReaderOf(database);
    if (reader === undefined) return undefined;
    this.#selectSync ??= reader.prepare<Row>(this.#query.sql);
    return this.#selectSync(parameters);
  }
}
