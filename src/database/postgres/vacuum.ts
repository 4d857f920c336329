import { sql } from "kysely";
import { open } from "./driver/open.ts";

/** Milliseconds that a table may take: a day. */
const TABLE_TIMEOUT_MS = 86_400_000;

/** Makes the space of deleted rows usable for others, while servers run. */
export async function vacuum(url: string, onProgress: (done: number, total: number) => void): Promise<undefined> {
  const database = open(url, { statementTimeout: TABLE_TIMEOUT_MS, poolSize: 2 });
  try {
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema() order by tablename`.execute(database);
    for (const [index, { name }] of rows.entries()) {
      await sql`vacuum (analyze) ${sql.table(name)}`.execute(database);
      onProgress(index + 1, rows.length);
    }
  } finally {
    await database.destroy();
  }
}
