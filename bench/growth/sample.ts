import { sql } from "kysely";
import type { Database } from "../../src/database/database.ts";
import { progress } from "../reporting.ts";
import { ACCOUNTS, collections, items, libraries, logins, PRODUCTS, type Rows } from "./rows.ts";

/** Who asks, by the ids of their accounts. */
export interface Callers {
  /** Has a hundred collections, while others have many. */
  readonly collector: number;
  /** Has one collection that holds all items. */
  readonly keeper: number;
}

/** Where in a database its many rows are. */
export interface Sample {
  /** How many products, accounts, collections and items there are. */
  readonly rows: number;
  /** Of the keeper. */
  readonly collectionId: number;
  readonly firstItemId: number;
}

/** Rows of one statement. */
const CHUNK = 50_000;

/** Collections of each account that has any, but the keeper. */
const EACH = 100;

/** Fills a database in which nobody is but the callers. */
export async function fill(database: Database, rows: number, { collector, keeper }: Callers): Promise<Sample> {
  const last = await lastIdOf(database, "accounts");
  await insert(database, rows, PRODUCTS);
  await insert(database, rows, ACCOUNTS);
  await insert(database, Math.floor(rows / 10), logins(last));

  await insert(database, rows / EACH, libraries(sql`${sql.lit(last)} + n`));
  await insert(database, rows, collections(sql`${sql.lit(last + 1)} + (n - 1) / ${sql.lit(EACH)}`));
  for (const [accountId, count] of [
    [collector, EACH],
    [keeper, 1],
  ] as const) {
    await insert(database, 1, libraries(sql.lit(accountId)));
    await insert(database, count, collections(sql.lit(accountId)));
  }
  const collectionId = await lastIdOf(database, "collections");
  await insertShelves(database);
  const shelf = sql`(select id from shelves where collection_id = ${sql.lit(collectionId)})`;
  await insert(database, rows, items(keeper, shelf));
  return { rows, collectionId, firstItemId: (await lastIdOf(database, "items")) - rows + 1 };
}

async function insert(database: Database, count: number, { into, values }: Rows): Promise<void> {
  for (let first = 1; first <= count; first += CHUNK) {
    progress(`Making ${into.split(" ")[0]}: ${first - 1} of ${count} …`);
    const last = Math.min(count, first + CHUNK - 1);
    await sql`insert into ${sql.raw(into)}
      with recursive numbers(n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)})
      select ${values} from numbers`.execute(database);
  }
}

/** The shelves that every library and every collection has. */
async function insertShelves(database: Database): Promise<void> {
  await sql`insert into shelves (account_id, place)
    select account_id, 'unsorted' from libraries union all select account_id, 'trash' from libraries`.execute(database);
  await sql`insert into shelves (account_id, place, collection_id)
    select account_id, 'collection', id from collections`.execute(database);
}

async function lastIdOf(database: Database, table: "accounts" | "collections" | "items"): Promise<number> {
  const row = await database.selectFrom(table).select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}
