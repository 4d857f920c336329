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
import type { Shortcut } from "./core/engine.ts";
import type { Database } from "./database.ts";
import { engineOf } from "./engine.ts";

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
      plan = new Plan(database, build(database, (name) => sql`${new Placeholder(name)}`).compile(database));
      plans.set(adapter, plan);
    }
    return plan.execute(database, values, locks);
  };
}

/** A compiled query, executed without Kysely's asynchronous path where possible. */
class Plan<Values extends object, Row> {
  readonly #query: CompiledQuery<Row>;
  readonly #isWrite: boolean;
  /** Undefined for a query in SQL. */
  readonly #shortcut: Shortcut<Row> | undefined;

  constructor(database: Database, query: CompiledQuery<Row>) {
    const isSelect = SelectQueryNode.is(query.query);
    this.#query = query;
    this.#isWrite = [InsertQueryNode, UpdateQueryNode, DeleteQueryNode].some((node) => node.is(query.query));
    if (isSelect || this.#isWrite) this.#shortcut = engineOf(database).shortcutFor<Row>(query.sql, isSelect);
  }

  async execute(database: Database, values: Values, locks: readonly string[]): Promise<Row[]> {
    if (locks.length > 0 && !this.#isWrite) throw new Error("Only writes can have locks.");
    const parameters = this.#query.parameters.map((parameter) =>
      // A cast, because compiling loses the type of the placeholders. `ValueOf` creates them only
      // for the keys of Values.
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const found = this.#shortcut?.(database, parameters, locks);
    // Rows that are there already are not awaited, which would take another turn.
    const rows = found instanceof Promise ? await found : found;
    if (rows !== undefined) return rows;
    const execute = (executor: Database) => executor.executeQuery<Row>({ ...this.#query, parameters });
    return (await (locks.length > 0 ? engineOf(database).withLocks(database, locks, execute) : execute(database))).rows;
  }
}
