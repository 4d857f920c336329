import { type SqlBool, sql } from "kysely";
import { forEachChunk } from "#contract/scheduling";
import type { Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import * as pictures from "./pictures.ts";

// The picture that was uploaded last as the cover of an item is stored while the cover or the media of the item have its
// address, or an undo step can restore it.

/** Items whose media one statement compares: few, because it may block the event loop. */
const ITEMS_PER_STATEMENT = 50;

/** The id of the picture that was uploaded as the cover of an item; null if there is none. */
export async function find(transaction: Transaction, itemId: number): Promise<string | null> {
  const { picture_id } = await transaction
    .selectFrom("items")
    .select("picture_id")
    .where("id", "=", itemId)
    .executeTakeFirstOrThrow();
  return picture_id;
}

/** Lets the cleanup delete the uploaded covers that items do not have any more, and that no undo step can give back. */
export async function releaseUnused(transaction: Transaction, itemIds: readonly number[]): Promise<void> {
  await forEachChunk(itemIds, (ids) => releaseAmong(transaction, ids), ITEMS_PER_STATEMENT);
}

async function releaseAmong(transaction: Transaction, itemIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; picture: string }>`select id, picture_id as picture from items
    where ${engineOf(transaction).isOneOf(sql.ref("items.id"), itemIds)} and picture_id is not null
      and not (${shows("items")}) and not exists (
        select 1 from undo_steps inner join undo_items on step_id = undo_steps.id and item_id = items.id
        where undo_steps.account_id = items.account_id and (${shows("undo_items")}))`.execute(transaction);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await transaction.updateTable("items").set({ picture_id: null }).where("id", "in", ids).execute();
  for (const { picture } of rows) await pictures.releaseOne(transaction, picture);
}

/** SQL: whether the cover or the media in a row have the picture of an item. They are null where a step kept neither. */
function shows(table: "items" | "undo_items") {
  const has = (column: "cover" | "media") => {
    const value = sql`coalesce(${sql.ref(`${table}.${column}`)}, '')`;
    return sql<SqlBool>`replace(${value}, items.picture_id, '') <> ${value}`;
  };
  return sql<SqlBool>`${has("cover")} or ${has("media")}`;
}
