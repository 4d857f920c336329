import { type Kysely, sql } from "kysely";
import type { ForeignKey, TableShape } from "../core/engine.ts";
import type { Schema } from "../schema/schema.ts";

export async function describeTables(database: Kysely<Schema>): Promise<TableShape[]> {
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

export async function listForeignKeys(database: Kysely<Schema>): Promise<ForeignKey[]> {
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

interface Finding {
  readonly finding: string;
}

/**
 * Reports indexes, constraints and triggers that are not in use. Where the extension amcheck is installed, also reads
 * every index and compares it with its table.
 */
export async function checkIntegrity(database: Kysely<Schema>): Promise<string[]> {
  const schema = sql`current_schema()::regnamespace`;
  const { rows } = await sql<Finding>`
    select format('The index %s is not valid.', relname) as finding
    from pg_index inner join pg_class on pg_class.oid = indexrelid
    where relnamespace = ${schema} and not (indisvalid and indisready)
    union all select format('The constraint %s has not been validated.', conname)
    from pg_constraint where connamespace = ${schema} and not convalidated
    union all select format('The trigger %s is disabled.', tgname)
    from pg_trigger inner join pg_class on pg_class.oid = tgrelid
    where relnamespace = ${schema} and tgenabled = 'D'`.execute(database);
  return [...rows.map(({ finding }) => finding), ...(await checkIndexes(database))];
}

async function checkIndexes(database: Kysely<Schema>): Promise<string[]> {
  const installed = await sql<{ schema: string }>`select nspname as schema
    from pg_extension inner join pg_namespace on pg_namespace.oid = extnamespace where extname = 'amcheck'`.execute(
    database,
  );
  const [extension] = installed.rows;
  if (extension === undefined) return [];
  const indexes = await sql<{ oid: number; name: string }>`select pg_class.oid, relname as name
    from pg_class inner join pg_am on pg_am.oid = relam
    where relnamespace = current_schema()::regnamespace and relkind = 'i' and amname = 'btree'
    order by relname`.execute(database);
  const findings: string[] = [];
  for (const { oid, name } of indexes.rows) {
    try {
      await sql`select ${sql.ref(`${extension.schema}.bt_index_check`)}(${oid}::oid::regclass, true)`.execute(database);
    } catch (error) {
      findings.push(`The index ${name} is damaged: ${error instanceof Error ? error.message : error}`);
    }
  }
  return findings;
}
