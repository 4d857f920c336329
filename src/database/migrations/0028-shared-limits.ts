import { type Kysely, sql } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  // What servers have reserved of a limit: see limits/shared-counter.ts.
  await schema
    .alterTable("request_counts")
    .addColumn("granted", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable("request_counts")
    .addColumn("held_until", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable("request_counts")
    .addColumn("holder", "text", (column) => column.notNull().defaultTo(""))
    .execute();

  // Attempts whose password is being verified: see accounts/login/login-throttle.ts.
  await schema
    .alterTable("failed_logins")
    .addColumn("pending", "integer", (column) => column.notNull().defaultTo(0).check(sql`pending in (0, 1)`))
    .execute();
}
