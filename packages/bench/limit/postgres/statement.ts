import type { Pool, PoolClient, QueryResultRow } from "pg";

type Handle = Pool | PoolClient;

/** Executes a statement; on a pool, in a transaction of its own. */
export type Statement<Values extends unknown[], Row> = (handle: Handle, ...values: Values) => Promise<Row[]>;

let statements = 0;

/** A statement that PostgreSQL prepares once per connection. Rows are objects. */
export function prepare<Values extends unknown[], Row extends QueryResultRow>(text: string): Statement<Values, Row> {
  const name = `s${++statements}`;
  return async (handle, ...values) => (await handle.query<Row>({ name, text, values })).rows;
}

/** The same with rows that are arrays. */
export function prepareRaw<Values extends unknown[], Row extends unknown[]>(text: string): Statement<Values, Row> {
  const name = `s${++statements}`;
  return async (handle, ...values) => (await handle.query<Row>({ name, text, values, rowMode: "array" })).rows;
}

/** Runs `work` in a transaction. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
