import { type Kysely, type RawBuilder, sql } from "kysely";
import { parseIds } from "../core/id-lists.ts";
import type { IndexName, IndexQuery, ShelfCondition, Words } from "../core/index-query.ts";
import type { Schema } from "../schema/schema.ts";
import { phraseOf, toExpression } from "./item-index.ts";
import { isInArray } from "./sql.ts";

/** Lists the ids of the account's items whose texts match a query, ascending. */
export async function listIndexed(database: Kysely<Schema>, accountId: number, query: IndexQuery): Promise<number[]> {
  return search(database, "item_index", toExpression(query, accountId));
}

/** Lists the ids of the account's items whose page has these words, ascending. */
export async function listByPages(database: Kysely<Schema>, accountId: number, words: Words): Promise<number[]> {
  return search(database, "text_index", phraseOf(words, `${accountId}x`, ""));
}

async function search(database: Kysely<Schema>, index: IndexName, expression: string): Promise<number[]> {
  const terms = sql`cast(${expression} as tsquery)`;
  // The subquery, which `offset 0` keeps separate, hides the words from the planner. Otherwise it would expect many words
  // to match most items of all accounts, and read the whole table.
  return readIds(
    database,
    sql`select item_id as id from (select ${terms} as terms offset 0) as searched
      join ${sql.table(index)} as found on found.terms @@ searched.terms`,
  );
}

/** Lists the ids of the account's items that fulfil a condition, ascending. */
export async function listItemIds(
  database: Kysely<Schema>,
  accountId: number,
  { shelfIds, areOn }: ShelfCondition,
): Promise<number[]> {
  const isOnShelf = isInArray(sql.ref("shelf_id"), sql.val(JSON.stringify(shelfIds)));
  const isWanted = areOn ? isOnShelf : sql`(${isOnShelf}) is not true`;
  return readIds(database, sql`select id from items where account_id = ${accountId} and ${isWanted}`);
}

/** Reads ids as one text, which takes less time than a row for each. */
async function readIds(database: Kysely<Schema>, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select array_to_string(array_agg(id), ',') as ids from (${query}) as found`.execute(database);
  return parseIds(rows[0]?.ids ?? "");
}
