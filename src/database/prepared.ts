import type Sqlite from "better-sqlite3";
import { type Compilable, type CompiledQuery, type RawBuilder, SelectQueryNode, sql } from "kysely";
import type { Database } from "./database.ts";
import { readerOf } from "./engine.ts";
import { toUnavailable } from "./failures.ts";
import { isBusy } from "./sqlite/busy-timeout.ts";

/** Where a value goes in a query that is prepared. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Says where a value goes, by its name. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/** Runs a prepared query with these values. */
export type Prepared<Values, Row> = (database: Database, values: Values) => Promise<Row[]>;

/**
 * A query that is built and compiled once, for each engine, at its first use. To do so each time takes Kysely longer than SQLite takes to answer. For
 * queries that requests ask again and again, with nothing but their values changing:
 *
 *     const named = prepare((database, value: ValueOf<{ name: string }>) =>
 *       database.selectFrom("secrets").select("value").where("name", "=", value("name")));
 *     const [row] = await named(database, { name: "token" });
 */
export function prepare<Values extends object, Row>(
  build: (database: Database, value: ValueOf<Values>) => Compilable<Row>,
): Prepared<Values, Row> {
  const plans = new WeakMap<object, Plan<Row>>();
  return async (database, values) => {
    const { adapter } = database.getExecutor();
    let plan = plans.get(adapter);
    if (plan === undefined) {
      plan = new Plan(build(database, (name) => sql`${new Slot(name)}`).compile());
      plans.set(adapter, plan);
    }
    return plan.run(database, values);
  };
}

class Plan<Row> {
  readonly #query: CompiledQuery<Row>;
  readonly #isSelect: boolean;
  #statement: Sqlite.Statement<unknown[], Row> | undefined;

  constructor(query: CompiledQuery<Row>) {
    this.#query = query;
    this.#isSelect = SelectQueryNode.is(query.query);
  }

  async run(database: Database, values: object): Promise<Row[]> {
    const parameters = this.#query.parameters.map((parameter) =>
      parameter instanceof Slot ? Reflect.get(values, parameter.name) : parameter,
    );
    const rows = this.#isSelect ? this.#readAtOnce(database, parameters) : undefined;
    if (rows !== undefined) return rows;
    const filled: CompiledQuery<Row> = { ...this.#query, parameters };
    return (await database.executeQuery(filled)).rows;
  }

  /** What SQLite reads outside of transactions is there without waiting for anybody, and Kysely's way to it takes as long as reading. */
  #readAtOnce(database: Database, parameters: readonly unknown[]): Row[] | undefined {
    const reader = readerOf(database);
    if (reader === undefined) return undefined;
    try {
      this.#statement ??= reader.prepare<unknown[], Row>(this.#query.sql);
      return this.#statement.all(parameters);
    } catch (error) {
      if (isBusy(error)) return undefined;
      throw toUnavailable(error);
    }
  }
}
