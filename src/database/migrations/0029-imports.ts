import { type Kysely, sql } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // The last import of each account on the pages: see library/import/imports.ts.
  await database.schema
    .createTable("imports")
    .addColumn("account_id", "bigint", (column) => column.notNull().primaryKey().references("accounts.id"))
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('ready', 'running', 'done', 'failed')`),
    )
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("preview", "text", (column) => column.notNull())
    .addColumn("into_id", "bigint")
    .addColumn("stored", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("claimed_until", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("outcome", "text")
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await sql`create index imports_expiry on imports (expires_at)`.execute(database);
  await sql`create index imports_running on imports (attempts, expires_at) where state = 'running'`.execute(database);
  await database.schema
    .createTable("import_chunks")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("imports.account_id"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("bytes", sql`bytea`, (column) => column.notNull())
    .addPrimaryKeyConstraint("import_chunks_key", ["account_id", "number"])
    .execute();
}
