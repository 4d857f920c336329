import { type Kysely, sql } from "kysely";
import { createTableWithId, createUsageTriggers } from "./builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTableWithId(database, "undo_steps")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("libraries.account_id"))
    .addColumn("operation", "text", (column) => column.notNull())
    .addColumn("change", "text", (column) => column.notNull())
    .addColumn("item_count", "integer", (column) => column.notNull())
    .addColumn("collection_count", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("undo_steps_listed")
    .on("undo_steps")
    .columns(["account_id", "id", "expires_at"])
    .execute();
  await database.schema.createIndex("undo_steps_expiry").on("undo_steps").column("expires_at").execute();

  await database.schema
    .createTable("undo_items")
    .addColumn("step_id", "bigint", (column) => column.notNull().references("undo_steps.id"))
    .addColumn("item_id", "bigint", (column) => column.notNull())
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("collection_id", "bigint")
    .addColumn("important", "integer", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("tags", "text")
    .addColumn("media", "text")
    .addColumn("cover", "text")
    .addPrimaryKeyConstraint("undo_items_key", ["step_id", "item_id"])
    .execute();

  await database.schema
    .createTable("undo_shelves")
    .addColumn("step_id", "bigint", (column) => column.notNull().references("undo_steps.id"))
    .addColumn("shelf_id", "bigint", (column) => column.notNull().references("shelves.id"))
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("collection_id", "bigint")
    .addColumn("moved", "integer", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("undo_shelves_key", ["step_id", "shelf_id"])
    .execute();
  await database.schema.createIndex("undo_shelves_of_shelf").on("undo_shelves").column("shelf_id").execute();

  await database.schema
    .createTable("undo_collections")
    .addColumn("step_id", "bigint", (column) => column.notNull().references("undo_steps.id"))
    .addColumn("collection_id", "bigint", (column) => column.notNull())
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull().check(sql`kind in ('deleted', 'moved', 'created')`))
    .addColumn("parent_id", "bigint")
    .addColumn("new_parent_id", "bigint")
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("view", "text", (column) => column.notNull())
    .addColumn("public", "integer", (column) => column.notNull())
    .addColumn("expanded", "integer", (column) => column.notNull())
    .addColumn("sort", "double precision", (column) => column.notNull())
    .addColumn("color", "text")
    .addColumn("cover", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("undo_collections_key", ["step_id", "collection_id"])
    .execute();

  await database.schema
    .createTable("undo_covers")
    .addColumn("step_id", "bigint", (column) => column.notNull().references("undo_steps.id"))
    .addColumn("collection_id", "bigint", (column) => column.notNull())
    .addColumn("picture_id", "text", (column) => column.notNull().references("pictures.id"))
    .addPrimaryKeyConstraint("undo_covers_key", ["step_id", "collection_id", "picture_id"])
    .execute();
  await database.schema.createIndex("undo_covers_of_picture").on("undo_covers").column("picture_id").execute();
  for (const table of ["undo_steps", "undo_items", "undo_collections"] as const)
    await createUsageTriggers(database, table);

  // The cleanup leaves a held shelf alone, because a step can move it back.
  await database.schema
    .alterTable("shelves")
    .addColumn("held", "integer", (column) => column.notNull().defaultTo(0).check(sql`held in (0, 1)`))
    .execute();
  await sql`drop index shelves_moved`.execute(database);
  await sql`create index shelves_moved on shelves (id) where moved = 1 and held = 0`.execute(database);
  // Finds the items that await deletion, of an account whose storage is used up.
  await sql`create index shelves_nowhere on shelves (account_id, id) where place = 'nowhere'`.execute(database);
}
