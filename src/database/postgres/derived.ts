import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";

const ITEMS_PER_STATEMENT = 10_000;

/** SQL: the rows that the triggers should have stored in each derived table of items. */
export const DERIVED = {
  facets: `select account_id, kind, name, shelf_id, count(*) as count from items cross join lateral (
      select 'type' as kind, type collate "C" as name
      union all select 'month', to_char(to_timestamp(created_at / 1000) at time zone 'UTC', 'YYYY-MM')
      union all select 'flag', 'important' where important = 1
      union all select 'flag', 'broken' where broken = 1
      union all select 'flag', 'note' where note <> ''
      union all select 'flag', 'notag' where tags = '[]'
      union all select 'flag', 'highlights' where highlights <> '[]'
      union all select 'flag', 'reminder' where reminder_at is not null
      union all select 'flag', 'file' where file_id is not null
      union all select distinct 'tag', tag from json_array_elements_text(tags::json) as tag
    ) as facet group by account_id, kind, name, shelf_id`,
  item_tags: `select distinct shelf_id, tag collate "C" as name, items.id as item_id
    from items cross join lateral json_array_elements_text(tags::json) as tag`,
  item_highlights: `select account_id, shelf_id, items.id as item_id, (highlight ->> 'id') collate "C" as id,
      (highlight ->> 'created')::bigint as created_at
    from items cross join lateral json_array_elements(highlights::json) as highlight`,
} as const;

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

/** Ids of items of which the full-text index does not have exactly the words, ascending. */
export async function* listWronglyIndexed(database: Kysely<Schema>): AsyncIterable<number> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; isIndexed: boolean }>`
      select id, coalesce(terms = item_terms(account_id, search_text), false) as "isIndexed"
      from (select id, account_id, search_text from items where id > ${after} order by id limit ${ITEMS_PER_STATEMENT})
        as items left join item_index on item_id = id order by id`.execute(database);
    for (const { id, isIndexed } of rows) if (!isIndexed) yield id;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Ids in the full-text index that no item has, ascending. */
export async function* listSurplusIndexed(database: Kysely<Schema>): AsyncIterable<number> {
  const { rows } = await sql<{ id: number }>`select item_id as id from item_index
    where not exists (select 1 from items where id = item_id) order by item_id`.execute(database);
  for (const { id } of rows) yield id;
}

/** Removes an item from the full-text index, and adds it again if it exists. */
export async function reindex(transaction: Transaction<Schema>, id: number): Promise<void> {
  await sql`delete from item_index where item_id = ${id}`.execute(transaction);
  await sql`insert into item_index (item_id, terms) select id, item_terms(account_id, search_text) from items
    where id = ${id}`.execute(transaction);
}
