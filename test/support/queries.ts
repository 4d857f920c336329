import { type Compilable, CompiledQuery } from "kysely";
import { type Database, inTransaction, type Transaction } from "../../src/database/database.ts";
import { engine } from "./databases.ts";

/** The engine's query plan, one step per line. PostgreSQL also executes the query and reports row counts. */
export async function planOf(database: Database, query: Compilable): Promise<string> {
  const { sql: text, parameters } = query.compile();
  const explain = engine === "sqlite" ? "explain query plan" : "explain (analyze, timing off, summary off)";
  const { rows } = await database.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
  // In both engines, each row is one step, described in the last column.
  return rows.map((row) => Object.values(row as Record<string, unknown>).at(-1)).join("\n");
}

/** Runs some work in a transaction; returns the queries that it executed. */
export async function queriesOf(
  database: Database,
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  await inTransaction(database, async (transaction) => {
    // A transaction has an executor of its own.
    const executor = transaction.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query, options) => {
      queries.push(query);
      return execute(query, options);
    };
    await work(transaction);
  });
  return queries;
}
