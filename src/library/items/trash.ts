import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../../database/database.ts";
import * as placement from "../placement.ts";

/**
 * The place to which a restoration returns an item of the Trash: the collection where it was before if that still
 * exists, and otherwise Unsorted.
 */
export async function originOf(
  transaction: Transaction,
  { id, account_id: ownerId }: { readonly id: number; readonly account_id: number },
): Promise<placement.PlaceId> {
  const { origin } = await transaction
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "items.shelf_id")
    .select(({ fn }) => fn.coalesce("shelves.trashed_from", "items.trashed_from").as("origin"))
    .where("items.id", "=", id)
    .executeTakeFirstOrThrow();
  if (origin === null) return placement.UNSORTED;
  const shelfId = await placement.findShelfId(transaction, ownerId, origin);
  return shelfId === undefined ? placement.UNSORTED : origin;
}

/** The permanent shelf of `originOf` each item, for a statement that writes items. `unsortedId`: the shelf of Unsorted. */
export function shelfOfOrigin(unsortedId: number): RawBuilder<number> {
  return sql`coalesce((select permanent.id from shelves as present
    inner join shelves as permanent on permanent.account_id = present.account_id and permanent.moved = 0
      and permanent.collection_id = coalesce(present.trashed_from, items.trashed_from)
    where present.id = items.shelf_id), cast(${unsortedId} as bigint))`;
}
