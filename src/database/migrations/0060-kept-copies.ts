import type { Kysely } from "kysely";
import { execute } from "./builders.ts";

const COLLECTION_TABLES = ["collections", "undo_collections"] as const;

/** A file that neither the copy of an item nor an undo step has any more is deleted. */
const RELEASE_FILE = `update files set expires_at = 0 where id = old.file_id
  and not exists (select 1 from copies where file_id = old.file_id)
  and not exists (select 1 from undo_copies where file_id = old.file_id);`;

const RELEASES = [
  { name: "copies_delete", table: "copies", event: "delete", condition: "old.file_id is not null" },
  {
    name: "copies_update",
    table: "copies",
    event: "update",
    condition: "old.file_id is not null and (new.file_id is null or new.file_id <> old.file_id)",
  },
  { name: "undo_copies_delete", table: "undo_copies", event: "delete", condition: "true" },
];

/** Collections whose pages are copied, and copies that undo steps can return. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of COLLECTION_TABLES) {
    await database.schema
      .alterTable(table)
      .addColumn("keep_copies", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await database.schema
    .createTable("undo_copies")
    .addColumn("step_id", "bigint", (column) => column.notNull().references("undo_steps.id"))
    .addColumn("item_id", "bigint", (column) => column.notNull())
    .addColumn("file_id", "bigint", (column) => column.notNull())
    .addColumn("new_file_id", "bigint")
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("undo_copies_key", ["step_id", "item_id"])
    .execute();
  await database.schema.createIndex("undo_copies_file").on("undo_copies").column("file_id").execute();
  await execute(database, {
    sqlite: [
      "drop trigger copies_delete",
      "drop trigger copies_update",
      ...RELEASES.map(
        ({ name, table, event, condition }) =>
          `create trigger ${name} after ${event} on ${table} when ${condition} begin ${RELEASE_FILE} end`,
      ),
    ],
    postgres: [
      `create or replace function release_file_of_copy() returns trigger language plpgsql as $$
        begin ${RELEASE_FILE} return null; end $$`,
      `create trigger undo_copies_delete after delete on undo_copies for each row
        execute function release_file_of_copy()`,
    ],
  });
}
