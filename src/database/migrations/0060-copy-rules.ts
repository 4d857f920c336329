import type { Kysely } from "kysely";

/** Collections whose bookmarks get copies of their pages. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ["collections", "undo_collections"]) {
    await database.schema
      .alterTable(table)
      .addColumn("keep_copies", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  }
}
