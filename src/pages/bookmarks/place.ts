import type { FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import * as access from "../../library/access.ts";
import { EVERYTHING, type PlaceId, TRASH, UNSORTED } from "../../library/placement.ts";
import { valuesIn } from "../design/form-state.ts";
import { idIn } from "../design/form-values.ts";
import type { Texts } from "../texts/en.ts";

/** What a list shows: a collection, Unsorted, the Trash, or everything outside the Trash. */
export interface Place {
  readonly id: PlaceId;
  /** The account whose items it holds. */
  readonly ownerId: number;
  /** Whether that is the signed-in user. */
  readonly isOwn: boolean;
  /** What the signed-in user may do with it. */
  readonly level: access.AccessLevel;
  /** Undefined for a place that is no collection. */
  readonly collection: access.VisibleCollection | undefined;
}

/** The parameter `id` of a page's path: a place, but not all bookmarks. Throws `notFound` for anything else. */
export function placeParameter({ params }: FastifyRequest): PlaceId {
  return getPlaceId(params, [UNSORTED, TRASH]);
}

/** Like `placeParameter`, of the form of a list, which all bookmarks have too. */
export function bulkPlaceParameter({ params }: FastifyRequest): PlaceId {
  return getPlaceId(params, [EVERYTHING, UNSORTED, TRASH]);
}

function getPlaceId(params: unknown, systemPlaces: readonly PlaceId[]): PlaceId {
  const id = placeIn(valuesIn(params).id, systemPlaces);
  if (id === undefined)
    throw new Failure("notFound", "There is no collection with this id.", { reason: "collection-not-found" });
  return id;
}

/** The place that a text names: one of `systemPlaces`, or a collection by its id. Undefined for anything else. */
export function placeIn(text = "", systemPlaces: readonly PlaceId[]): PlaceId | undefined {
  return systemPlaces.find((id) => String(id) === text) ?? idIn(text);
}

/** Returns a place that the user may read. Throws `notFound` for a collection that is missing or private. */
export async function readPlace({ database }: Context, userId: number, id: PlaceId): Promise<Place> {
  if (id === EVERYTHING || id === UNSORTED || id === TRASH) {
    return { id, ownerId: userId, isOwn: true, level: access.OWNER, collection: undefined };
  }
  const collection = await access.getReadable(database, userId, id);
  const { account_id: ownerId, level } = collection;
  return { id, ownerId, isOwn: ownerId === userId, level, collection };
}

/** Whether the user may change the items of a place. */
export function isWritable({ level }: Place): boolean {
  return level >= access.MEMBER;
}

/** The name of a place. */
export function titleOf({ id, collection }: Pick<Place, "id" | "collection">, { bookmarks }: Texts): string {
  if (collection !== undefined) return collection.title;
  if (id === TRASH) return bookmarks.trash;
  return id === UNSORTED ? bookmarks.unsorted : bookmarks.all;
}
