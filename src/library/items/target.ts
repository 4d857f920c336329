import { Failure } from "#contract/failure";
import type { Database, Transaction } from "../../database/database.ts";
import * as access from "../access.ts";
import * as placement from "../placement.ts";
import type { Item } from "./item.ts";
import * as trash from "./trash.ts";

/** Where a change puts an item. */
export interface Destination {
  readonly placeId?: placement.PlaceId | undefined;
  /**
   * A second place, which contradicts `placeId`. In a complete item, where a client may have changed one of its two fields,
   * the place counts where the item is not; otherwise it is an error.
   */
  readonly otherPlaceId?: placement.PlaceId | undefined;
  /**
   * Whether the client sent a complete item instead of a partial change. Then `position` and
   * `updatedAt` are applied only if they differ from what is stored.
   */
  readonly isWhole?: boolean;
  /** Whether an item of the Trash returns to the collection where it was before. Ignored beside another `placeId`. */
  readonly restores?: boolean;
}

/**
 * Throws unless the account may move items of a library to a place: the owner anywhere in the library, a member to the
 * Trash and to collections of the library that are shared with the member. Throws `invalid` for an unknown collection,
 * and otherwise `forbidden`.
 */
export async function assertMayMove(
  transaction: Transaction,
  accountId: number,
  ownerId: number,
  placeId: placement.PlaceId,
): Promise<void> {
  // The owner may use all places of the library; `placement.getShelfId` rejects others.
  if (accountId === ownerId || placeId === placement.TRASH) return;
  if (placeId === placement.UNSORTED) throw leavesShare();
  const target = await access.findVisible(transaction, accountId, placeId);
  if (target === undefined) throw placement.unknownPlace("collection");
  access.assertLevel(target.level, access.MEMBER, "collection");
  if (target.account_id !== ownerId) throw leavesShare();
}

/**
 * The account whose library gets a new item in a place: the caller's own, or that of the owner of a collection of which
 * the caller is a member. Throws `forbidden` for a collection that the caller may only read as a collaborator.
 */
export async function ownerOfTarget(
  database: Database,
  accountId: number,
  placeId: placement.PlaceId,
): Promise<number> {
  if (placeId < 1 || (await access.findOwner(database, placeId)) === accountId) return accountId;
  const target = await access.findVisible(database, accountId, placeId);
  // For a collection that is not shared, the caller's library has no shelf: `placement.getShelfId` throws.
  if (target === undefined || target.level === access.PUBLIC) return accountId;
  access.assertLevel(target.level, access.MEMBER, "collection");
  return target.account_id;
}

/** The place where an item is after a change. Throws `invalid` for two places that contradict each other. */
export async function placeAfter(
  transaction: Transaction,
  current: Item,
  change: Destination,
): Promise<placement.PlaceId> {
  const target = namedPlace(change, placement.placeIdOf(current));
  const isElsewhere = target !== placement.UNSORTED && target !== placement.TRASH;
  if (change.restores !== true || current.place !== "trash" || isElsewhere) return target;
  return trash.originOf(transaction, current);
}

/** The place that a change names, or the present one. */
function namedPlace({ placeId, otherPlaceId, isWhole }: Destination, present: placement.PlaceId): placement.PlaceId {
  if (otherPlaceId === undefined) return placeId ?? present;
  if (isWhole && placeId === present) return otherPlaceId;
  if (isWhole && otherPlaceId === present && placeId !== undefined) return placeId;
  throw placement.contradictoryPlaces("collection");
}

function leavesShare(): Failure {
  const message = "Items of another account can be moved only to collections of that account that you may change.";
  return new Failure("forbidden", message, { reason: "item-leaves-share" });
}
