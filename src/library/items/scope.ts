import { eachYielding, toSet } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import * as access from "../access.ts";
import { treeOf } from "../library-tree.ts";
import * as placement from "../placement.ts";
import type { Item } from "./item.ts";
import { toPublicItem } from "./public-reader.ts";

/** A set of items of one account, by the shelves that hold them. */
export interface Scope {
  readonly accountId: number;
  /** Whether the viewer may read it only because it is public: see `public-reader.ts`. */
  readonly isPublic: boolean;
  /** Its places; empty for `EVERYTHING`. */
  readonly places: readonly placement.PlaceId[];
  /** Whether a place belongs to the scope. For checking items that may have moved since. */
  readonly includes: (placeId: placement.PlaceId) => boolean;
  /** The shelves with items, and empty ones to which the cleanup worker may be moving items. */
  readonly shelfIds: readonly number[];
  /** Number of items. */
  readonly count: number;
}

/** The place whose items an operation reads or changes. */
export interface Place {
  /** A collection, `UNSORTED`, `TRASH`, or `EVERYTHING`. */
  readonly placeId: placement.PlaceId;
  /** Whether to include the items of the collections nested in it, at any depth. */
  readonly nested: boolean;
}

/**
 * Returns the scope of a place. In another account's collection that is public but not shared with the viewer,
 * `nested` has no effect. If the viewer may not read the place, throws `notFound`, or `unauthenticated` for an anonymous
 * viewer.
 */
export async function getReadable(database: Database, viewer: access.Viewer, place: Place): Promise<Scope> {
  if (viewer !== undefined && isSystem(place.placeId)) return ofAccount(database, viewer, place);
  const { account_id: accountId, level } = await access.getReadable(database, viewer, place.placeId);
  const isPublic = level === access.PUBLIC;
  return { ...(await ofAccount(database, accountId, { ...place, nested: place.nested && !isPublic })), isPublic };
}

/**
 * Returns the scope of a place of the account, or of a collection that is shared with it. Throws `forbidden` for
 * another account's public collection, `notFound` for a private or missing one.
 */
export async function getShared(database: Database, accountId: number, place: Place): Promise<Scope> {
  if (isSystem(place.placeId)) return ofAccount(database, accountId, place);
  const { account_id: ownerId } = await access.getShared(database, accountId, place.placeId);
  return ofAccount(database, ownerId, place);
}

/** Like `getShared`, but also throws `forbidden` for a collection of which the account is no member. */
export async function getWritable(database: Database, accountId: number, place: Place): Promise<Scope> {
  if (isSystem(place.placeId)) return ofAccount(database, accountId, place);
  const { account_id: ownerId } = await access.getWritable(database, accountId, place.placeId);
  return ofAccount(database, ownerId, place);
}

/** Those of the items that are still in a scope, as the viewer sees them. */
export function visibleIn({ includes, isPublic }: Scope, items: readonly Item[]): Item[] {
  const included = items.filter((item) => includes(placement.placeIdOf(item)));
  return isPublic ? included.map(toPublicItem) : included;
}

export async function ofAccount(database: Database, accountId: number, place: Place): Promise<Scope> {
  const isEverything = place.placeId === placement.EVERYTHING;
  const places = isEverything ? [] : await placesOf(database, accountId, place);
  const wanted = await toSet(places);
  const includes = (placeId: placement.PlaceId) => (isEverything ? placeId !== placement.TRASH : wanted.has(placeId));
  const [only, ...others] = places;
  const found =
    only !== undefined && others.length === 0
      ? await placement.shelvesIn(database, accountId, only)
      : await placement.shelvesOf(database, accountId);
  const receiving = new Set<placement.PlaceId>();
  await eachYielding(found, (shelf) => {
    if (shelf.moved === 1) receiving.add(placement.placeIdOf(shelf));
  });
  const shelfIds: number[] = [];
  let count = 0;
  await eachYielding(found, (shelf) => {
    const placeId = placement.placeIdOf(shelf);
    if (!includes(placeId) || (shelf.count === 0 && !receiving.has(placeId))) return;
    shelfIds.push(shelf.id);
    count += shelf.count;
  });
  return { accountId, isPublic: false, places, includes, shelfIds, count };
}

async function placesOf(
  database: Database,
  accountId: number,
  { placeId, nested }: Place,
): Promise<readonly placement.PlaceId[]> {
  if (!nested || placeId < 1) return [placeId];
  const subtree = (await treeOf(database, accountId)).subtreeOf(placeId);
  return subtree.length === 0 ? [placeId] : subtree.map(({ id }) => id);
}

function isSystem(placeId: placement.PlaceId): boolean {
  return placeId === placement.EVERYTHING || placeId === placement.UNSORTED || placeId === placement.TRASH;
}
