import { type Kysely, sql } from "kysely";

export async function up(database: Kysely<unknown>): Promise<void> {
  // Finds what is due, and what the calendar of an account lists.
  for (const columns of ["reminder_at, id", "account_id, reminder_at"]) {
    const name = columns.startsWith("account") ? "items_account_reminders" : "items_reminders";
    await sql`create index ${sql.raw(name)} on items (${sql.raw(columns)}) where reminder_at is not null`.execute(
      database,
    );
  }
  await database.schema
    .createTable("reminder_settings")
    .addColumn("account_id", "bigint", (column) => column.notNull().primaryKey().references("accounts.id"))
    .addColumn("mails", "text", (column) => column.check(sql`mails in ('en', 'de', 'none')`))
    .addColumn("calendar_hash", "text", (column) => column.unique())
    .addColumn("calendar_created_at", "bigint")
    .execute();
}
