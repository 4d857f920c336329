import { type Kysely, sql } from "kysely";
import { bytewise } from "./builders.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("products")
    .addColumn("id", "text", (column) => bytewise(database, column.notNull().primaryKey()))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("price", "double precision", (column) => column.notNull())
    .addColumn("in_stock", "integer", (column) => column.notNull().check(sql`in_stock in (0, 1)`))
    // The longest column comes last: SQLite reads a row from its start, up to the last column that a query needs.
    .addColumn("search_text", "text", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("products_in_stock").on("products").columns(["in_stock", "id"]).execute();
}
