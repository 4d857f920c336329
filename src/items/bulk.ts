import { setImmediate } from "node:timers/promises";
import * as library from "../collections/library.ts";
import * as placement from "../collections/placement.ts";
import type { Database, Transaction } from "../database/database.ts";
import { Failure } from "../errors.ts";
import { forEachChunk, readAllPages } from "../scheduling.ts";
import { contentOf, type Item, type Medium, select, toColumns } from "./item.ts";
import * as scope from "./scope.ts";

type Clock = () => number;

/** Which items of a place: those of these ids, or all. */
export interface Selection extends scope.Place {
  readonly ids: readonly number[] | undefined;
}

/** What may change of many items at once; what is left out stays. */
export interface ChangeOfMany {
  readonly important?: boolean | undefined;
  /** Come to those that an item has; none: it loses those that it has. */
  readonly tags?: readonly string[] | undefined;
  /** The same. */
  readonly media?: readonly Medium[] | undefined;
  readonly cover?: string | undefined;
  /** Where they move. */
  readonly placeId?: placement.PlaceId | undefined;
}

/** Throws when the items of a place, as they are now, are not to be changed. */
export type Precondition = (transaction: Transaction) => Promise<void>;

/** The most tags, and the most media, that an item may come to have. */
const MOST_ENTRIES = 1000;

/** The most items whose content one call changes: it holds up others who write. */
const MOST_CHANGED = 10_000;

/** How many items are changed before others run, where each is read and written by itself. */
const FEW = 20;

/**
 * Changes items of the account. Gives back how many. Throws `notFound`, `forbidden`, `invalid` for a collection that the account has not,
 * for too many tags or media and for too many items, and what the precondition throws; then nothing has changed.
 */
export async function update(
  database: Database,
  clock: Clock,
  accountId: number,
  selection: Selection,
  { placeId, ...content }: ChangeOfMany,
  precondition: Precondition,
): Promise<number> {
  return library.change(database, accountId, async (transaction) => {
    await precondition(transaction);
    const chosen = await choose(transaction, accountId, selection);
    const target =
      placeId === undefined ? undefined : await placement.getShelfId(transaction, accountId, placeId, "collection");
    const stays = Object.values(content).every((value) => value === undefined);
    if (stays && target === undefined) return 0;
    if (stays && placeId !== undefined && selection.ids === undefined) {
      return moveAll(transaction, clock, accountId, chosen.places, placeId);
    }
    if (selection.ids === undefined && chosen.count > MOST_CHANGED) refuseTooMany();
    const ids = await idsOf(transaction, chosen, selection);
    await rewrite(transaction, ids, content);
    const { important, cover } = content;
    return write(transaction, clock, accountId, ids, {
      ...(important !== undefined && { important: important ? 1 : 0 }),
      ...(cover !== undefined && { cover }),
      ...(target !== undefined && { shelf_id: target }),
    });
  });
}

/**
 * Moves items of the account to the Trash; those that are there are deleted for good. Gives back how many. Throws `notFound`, `forbidden`,
 * and what the precondition throws; then nothing has changed.
 */
export async function remove(
  database: Database,
  clock: Clock,
  accountId: number,
  selection: Selection,
  precondition: Precondition,
): Promise<number> {
  return library.change(database, accountId, async (transaction) => {
    await precondition(transaction);
    const chosen = await choose(transaction, accountId, selection);
    const isTrash = selection.placeId === placement.TRASH;
    if (selection.ids === undefined) {
      return moveAll(transaction, clock, accountId, chosen.places, isTrash ? "nowhere" : placement.TRASH);
    }
    const ids = await idsOf(transaction, chosen, selection);
    if (!isTrash) {
      const trash = await placement.getShelfId(transaction, accountId, placement.TRASH, "collection");
      return write(transaction, clock, accountId, ids, { shelf_id: trash });
    }
    await forEachChunk(ids, (some) => transaction.deleteFrom("items").where("id", "in", some).execute());
    if (ids.length > 0) await library.markItemsChanged(transaction, clock, accountId);
    return ids.length;
  });
}

/** Deletes for good what is in the Trash of the account. Gives back how many items that were. */
export async function emptyTrash(database: Database, clock: Clock, accountId: number): Promise<number> {
  return library.change(database, accountId, (transaction) =>
    moveAll(transaction, clock, accountId, [placement.TRASH], "nowhere"),
  );
}

/** The items that are asked for. Everything at once would be too easy to ask for: throws `invalid` where no ids are given. */
async function choose(transaction: Transaction, accountId: number, selection: Selection): Promise<scope.Scope> {
  if (selection.placeId === placement.EVERYTHING && selection.ids === undefined) {
    const details = [{ path: "/ids", message: "is required for the collection 0" }];
    throw new Failure("invalid", "Say which items: everything at once is neither changed nor removed.", { details });
  }
  return scope.owned(transaction, accountId, selection);
}

/** Moves everything in these places, with its shelves. */
async function moveAll(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  places: readonly placement.PlaceId[],
  to: placement.PlaceId | "nowhere",
): Promise<number> {
  const others = places.filter((placeId) => placeId !== to);
  const moved = await placement.moveItems(transaction, accountId, others, to);
  if (moved > 0) await library.markItemsChanged(transaction, clock, accountId);
  return moved;
}

/** The ids of the items that are there, among those that are asked for. */
async function idsOf(transaction: Transaction, { accountId, shelfIds }: scope.Scope, { ids }: Selection) {
  const wanted = new Set(shelfIds);
  const found: number[] = [];
  if (ids !== undefined) {
    await forEachChunk(ids, async (some) => {
      const items = await transaction
        .selectFrom("items")
        .select(["id", "shelf_id"])
        .where("id", "in", some)
        .where("account_id", "=", accountId)
        .execute();
      for (const { id, shelf_id } of items) if (wanted.has(shelf_id)) found.push(id);
    });
    return found;
  }
  for (const shelfId of shelfIds) {
    const items = await readAllPages((after, limit) =>
      transaction
        .selectFrom("items")
        .select("id")
        .where("shelf_id", "=", shelfId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute(),
    );
    for (const { id } of items) found.push(id);
  }
  return found;
}

/** Writes the same to all of them. Gives back how many they are. */
async function write(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  ids: readonly number[],
  columns: { important?: 0 | 1; cover?: string; shelf_id?: number },
): Promise<number> {
  await forEachChunk(ids, (some) =>
    transaction
      .updateTable("items")
      .set({ ...columns, updated_at: clock() })
      .where("id", "in", some)
      .execute(),
  );
  if (ids.length > 0) await library.markItemsChanged(transaction, clock, accountId);
  return ids.length;
}

/** Adds tags and media to each by itself. */
async function rewrite(transaction: Transaction, ids: readonly number[], { tags, media }: ChangeOfMany): Promise<void> {
  if (tags === undefined && media === undefined) return;
  for (let first = 0; first < ids.length; first += FEW) {
    const items = await select(transaction)
      .where("items.id", "in", ids.slice(first, first + FEW))
      .execute();
    for (const item of items) {
      await transaction
        .updateTable("items")
        .set(toColumns({ ...contentOf(item), ...added(item, { tags, media }) }))
        .where("id", "=", item.id)
        .execute();
    }
    await setImmediate();
  }
}

/** What an item comes to have. */
function added(item: Item, { tags, media }: ChangeOfMany) {
  const before = contentOf(item);
  return {
    ...(tags !== undefined && { tags: appended("tags", before.tags, tags, (tag) => tag) }),
    ...(media !== undefined && { media: appended("media", before.media, media, ({ link }) => link) }),
  };
}

/** Those that were there and those that come, each once; none where none come. */
function appended<T>(field: string, before: readonly T[], more: readonly T[], keyOf: (one: T) => string): T[] {
  if (more.length === 0) return [];
  const all = [...new Map([...before, ...more].map((one) => [keyOf(one), one])).values()];
  if (all.length <= MOST_ENTRIES) return all;
  const details = [{ path: `/${field}`, message: `would be more than ${MOST_ENTRIES}` }];
  throw new Failure("invalid", `An item has ${MOST_ENTRIES} ${field} at most.`, { details });
}

function refuseTooMany(): never {
  const details = [{ path: "/ids", message: `is required for more than ${MOST_CHANGED} items` }];
  throw new Failure("invalid", `Say which items: ${MOST_CHANGED} are changed at once at most.`, { details });
}
