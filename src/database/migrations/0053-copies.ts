import type { Kysely } from "kysely";
import { execute } from "./builders.ts";

const RELEASE_FILE = "update files set expires_at = 0 where id = old.file_id;";

const RELEASES = [
  { name: "copies_delete", event: "delete", condition: "old.file_id is not null" },
  {
    name: "copies_update",
    event: "update",
    condition: "old.file_id is not null and (new.file_id is null or new.file_id <> old.file_id)",
  },
];

const NEW_VERSION = "update table_versions set version = random() where name = 'library';";

/** Copies of the pages that links lead to. Their content is a file. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("copies")
    .addColumn("item_id", "bigint", (column) => column.primaryKey().references("items.id").onDelete("cascade"))
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    // Of the file; null, 0 and null without one.
    .addColumn("file_id", "bigint")
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint")
    // Since when a copy is wanted that is not made yet.
    .addColumn("wanted_at", "bigint")
    .execute();
  await database.schema.createIndex("copies_file").on("copies").column("file_id").execute();
  await execute(database, {
    sqlite: [
      "create index copies_wanted on copies (account_id, item_id) where wanted_at is not null",
      ...RELEASES.map(
        ({ name, event, condition }) =>
          `create trigger ${name} after ${event} on copies when ${condition} begin ${RELEASE_FILE} end`,
      ),
      ...["insert", "update", "delete"].map(
        (event) => `create trigger copies_version_${event} after ${event} on copies begin ${NEW_VERSION} end`,
      ),
    ],
    postgres: [
      "create index copies_wanted on copies (account_id, item_id) where wanted_at is not null",
      `create function release_file_of_copy() returns trigger language plpgsql as $$
        begin ${RELEASE_FILE} return null; end $$`,
      ...RELEASES.map(
        ({ name, event, condition }) => `create trigger ${name} after ${event} on copies for each row
          when (${condition}) execute function release_file_of_copy()`,
      ),
      `create trigger copies_version after insert or update or delete or truncate on copies
        for each statement execute function renew_version_of_table('library_version')`,
    ],
  });
}
