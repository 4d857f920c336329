import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import type { Sequence, Suspendable, TableShape, Value } from "../core/engine.ts";
import type { Schema } from "../schema/schema.ts";
import { TABLE_GROUPS } from "../schema/table-groups.ts";

/** The triggers that fill the full-text indexes, as on the other engine. */
const KEPT_TRIGGERS = ["items_indexed_insert", "texts_indexed_insert"];

export async function lockWrites(
  transaction: Transaction<Schema>,
  tables: readonly string[],
  timeout: number,
): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(timeout)}`.execute(transaction);
  const names = sql.join(tables.map((table) => sql.table(table)));
  await sql`lock table ${names} in share mode`.execute(transaction);
}

/**
 * Without their sequences groups have no version, so nothing is cached, and a server does not miss what is written
 * without triggers. The new versions are random, so they differ from those before.
 */
const VERSIONS: readonly Suspendable[] = Object.keys(TABLE_GROUPS).map((group) => ({
  suspend: `drop sequence ${group}_version`,
  resume: `do $$ begin create sequence ${group}_version; perform renew_version('${group}_version'); end $$`,
}));

/** Indexes come before the foreign keys that are checked with them, and versions are last. Triggers are only disabled. */
export async function listSuspendable(database: Kysely<Schema>): Promise<Suspendable[]> {
  const { rows } = await sql<Suspendable>`select suspend, resume from (
    select 1 as position, format('drop index %I', pg_class.relname) as suspend, pg_get_indexdef(indexrelid) as resume
    from pg_index inner join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint where conindid = indexrelid)
    union all select 2, format('alter table %I drop constraint %I', relname, conname),
      format('alter table %I add constraint %I %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint inner join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace
    union all select 3, format('alter table %I disable trigger %I', relname, tgname),
      format('alter table %I enable trigger %I', relname, tgname)
    from pg_trigger inner join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgname not in (${sql.join(KEPT_TRIGGERS)}) and relnamespace = current_schema()::regnamespace
  ) as found order by position, resume collate "C"`.execute(database);
  return [...rows, ...VERSIONS];
}

/** Nothing to do: the load suspends the constraints themselves. */
export async function enforceForeignKeys(): Promise<void> {}

export async function empty(transaction: Transaction<Schema>, tables: readonly string[]): Promise<void> {
  const names = sql.join([...tables, "item_index", "text_index"].map((table) => sql.table(table)));
  await sql`truncate ${names} restart identity`.execute(transaction);
}

/** One statement with an array for each column, so that it is the same for any number of rows. */
export function insertRows({ name, columns }: TableShape, rows: readonly (readonly Value[])[]): CompiledQuery[] {
  if (rows.length === 0) return [];
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ");
  const names = columns.map((column) => `"${column.name}"`).join(", ");
  return [
    CompiledQuery.raw(
      `insert into "${name}" (${names}) overriding system value select * from unnest(${arrays})`,
      columns.map((_, index) => rows.map((row) => row[index])),
    ),
  ];
}

export async function listSequences(database: Kysely<Schema>): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`select relname as "table", last_value as last
    from pg_class inner join pg_attribute on attrelid = pg_class.oid and attidentity <> ''
      inner join pg_sequences on schemaname = current_schema()
        and quote_ident(schemaname) || '.' || quote_ident(sequencename) = pg_get_serial_sequence(quote_ident(relname), attname)
    where relnamespace = current_schema()::regnamespace and last_value is not null
    order by relname collate "C"`.execute(database);
  return rows;
}

export async function setSequence(database: Kysely<Schema>, { table, last }: Sequence): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), ${last}::bigint)`.execute(database);
}

export async function useMoreMemory(): Promise<void> {}

export async function analyze(database: Kysely<Schema>, tables: readonly string[]): Promise<void> {
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(database);
}
