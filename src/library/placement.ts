import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { Failure } from "#contract/failure";
import { eachYielding, forEachChunk, readAllPages } from "#contract/scheduling";
import { type Database, inSnapshot, type Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Flag } from "../database/schema/columns.ts";
import type { Schema } from "../database/schema/schema.ts";
import type { Step } from "./journal/step.ts";

// How items, shelves and collections relate:
//
// A shelf is a bucket of items. It is in one place: a collection, Unsorted or the Trash; or its
// items await deletion (`place` = "nowhere"). An item is on one shelf, and so in that shelf's place.
// Each place except `nowhere` has exactly one permanent shelf (`moved` = 0), where new items go.
// To move all items of a place, only the rows of its shelves are updated: these become moved
// shelves (`moved` = 1) of the target. The emptied place gets a new permanent shelf, unless it is
// deleted. Later the cleanup worker moves the items of moved shelves to the permanent shelf of their
// place, or deletes those awaiting deletion, in small steps. Clients see no difference.
// A shelf that an undo step can move back is held (see `library/journal/step.ts`): the worker leaves it alone.
// Triggers count the items of each shelf (`count`, `broken`), so that counting reads no items.

/** The places of items that are in no collection. */
export const UNSORTED = -1;
export const TRASH = -99;

/** All items outside the Trash. Only for reading: no shelf is in this place. */
export const EVERYTHING = 0;

/** The id of a collection, `UNSORTED` or `TRASH`. */
export type PlaceId = number;

/** The number of items in a place, and how many of them are marked broken. */
export interface PlaceCount {
  readonly count: number;
  readonly broken: number;
}

/** The columns of a shelf that define its place; `nowhere` if its items await deletion. */
export interface ShelfPlace {
  readonly place: "collection" | "unsorted" | "trash" | "nowhere";
  readonly collection_id: number | null;
}

/** The place of a shelf whose items do not await deletion. */
export function placeIdOf({ place, collection_id }: ShelfPlace): PlaceId {
  return place === "trash" ? TRASH : (collection_id ?? UNSORTED);
}

/** Whether two shelves are in the same place. */
export function isSamePlace(one: ShelfPlace, other: ShelfPlace): boolean {
  return one.place === other.place && one.collection_id === other.collection_id;
}

/** The columns of the shelves of a place. */
export function toShelfPlace(placeId: PlaceId | "nowhere"): ShelfPlace {
  if (placeId === "nowhere") return { place: placeId, collection_id: null };
  if (placeId === TRASH) return { place: "trash", collection_id: null };
  if (placeId === UNSORTED) return { place: "unsorted", collection_id: null };
  return { place: "collection", collection_id: placeId };
}

/** Creates the permanent shelf of each of these places, which must have none. */
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

/** The id of a place's permanent shelf. Throws `invalid`, naming `field`, if the place doesn't exist. */
export async function getShelfId(
  transaction: Transaction,
  accountId: number,
  placeId: PlaceId,
  field: string,
): Promise<number> {
  const id = await findShelfId(transaction, accountId, placeId);
  if (id === undefined) throw unknownPlace(field);
  return id;
}

/** The permanent shelves of places, which must be few enough for the parameters of one statement; of those that exist. */
export async function shelfIdsOf(
  transaction: Transaction,
  accountId: number,
  placeIds: readonly PlaceId[],
): Promise<Map<PlaceId, number>> {
  if (placeIds.length === 0) return new Map();
  const shelves = await shelvesAt(transaction, accountId, placeIds);
  return new Map(shelves.filter(({ moved }) => moved === 0).map((shelf) => [placeIdOf(shelf), shelf.id]));
}

/** The failure of a change that names an unknown place in a field. */
export function unknownPlace(field: string): Failure {
  const details = [{ path: `/${field}`, message: "must be one of your collections", reason: "not-own-collection" }];
  return new Failure("invalid", "You have no collection with this id.", { reason: "no-own-collection", details });
}

/** The failure of a request whose fields refer to different collections. */
export function contradictoryPlaces(field: string): Failure {
  const details = [{ path: `/${field}`, message: "must not contradict another field", reason: "contradicts-other" }];
  return new Failure("invalid", "The fields of the body refer to different collections.", {
    reason: "places-contradict",
    details,
  });
}

/** The id of a place's permanent shelf; undefined if the place doesn't exist. */
export async function findShelfId(
  transaction: Transaction,
  accountId: number,
  placeId: PlaceId,
): Promise<number | undefined> {
  const { place, collection_id } = toShelfPlace(placeId);
  const isInPlace = collection_id === null ? isInSystemPlace([place]) : isInCollection([collection_id]);
  const shelf = await permanentShelves(transaction, accountId, isInPlace).select("id").executeTakeFirst();
  return shelf?.id;
}

/** The permanent shelves of places of an account. */
export function permanentShelves(
  database: Database,
  accountId: number | RawBuilder<number>,
  isInPlace: RawBuilder<SqlBool>,
) {
  return database
    .selectFrom("shelves")
    .where("account_id", "=", accountId)
    .where(isInPlace)
    .where("moved", "=", sql.lit(0));
}

/**
 * The shelves of an account, except those whose items await deletion. Reads one snapshot: otherwise
 * items that the cleanup worker moves between two pages would count twice, or not at all.
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

/** The shelves of these places, which must be few enough for the parameters of one statement. */
export async function shelvesAt(database: Database, accountId: number, placeIds: readonly PlaceId[]) {
  const wanted = placeIds.map(toShelfPlace);
  const places = wanted.flatMap(({ place }) => (place === "collection" ? [] : [place]));
  const collections = wanted.flatMap(({ collection_id }) => collection_id ?? []);
  const conditions = [
    ...(places.length > 0 ? [isInSystemPlace(places)] : []),
    ...(collections.length > 0 ? [isInCollection(collections)] : []),
  ];
  return select(database)
    .where("account_id", "=", accountId)
    .where(({ or }) => or(conditions))
    .execute();
}

/** The shelves of a place. */
export async function shelvesIn(database: Database, accountId: number, placeId: PlaceId) {
  const { place, collection_id: collectionId } = toShelfPlace(placeId);
  return collectionId === null
    ? shelvesInSystemPlace(database, { accountId, place })
    : shelvesInCollection(database, { accountId, collectionId });
}

const shelvesInCollection = prepare((database, value: ValueOf<{ accountId: number; collectionId: number }>) =>
  select(database)
    .where("account_id", "=", value("accountId"))
    .where(isInCollection([value("collectionId")])),
);

const shelvesInSystemPlace = prepare((database, value: ValueOf<{ accountId: number; place: ShelfPlace["place"] }>) =>
  select(database)
    .where("account_id", "=", value("accountId"))
    .where(isInSystemPlace([value("place")])),
);

/** The SQL condition that a shelf is in one of these collections. */
export function isInCollection(collections: readonly (number | RawBuilder<number>)[]) {
  return sql<SqlBool>`collection_id in (${sql.join(collections)})`;
}

/**
 * The SQL condition that a shelf is in Unsorted or the Trash. It repeats the condition of the
 * partial index `shelves_outside`, because the database uses that index only then.
 */
export function isInSystemPlace(places: readonly (ShelfPlace["place"] | RawBuilder<ShelfPlace["place"]>)[]) {
  return sql<SqlBool>`place in (${sql.join(places)}) and place in ('unsorted', 'trash')`;
}

function select(database: Database) {
  return database.selectFrom("shelves").select(["id", "place", "collection_id", "moved", "count", "broken"]);
}

/** The number of items in each place, including empty ones. Reads no items. */
export async function countItems(database: Database, accountId: number): Promise<Map<PlaceId, PlaceCount>> {
  const sums = new Map<PlaceId, PlaceCount>();
  await eachYielding(await shelvesOf(database, accountId), (shelf) => {
    const placeId = placeIdOf(shelf);
    const { count = 0, broken = 0 } = sums.get(placeId) ?? {};
    sums.set(placeId, { count: count + shelf.count, broken: broken + shelf.broken });
  });
  return sums;
}

/**
 * Moves all items of collections that are about to be deleted, and records their shelves in an undo step.
 * These collections get no new shelf. Returns the number of items.
 */
export async function moveItemsOfDeleted(
  transaction: Transaction,
  accountId: number,
  from: readonly number[],
  to: PlaceId,
  step: Step,
): Promise<number> {
  let items = 0;
  await forEachChunk(from, async (ids) => {
    const shelfIds = transaction.selectFrom("shelves").select("id").where("collection_id", "in", ids);
    await step.addShelves(shelfIds, { isPermanent: true });
    items += await moveShelves(transaction, accountId, shelfIds, toShelfPlace(to));
    await step.pause();
  });
  return items;
}

/**
 * Moves all items of these places to another one, or, with `nowhere`, marks them for deletion. Records
 * their shelves in an undo step. Returns the number of items.
 */
export async function moveItems(
  transaction: Transaction,
  accountId: number,
  from: readonly PlaceId[],
  to: PlaceId | "nowhere",
  step: Step,
): Promise<number> {
  let items = 0;
  await forEachChunk(from, async (placeIds) => {
    const filled = (await shelvesAt(transaction, accountId, placeIds)).filter(({ count }) => count > 0);
    if (filled.length === 0) return;
    const ids = filled.map(({ id }) => id);
    await step.addShelves(ids, { isPermanent: false });
    items += await moveShelves(transaction, accountId, ids, toShelfPlace(to));
    await addShelves(transaction, accountId, filled.filter(({ moved }) => moved === 0).map(placeIdOf));
    await step.pause();
  });
  return items;
}

/**
 * The column `trashed_from` of items that a statement moves to `to`: the place that they leave for the Trash. For those
 * that leave the Trash it is kept, because an undo step may return them. Uses the `shelf_id` before the statement.
 */
export function trashedFrom(to: PlaceId): RawBuilder<number | null> {
  const outside = to === TRASH ? sql`coalesce(shelves.collection_id, ${sql.lit(UNSORTED)})` : sql`items.trashed_from`;
  return sql`(select case when shelves.place = 'trash' then coalesce(shelves.trashed_from, items.trashed_from)
    else ${outside} end from shelves where shelves.id = items.shelf_id)`;
}

/** Moves shelves. Those with items are held: an undo step has recorded them. */
async function moveShelves(
  transaction: Transaction,
  accountId: number,
  shelfIds: readonly number[] | SelectQueryBuilder<Schema, "shelves", { id: number }>,
  place: ShelfPlace,
): Promise<number> {
  const moved = await transaction
    .updateTable("shelves")
    .set({
      ...place,
      moved: 1,
      held: sql<Flag>`case when count > 0 then 1 else held end`,
      ...(place.place === "trash" && {
        trashed_from: sql<number | null>`case when place = 'trash' then trashed_from
          else coalesce(collection_id, ${sql.lit(UNSORTED)}) end`,
      }),
    })
    .where("account_id", "=", accountId)
    .where("id", "in", shelfIds)
    .returning("count")
    .execute();
  return moved.reduce((sum, { count }) => sum + count, 0);
}
