import * as access from "../collections/access.ts";
import * as placement from "../collections/placement.ts";
import { load } from "../collections/stored-tree.ts";
import type { Database } from "../database/database.ts";

/** Whose items, and on which shelves they are. */
export interface Scope {
  readonly accountId: number;
  /** Its places by their ids; none of `EVERYTHING`, which is no list. */
  readonly places: readonly placement.PlaceId[];
  /** Whether a place belongs to it: others may move an item between two looks. */
  readonly holds: (placeId: placement.PlaceId) => boolean;
  /** Those that hold any, and those that may come to hold what is on another one of them. */
  readonly shelfIds: readonly number[];
  /** How many items that are. */
  readonly count: number;
}

/** Which items are asked for. */
export interface Place {
  /** A collection, `UNSORTED`, `TRASH`, or `EVERYTHING` outside the Trash. */
  readonly placeId: placement.PlaceId;
  /** With the items of everything below the collection. */
  readonly nested: boolean;
}

/**
 * The items that the viewer may read there. Of somebody else's public collection that is its own items, never those below it. Throws
 * `notFound`, or `unauthenticated` for who did not say who they are.
 */
export async function readable(database: Database, viewer: access.Viewer, place: Place): Promise<Scope> {
  if (viewer !== undefined && isSystem(place.placeId)) return ofAccount(database, viewer, place);
  const { account_id: accountId } = await access.getReadable(database, viewer, place.placeId);
  return ofAccount(database, accountId, { ...place, nested: place.nested && accountId === viewer });
}

/** The items of the account there. Throws `forbidden` for a public collection of somebody else, and `notFound`. */
export async function owned(database: Database, accountId: number, place: Place): Promise<Scope> {
  if (!isSystem(place.placeId)) await access.getOwned(database, accountId, place.placeId);
  return ofAccount(database, accountId, place);
}

/** The places that are asked for: the collection, and what is below it where that is asked for too. */
async function placesOf(database: Database, accountId: number, { placeId, nested }: Place) {
  if (!nested || placeId < 1) return [placeId];
  const { tree } = await load(database, accountId);
  return tree.subtreeOf(placeId);
}

async function ofAccount(database: Database, accountId: number, place: Place): Promise<Scope> {
  const isEverything = place.placeId === placement.EVERYTHING;
  const places = isEverything ? [] : await placesOf(database, accountId, place);
  const wanted = new Set(places);
  const holds = (placeId: placement.PlaceId) => (isEverything ? placeId !== placement.TRASH : wanted.has(placeId));
  const found =
    places.length === 1
      ? await placement.shelvesAt(database, accountId, places)
      : await placement.shelvesOf(database, accountId);
  const within = found.filter((shelf) => holds(placement.placeIdOf(shelf)));
  const receiving = new Set(within.filter(({ moved }) => moved === 1).map(placement.placeIdOf));
  const looked = within.filter((shelf) => shelf.count > 0 || receiving.has(placement.placeIdOf(shelf)));
  return {
    accountId,
    places,
    holds,
    shelfIds: looked.map(({ id }) => id),
    count: looked.reduce((sum, { count }) => sum + count, 0),
  };
}

function isSystem(placeId: placement.PlaceId): boolean {
  return placeId === placement.EVERYTHING || placeId === placement.UNSORTED || placeId === placement.TRASH;
}
