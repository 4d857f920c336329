import { type Compilable, CompiledQuery } from "kysely";
import type { Database, Transaction } from "../../src/database/database.ts";
import { engine } from "./databases.ts";

/** How the engine goes about a query. */
export async function planOf(database: Database, query: Compilable): Promise<string> {
  const { sql: text, parameters } = query.compile();
  const explain = engine === "sqlite" ? "explain query plan" : "explain (analyze, timing off, summary off)";
  const { rows } = await database.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
  return rows.map((row) => Object.values(Object(row)).at(-1)).join("\n");
}

/** The queries that some work asks, as they are sent. */
export async function queriesOf(
  database: Database,
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  await database.transaction().execute(async (transaction) => {
    const watched = transaction.withoutPlugins();
    const executor = watched.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query, options) => {
      queries.push(query);
      return execute(query, options);
    };
    await work(watched);
  });
  return queries;
}
