import type { Kysely } from "kysely";

/** Where the items of the Trash were before, so that they can be restored there. Null for those that are in it now. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ["items", "shelves", "undo_items", "undo_shelves"]) {
    await database.schema.alterTable(table).addColumn("trashed_from", "bigint").execute();
  }
}
