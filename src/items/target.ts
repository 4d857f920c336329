import * as access from "../collections/access.ts";
import * as placement from "../collections/placement.ts";
import type { Database, Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";

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

function leavesShare(): Failure {
  const message = "Items of another account can be moved only to collections of that account that you may change.";
  return new Failure("forbidden", message);
}
