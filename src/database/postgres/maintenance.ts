import { type Kysely, sql } from "kysely";
import type { EngineMaintenance, ForeignKey, TableShape } from "../maintenance.ts";
import type { Schema } from "../schema.ts";
import * as bulkLoad from "./bulk-load.ts";
import * as derived from "./derived.ts";

async function describeTables(database: Kysely<Schema>): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`select relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod))
          order by attname collate "C")
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(json_agg(attname order by array_position(indkey::integer[], attnum::integer)), '[]')
        from pg_index inner join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary) as key
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname collate "C"`.execute(
    database,
  );
  return rows;
}

async function listForeignKeys(database: Kysely<Schema>): Promise<ForeignKey[]> {
  const names = (table: string, numbers: string) => sql`(select json_agg(attname order by position)
    from unnest(${sql.ref(numbers)}) with ordinality as numbers (number, position)
    inner join pg_attribute on attrelid = ${sql.ref(table)} and attnum = number)`;
  const { rows } = await sql<ForeignKey>`select child.relname as "table", ${names("conrelid", "conkey")} as columns,
      parent.relname as parent, ${names("confrelid", "confkey")} as "parentColumns"
    from pg_constraint
      inner join pg_class as child on child.oid = conrelid
      inner join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace
    order by child.relname, conname`.execute(database);
  return rows;
}

export const MAINTENANCE: EngineMaintenance = { describeTables, listForeignKeys, ...bulkLoad, ...derived };
