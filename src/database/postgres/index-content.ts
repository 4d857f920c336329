import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { IndexName } from "../core/index-query.ts";
import type { Schema } from "../schema/schema.ts";

/** Where the words of an index come from. */
interface Source {
  /** SQL: the id of an item, its words as the index stores them, and the table that has them. */
  readonly id: RawBuilder<number>;
  readonly terms: RawBuilder<unknown>;
  readonly table: RawBuilder<unknown>;
  readonly perStatement: number;
}

const SOURCES: Readonly<Record<IndexName, Source>> = {
  item_index: {
    id: sql`id`,
    terms: sql`item_terms(account_id, search_text)`,
    table: sql`items`,
    perStatement: 10_000,
  },
  text_index: {
    id: sql`item_id`,
    terms: sql`text_terms(account_id, words)`,
    table: sql`item_texts`,
    perStatement: 100,
  },
};

/** Ids of items of which the index does not have exactly the words, ascending. */
export async function* listWronglyIndexed(database: Kysely<Schema>, index: IndexName): AsyncIterable<number> {
  const { id: key, terms, table, perStatement } = SOURCES[index];
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; isIndexed: boolean }>`
      select wanted.id, coalesce(entries.terms = wanted.terms, false) as "isIndexed"
      from (select ${key} as id, ${terms} as terms from ${table}
          where ${key} > ${after} order by ${key} limit ${perStatement}) as wanted
        left join ${sql.table(index)} as entries on entries.item_id = wanted.id
      order by wanted.id`.execute(database);
    for (const { id, isIndexed } of rows) if (!isIndexed) yield id;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Ids in the index that its source does not have, ascending. */
export async function* listSurplusIndexed(database: Kysely<Schema>, index: IndexName): AsyncIterable<number> {
  const { id: key, table } = SOURCES[index];
  const { rows } = await sql<{ id: number }>`select item_id as id from ${sql.table(index)} as entries
    where not exists (select 1 from ${table} as source where source.${key} = entries.item_id)
    order by item_id`.execute(database);
  for (const { id } of rows) yield id;
}

/** Removes an item from the index, and adds it again if it belongs there. */
export async function reindex(transaction: Transaction<Schema>, index: IndexName, id: number): Promise<void> {
  const { id: key, terms, table } = SOURCES[index];
  await sql`delete from ${sql.table(index)} where item_id = ${id}`.execute(transaction);
  await sql`insert into ${sql.table(index)} (item_id, terms) select ${key}, ${terms} from ${table}
    where ${key} = ${id}`.execute(transaction);
}
