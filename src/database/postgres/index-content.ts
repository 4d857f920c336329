import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "../schema/schema.ts";

const ITEMS_PER_STATEMENT = 10_000;

/** Ids of items of which the index does not have exactly the words, ascending. */
export async function* listWronglyIndexed(database: Kysely<Schema>): AsyncIterable<number> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; isIndexed: boolean }>`
      select id, coalesce(item_index.terms = item_terms(account_id, search_text), false)
        as "isIndexed"
      from (select id, account_id, search_text from items
          where id > ${after} order by id limit ${ITEMS_PER_STATEMENT}) as items
        left join item_index on item_index.item_id = id
      order by id`.execute(database);
    for (const { id, isIndexed } of rows) if (!isIndexed) yield id;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Ids in the index that no item has, ascending. */
export async function* listSurplusIndexed(database: Kysely<Schema>): AsyncIterable<number> {
  const { rows } = await sql<{ id: number }>`select item_id as id from item_index
    where not exists (select 1 from items where id = item_id) order by item_id`.execute(database);
  for (const { id } of rows) yield id;
}

/** Removes an item from the index, and adds it again if it exists. */
export async function reindex(transaction: Transaction<Schema>, id: number): Promise<void> {
  await sql`delete from item_index where item_id = ${id}`.execute(transaction);
  await sql`insert into item_index (item_id, terms) select id, item_terms(account_id, search_text) from items
    where id = ${id}`.execute(transaction);
}
