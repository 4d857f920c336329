import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { type Database, inSnapshot, type Transaction } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import { forEachChunk, readAllPages } from "../scheduling.ts";

// A shelf holds items. Each place, that is a collection, what is unsorted and the Trash, has one shelf of its own, and for a while
// others that were moved there. So all items of a collection, however many, move with one row; `tidying.ts` does the rest.

/** Where items are that are in no collection. */
export const UNSORTED = -1;
export const TRASH = -99;

/** Everything outside the Trash, where items are asked for. */
export const EVERYTHING = 0;

/** A collection by its id, `UNSORTED` or `TRASH`. */
export type PlaceId = number;

/** How many items are in a place, and how many of them are broken. */
export interface PlaceCount {
  readonly count: number;
  readonly broken: number;
}

/** The columns that tell where a shelf stands. */
export interface ShelfPlace {
  readonly place: "collection" | "unsorted" | "trash" | "nowhere";
  readonly collection_id: number | null;
}

/** Where a shelf stands. */
export function placeIdOf({ place, collection_id }: ShelfPlace): PlaceId {
  return place === "trash" ? TRASH : (collection_id ?? UNSORTED);
}

function toShelfPlace(placeId: PlaceId): ShelfPlace {
  if (placeId === TRASH) return { place: "trash", collection_id: null };
  if (placeId === UNSORTED) return { place: "unsorted", collection_id: null };
  return { place: "collection", collection_id: placeId };
}

/** Makes the shelf that each of these places begins with. */
export async function addShelves(
  transaction: Transaction,
  accountId: number,
  placeIds: readonly PlaceId[],
): Promise<void> {
  if (placeIds.length === 0) return;
  await transaction
    .insertInto("shelves")
    .values(placeIds.map((placeId) => ({ account_id: accountId, ...toShelfPlace(placeId) })))
    .execute();
}

/** The shelf that new items of a place go to. Throws `invalid`, naming the field that asked for it, where the account has no such place. */
export async function getShelfId(
  transaction: Transaction,
  accountId: number,
  placeId: PlaceId,
  field: string,
): Promise<number> {
  const { place, collection_id } = toShelfPlace(placeId);
  const ofPlace = collection_id === null ? outside([place]) : within([collection_id]);
  const shelf = await transaction
    .selectFrom("shelves")
    .select("id")
    .where("account_id", "=", accountId)
    .where(ofPlace)
    .where("moved", "=", sql.lit(0))
    .executeTakeFirst();
  if (shelf !== undefined) return shelf.id;
  const details = [{ path: `/${field}`, message: "must be a collection of yours" }];
  throw new Failure("invalid", "There is no collection of yours with this id.", { details });
}

/**
 * The shelves of an account whose items can be seen, with how many they hold. At one moment: or an item that is put from one shelf onto
 * another would count twice, or not at all.
 */
export async function shelvesOf(database: Database, accountId: number) {
  return inSnapshot(database, (handle) =>
    readAllPages((after, limit) =>
      select(handle)
        .where("account_id", "=", accountId)
        .where("place", "<>", "nowhere")
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute(),
    ),
  );
}

/** Those of some places, of a few hundred at most. */
export async function shelvesAt(database: Database, accountId: number, placeIds: readonly PlaceId[]) {
  const standings = placeIds.map(toShelfPlace);
  const places = standings.flatMap(({ place }) => (place === "collection" ? [] : [place]));
  const collections = standings.flatMap(({ collection_id }) => collection_id ?? []);
  const conditions = [
    ...(places.length > 0 ? [outside(places)] : []),
    ...(collections.length > 0 ? [within(collections)] : []),
  ];
  return select(database)
    .where("account_id", "=", accountId)
    .where(({ or }) => or(conditions))
    .execute();
}

/** On the shelves of these collections. */
function within(collections: readonly number[]) {
  return sql<SqlBool>`collection_id in (${sql.join(collections)})`;
}

/** On shelves of no collection: said in the words of their index, which is not used otherwise. */
function outside(places: readonly ShelfPlace["place"][]) {
  return sql<SqlBool>`place in (${sql.join(places)}) and place in ('unsorted', 'trash')`;
}

function select(database: Database) {
  return database.selectFrom("shelves").select(["id", "place", "collection_id", "moved", "count", "broken"]);
}

/** How many items are in each place, places without any included. Reads no item. */
export async function countItems(database: Database, accountId: number): Promise<Map<PlaceId, PlaceCount>> {
  const sums = new Map<PlaceId, PlaceCount>();
  for (const shelf of await shelvesOf(database, accountId)) {
    const placeId = placeIdOf(shelf);
    const { count = 0, broken = 0 } = sums.get(placeId) ?? {};
    sums.set(placeId, { count: count + shelf.count, broken: broken + shelf.broken });
  }
  return sums;
}

/** Moves all items of these collections, which are about to go, with their shelves to another place. Gives back how many items that were. */
export async function moveItemsOfDeleted(
  transaction: Transaction,
  accountId: number,
  from: readonly number[],
  to: PlaceId,
): Promise<number> {
  let items = 0;
  await forEachChunk(from, async (ids) => {
    const ofThese = transaction.selectFrom("shelves").select("id").where("collection_id", "in", ids);
    items += await moveShelves(transaction, accountId, ofThese, toShelfPlace(to));
  });
  return items;
}

/** Moves all items of these places, which stay, to another one, or out of the world. Gives back how many that were. */
export async function moveItems(
  transaction: Transaction,
  accountId: number,
  from: readonly PlaceId[],
  to: PlaceId | "nowhere",
): Promise<number> {
  const target: ShelfPlace = to === "nowhere" ? { place: to, collection_id: null } : toShelfPlace(to);
  let items = 0;
  await forEachChunk(from, async (placeIds) => {
    const held = (await shelvesAt(transaction, accountId, placeIds)).filter(({ count }) => count > 0);
    if (held.length === 0) return;
    const ids = held.map(({ id }) => id);
    items += await moveShelves(transaction, accountId, ids, target);
    await addShelves(transaction, accountId, held.filter(({ moved }) => moved === 0).map(placeIdOf));
  });
  return items;
}

async function moveShelves(
  transaction: Transaction,
  accountId: number,
  shelves: readonly number[] | SelectQueryBuilder<Schema, "shelves", { id: number }>,
  standing: ShelfPlace,
): Promise<number> {
  const moved = await transaction
    .updateTable("shelves")
    .set({ ...standing, moved: 1 })
    .where("account_id", "=", accountId)
    .where("id", "in", shelves)
    .returning("count")
    .execute();
  return moved.reduce((sum, { count }) => sum + count, 0);
}
