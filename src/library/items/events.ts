import type { Transaction } from "../../database/database.ts";
import * as changes from "../events/changes.ts";
import * as placement from "../placement.ts";

/** Items that a change moved, and where they were; `all` if that is not known. */
interface Move {
  readonly count: number;
  /** Empty if they are not known. */
  readonly ids: readonly number[];
  readonly from: readonly placement.PlaceId[] | "all";
  readonly to: placement.PlaceId | "nowhere";
}

/** Records that items moved: to the Trash, which removes them, `nowhere`, which deletes them, or another place. */
export function recordMove(
  transaction: Transaction,
  clock: () => number,
  ownerId: number,
  { count, ids, from, to }: Move,
): void {
  if (to === "nowhere" || to === placement.TRASH) {
    const type = to === "nowhere" ? "item.deleted" : "item.removed";
    changes.record(transaction, clock, ownerId, { type, count, items: ids, collections: from });
    return;
  }
  const collections = from === "all" ? from : [...from, to];
  changes.record(transaction, clock, ownerId, { type: "item.updated", count, items: ids, collections, to });
}

/**
 * The places that hold these items, for an event. Returns `all` for more items than an event lists, and without reading
 * anything for accounts without webhooks.
 */
export async function placesOf(
  transaction: Transaction,
  ownerId: number,
  ids: readonly number[],
): Promise<readonly placement.PlaceId[] | "all"> {
  if (!changes.isRecording(transaction, ownerId) || ids.length > changes.MAX_IDS) return "all";
  const shelves = await transaction
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "items.shelf_id")
    .select(["place", "collection_id"])
    .distinct()
    // No item has the id 0. It keeps the list from being empty, which not every engine accepts.
    .where("items.id", "in", [0, ...ids])
    .execute();
  return shelves.map(placement.placeIdOf);
}
