import { type Kysely, sql } from "kysely";
import { createTableWithId } from "./builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  // In the row that every change of a library reads anyway: accounts without webhooks pay nothing.
  await database.schema
    .alterTable("libraries")
    .addColumn("webhook_count", "integer", (column) => column.notNull().defaultTo(0))
    .execute();

  await createTableWithId(database, "webhooks")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("libraries.account_id"))
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("event_types", "text", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("old_secret", "text")
    .addColumn("old_secret_ends_at", "bigint")
    .addColumn("enabled", "integer", (column) => column.notNull().check(sql`enabled in (0, 1)`))
    .addColumn("disabled_reason", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_succeeded_at", "bigint")
    .addColumn("failing_since", "bigint")
    .addColumn("due_at", "bigint")
    .addColumn("slow", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("epoch", "bigint", (column) => column.notNull().defaultTo(1))
    .addColumn("live_epoch", "bigint", (column) => column.notNull().defaultTo(1))
    .addColumn("has_dropped", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("waiting_count", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("waiting_bytes", "bigint", (column) => column.notNull().defaultTo(0))
    .addCheckConstraint("webhooks_old_secret", sql`(old_secret is null) = (old_secret_ends_at is null)`)
    .addCheckConstraint("webhooks_disabled_reason", sql`(enabled = 1) = (disabled_reason is null)`)
    .execute();
  await database.schema.createIndex("webhooks_of_account").on("webhooks").columns(["account_id", "id"]).execute();
  await sql`create index webhooks_due on webhooks (slow, due_at)
    where enabled = 1 and due_at is not null`.execute(database);
  await sql`create index webhooks_enabled on webhooks (id) where enabled = 1`.execute(database);
  await sql`create index webhooks_dropped on webhooks (id) where has_dropped = 1`.execute(database);
  await sql`create index webhooks_old_secrets on webhooks (old_secret_ends_at)
    where old_secret_ends_at is not null`.execute(database);

  await createTableWithId(database, "webhook_deliveries")
    .addColumn("webhook_id", "bigint", (column) => column.notNull().references("webhooks.id"))
    .addColumn("message_id", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("epoch", "bigint", (column) => column.notNull())
    .addColumn("blockers", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("next_at", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("first_tried_at", "bigint")
    .addColumn("status", "integer")
    .addColumn("reason", "text")
    .execute();
  await database.schema
    .createIndex("webhook_deliveries_due")
    .on("webhook_deliveries")
    .columns(["webhook_id", "epoch", "blockers", "next_at", "id"])
    .execute();
  await sql`create index webhook_deliveries_tried on webhook_deliveries (webhook_id, id)
    where attempts > 0`.execute(database);

  await database.schema
    .createTable("webhook_lanes")
    .addColumn("webhook_id", "bigint", (column) => column.notNull())
    .addColumn("epoch", "bigint", (column) => column.notNull())
    .addColumn("collection_id", "bigint", (column) => column.notNull())
    .addColumn("delivery_id", "bigint", (column) =>
      column.notNull().references("webhook_deliveries.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("webhook_lanes_key", ["webhook_id", "epoch", "collection_id", "delivery_id"])
    .execute();
  await database.schema.createIndex("webhook_lanes_of_delivery").on("webhook_lanes").column("delivery_id").execute();

  await createTableWithId(database, "webhook_results")
    .addColumn("webhook_id", "bigint", (column) => column.notNull().references("webhooks.id"))
    .addColumn("message_id", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("delivered", "integer", (column) => column.notNull().check(sql`delivered in (0, 1)`))
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("reason", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("webhook_results_of_webhook")
    .on("webhook_results")
    .columns(["webhook_id", "id"])
    .execute();
  await database.schema.createIndex("webhook_results_age").on("webhook_results").column("finished_at").execute();
}
