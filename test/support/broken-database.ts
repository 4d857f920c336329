import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { engine } from "./databases.ts";

/** Executes statements without triggers and foreign keys, as a broken disk or a careless operator would change data. */
export async function execute(database: Database, ...statements: readonly RawBuilder<unknown>[]): Promise<void> {
  if (engine === "postgres") {
    await database.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = 'replica'`.execute(transaction);
      for (const statement of statements) await statement.execute(transaction);
    });
    return;
  }
  await sql`pragma foreign_keys = off`.execute(database);
  const suspended = await engineOf(database).listSuspendable(database);
  for (const { suspend } of suspended) await sql.raw(suspend).execute(database);
  for (const statement of statements) await statement.execute(database);
  for (const { resume } of suspended) await sql.raw(resume).execute(database);
  await sql`pragma foreign_keys = on`.execute(database);
}
