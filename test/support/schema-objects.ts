import { sql } from "kysely";
import type { Database } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";

/** The definitions of all tables, columns, indexes, constraints, triggers, sequences and functions, as sorted lines. */
export async function listSchemaObjects(database: Database): Promise<string[]> {
  return engineOf(database).name === "postgres" ? listInSchema(database) : listInFile(database);
}

async function listInFile(database: Database): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select type || ' ' || name || ': ' || coalesce(sql, '') as definition from sqlite_master
    union all select 'version: ' || name from table_versions order by definition`.execute(database);
  return rows.map(({ definition }) => definition);
}

async function listInSchema(database: Database): Promise<string[]> {
  const { rows } = await sql<{ schema: string; definition: string }>`
    with relations as (select * from pg_class where relnamespace = current_schema()::regnamespace)
    select current_schema() as schema, definition from (
      select concat_ws(' ', 'relation', relkind, relname, relpersistence, reloptions) as definition from relations
      union all select concat_ws(' ', 'column', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull,
          attidentity, attgenerated, attstattarget, attcollation, pg_get_expr(adbin, adrelid))
        from relations inner join pg_attribute on attrelid = relations.oid and attnum > 0
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relkind = 'r'
      union all select pg_get_indexdef(indexrelid) || ' ' || indisvalid
        from relations inner join pg_index on indexrelid = relations.oid
      union all select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
        from relations inner join pg_constraint on conrelid = relations.oid
      union all select pg_get_triggerdef(pg_trigger.oid) || ' ' || tgenabled::text
        from relations inner join pg_trigger on tgrelid = relations.oid where not tgisinternal
      union all select concat_ws(' ', 'sequence', relname, seqtypid, seqstart, seqincrement, seqmax, seqmin, seqcache)
        from relations inner join pg_sequence on seqrelid = relations.oid
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
      union all select pg_get_statisticsobjdef(oid) from pg_statistic_ext
        where stxnamespace = current_schema()::regnamespace
    ) as found`.execute(database);
  // The names of schemas are random.
  return rows.map(({ schema, definition }) => definition.replaceAll(`${schema}.`, "")).sort();
}
