import type { UpdateObject } from "kysely";
import * as library from "../collections/library.ts";
import * as shelves from "../collections/shelves.ts";
import { inChunks } from "../database/chunks.ts";
import type { Database, Transaction } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import { Failure } from "../errors.ts";
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
  readonly placeId?: shelves.PlaceId | undefined;
}

/** Throws when the items of a place, as they are now, are not to be changed. */
export type Precondition = (transaction: Transaction) => Promise<void>;

/** The most tags, and the most media, that an item may come to have. */
const MOST = 1000;

/**
 * Changes items of the account. Gives back how many. Throws `notFound`, `forbidden`, `invalid` for a collection that the account has not or
 * for too many tags or media, and what the precondition throws; then nothing has changed.
 */
export async function update(
  database: Database,
  clock: Clock,
  accountId: number,
  selection: Selection,
  change: ChangeOfMany,
  precondition: Precondition,
): Promise<number> {
  return library.changeItems(database, clock, accountId, async (transaction) => {
    await precondition(transaction);
    const { placeId, ...content } = change;
    refuseEverything(selection);
    const chosen = await scope.owned(transaction, accountId, selection);
    const target = placeId === undefined ? undefined : await shelves.own(transaction, accountId, placeId, "collection");
    const stays = Object.values(content).every((value) => value === undefined);
    if (stays && placeId === undefined) return 0;
    if (stays && placeId !== undefined && selection.ids === undefined) {
      return moveAll(transaction, accountId, selection, placeId);
    }
    const ids = selection.ids ?? (await idsOn(transaction, chosen.shelfIds));
    let modified = 0;
    await inChunks(ids, async (chunk) => {
      const items = await itemsOf(transaction, chunk, chosen);
      modified += items.length;
      for (const item of items) {
        const columns: UpdateObject<Schema, "items"> = toColumns({ ...contentOf(item), ...applied(item, content) });
        await transaction
          .updateTable("items")
          .set({ ...columns, ...(target !== undefined && { shelf_id: target }), updated_at: clock() })
          .where("id", "=", item.id)
          .execute();
      }
    });
    return modified;
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
  return library.changeItems(database, clock, accountId, async (transaction) => {
    await precondition(transaction);
    refuseEverything(selection);
    const chosen = await scope.owned(transaction, accountId, selection);
    const isTrash = selection.placeId === shelves.TRASH;
    const { ids } = selection;
    if (ids === undefined) return moveAll(transaction, accountId, selection, isTrash ? "nowhere" : shelves.TRASH);
    const trash = await shelves.own(transaction, accountId, shelves.TRASH, "collection");
    let modified = 0;
    await inChunks(ids, async (chunk) => {
      const found = (await itemsOf(transaction, chunk, chosen)).map(({ id }) => id);
      modified += found.length;
      if (found.length === 0) return;
      if (isTrash) await transaction.deleteFrom("items").where("id", "in", found).execute();
      else {
        await transaction
          .updateTable("items")
          .set({ shelf_id: trash, updated_at: clock() })
          .where("id", "in", found)
          .execute();
      }
    });
    return modified;
  });
}

/** Deletes for good what is in the Trash of the account. Gives back how many items that were. */
export async function emptyTrash(
  database: Database,
  clock: Clock,
  accountId: number,
  precondition: () => void,
): Promise<number> {
  return library.changeItems(database, clock, accountId, async (transaction) => {
    precondition();
    return shelves.clear(transaction, accountId, [shelves.TRASH], "nowhere");
  });
}

/** Everything at once would be too easy to ask for: throws `invalid` where no ids are given. */
function refuseEverything({ placeId, ids }: Selection): void {
  if (placeId !== shelves.EVERYTHING || ids !== undefined) return;
  const details = [{ path: "/ids", message: "is required for the collection 0" }];
  throw new Failure("invalid", "Say which items: everything at once is neither changed nor removed.", { details });
}

/** Moves everything in these places, with its shelves. */
async function moveAll(
  transaction: Transaction,
  accountId: number,
  place: scope.Place,
  to: shelves.PlaceId | "nowhere",
): Promise<number> {
  const places = await scope.placesOf(transaction, accountId, place);
  return shelves.clear(
    transaction,
    accountId,
    places.filter((placeId) => placeId !== to),
    to,
  );
}

async function idsOn(transaction: Transaction, shelfIds: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  await inChunks(shelfIds, async (chunk) => {
    const rows = await transaction.selectFrom("items").select("id").where("shelf_id", "in", chunk).execute();
    for (const { id } of rows) found.push(id);
  });
  return found;
}

/** Those of the ids that are items in the scope. */
async function itemsOf(transaction: Transaction, ids: readonly number[], { shelfIds }: scope.Scope): Promise<Item[]> {
  const wanted = new Set(shelfIds);
  const items = await select(transaction).select("shelf_id").where("items.id", "in", ids).execute();
  return items.filter(({ shelf_id }) => wanted.has(shelf_id));
}

/** What an item comes to have. */
function applied(item: Item, { important, tags, media, cover }: Omit<ChangeOfMany, "placeId">) {
  const before = contentOf(item);
  return {
    ...(important !== undefined && { important }),
    ...(cover !== undefined && { cover }),
    ...(tags !== undefined && { tags: appended("tags", before.tags, tags, (tag) => tag) }),
    ...(media !== undefined && { media: appended("media", before.media, media, ({ link }) => link) }),
  };
}

/** Those that were there and those that come, each once; none where none come. */
function appended<T>(field: string, before: readonly T[], added: readonly T[], keyOf: (one: T) => string): T[] {
  if (added.length === 0) return [];
  const all = [...new Map([...before, ...added].toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
  if (all.length <= MOST) return all;
  const details = [{ path: `/${field}`, message: `would be more than ${MOST}` }];
  throw new Failure("invalid", `An item has ${MOST} ${field} at most.`, { details });
}
