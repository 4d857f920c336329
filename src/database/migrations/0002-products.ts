import type { Kysely } from "kysely";
import { bytewise } from "../dialect.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("products")
    .addColumn("id", "text", (column) => bytewise(database)(column.primaryKey()))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("price", "double precision", (column) => column.notNull())
    .addColumn("in_stock", "integer", (column) => column.notNull())
    .addColumn("search_text", "text", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("products_in_stock").on("products").columns(["in_stock", "id"]).execute();
}
