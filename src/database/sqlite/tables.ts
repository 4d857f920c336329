import { type Kysely, sql } from "kysely";
import type { ForeignKey, TableShape } from "../core/engine.ts";
import type { Schema } from "../schema/schema.ts";

/** Tables except those of SQLite itself; without virtual tables, and those that hold their content. */
const TABLES = sql`pragma_table_list as tables
  where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite_%'`;

export async function describeTables(database: Kysely<Schema>): Promise<TableShape[]> {
  const { rows } = await sql<{ table: string; columns: string; key: string }>`select tables.name as "table",
      (select json_group_array(json_object('name', name, 'type', type) order by name)
        from pragma_table_info(tables.name)) as columns,
      (select json_group_array(name order by pk) from pragma_table_info(tables.name) where pk > 0) as key
    from ${TABLES} order by tables.name`.execute(database);
  return rows.map(({ table, columns, key }) => ({ name: table, columns: JSON.parse(columns), key: JSON.parse(key) }));
}

export async function listForeignKeys(database: Kysely<Schema>): Promise<ForeignKey[]> {
  const { rows } = await sql<{ table: string; parent: string; columns: string; parents: string }>`
    select tables.name as "table", keys."table" as parent,
      json_group_array(keys."from" order by keys.seq) as columns,
      json_group_array(keys."to" order by keys.seq) as parents
    from (select name from ${TABLES}) as tables, pragma_foreign_key_list(tables.name) as keys
    group by tables.name, keys.id, keys."table" order by tables.name, keys.id`.execute(database);
  return rows.map(({ table, parent, columns, parents }) => ({
    table,
    columns: JSON.parse(columns),
    parent,
    parentColumns: JSON.parse(parents),
  }));
}

/** Reports damage of the file; the first 100 findings. */
export async function checkIntegrity(database: Kysely<Schema>): Promise<string[]> {
  const snapshot = database.transaction().setAccessMode("read only");
  const { rows } = await snapshot.execute(async (transaction) => {
    // A search makes FTS5 read its structure again. Its own check would use that of an earlier commit.
    for (const index of ["item_index", "text_index"])
      await sql`select 1 from ${sql.table(index)} where ${sql.ref(index)} match 'x' limit 1`.execute(transaction);
    return sql<{ integrity_check: string }>`pragma integrity_check(100)`.execute(transaction);
  });
  return rows.map((row) => row.integrity_check).filter((finding) => finding !== "ok");
}
