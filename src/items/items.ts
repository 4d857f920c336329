import { setImmediate } from "node:timers/promises";
import type { UpdateObject } from "kysely";
import * as access from "../collections/access.ts";
import * as library from "../collections/library.ts";
import * as placement from "../collections/placement.ts";
import type { Database, Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import { type Content, contentOf, type Item, select, toColumns } from "./item.ts";
import * as position from "./position.ts";

type Clock = () => number;

/** What an item is made of. */
export interface NewItem extends Content {
  readonly placeId: placement.PlaceId;
  /** Its place among the items of its collection; 0 is the first. */
  readonly position?: number | undefined;
}

/** What may change of an item; what is left out stays. */
export type ItemChange = { readonly [Field in keyof NewItem]?: NewItem[Field] | undefined } & {
  /** The item comes back as it was read: its position moves it only where it is another one. */
  readonly isWhole?: boolean;
};

/** Throws when an item, as it is now, is not to be changed. */
export type Precondition = (current: Item) => Promise<void>;

/** Makes an item. Throws `invalid` for a collection that the account has not. */
export async function create(database: Database, clock: Clock, accountId: number, input: NewItem): Promise<Item> {
  return library.change(database, accountId, async (transaction) => {
    await library.markItemsChanged(transaction, clock, accountId);
    const sort = (await position.highest(transaction, accountId)) + 1;
    const id = await insert(transaction, clock, accountId, input, sort);
    return owned(transaction, accountId, id);
  });
}

/** Makes items, all or none, in their order and not at their positions. Throws `invalid` for a collection that the account has not. */
export async function createMany(
  database: Database,
  clock: Clock,
  accountId: number,
  inputs: readonly NewItem[],
): Promise<Item[]> {
  return library.change(database, accountId, async (transaction) => {
    await library.markItemsChanged(transaction, clock, accountId);
    const highest = await position.highest(transaction, accountId);
    const ids: number[] = [];
    for (const [index, input] of inputs.entries()) {
      ids.push(await insert(transaction, clock, accountId, { ...input, position: undefined }, highest + 1 + index));
      await setImmediate();
    }
    return select(transaction).where("items.id", "in", ids).orderBy("items.id").execute();
  });
}

async function insert(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  { placeId, position: wanted, ...content }: NewItem,
  sort: number,
): Promise<number> {
  const now = clock();
  const { id } = await transaction
    .insertInto("items")
    .values({
      account_id: accountId,
      shelf_id: await placement.getShelfId(transaction, accountId, placeId, "collection"),
      ...toColumns(content),
      sort,
      position: wanted ?? 0,
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (wanted !== undefined) await position.give(transaction, accountId, { id, placeId }, wanted);
  return id;
}

/** An item that the viewer may read: their own, or one in a public collection. Throws `notFound`, or `unauthenticated` for who did not say who they are. */
export async function get(database: Database, viewer: access.Viewer, id: number): Promise<Item> {
  const item = await find(database, id);
  if (item === undefined) return refuse(viewer);
  if (item.account_id === viewer) return item;
  return item.collection_id !== null && (await isPublic(database, item.collection_id)) ? item : refuse(viewer);
}

/** Changes what is given. Throws `notFound`, `forbidden`, `invalid` for a collection that the account has not, and what the precondition throws. */
export async function update(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  change: ItemChange,
  precondition: Precondition,
): Promise<Item> {
  return library.change(database, accountId, async (transaction) => {
    await library.markItemsChanged(transaction, clock, accountId);
    const current = await owned(transaction, accountId, id);
    await precondition(current);
    const { placeId = placement.placeIdOf(current), position: wanted, isWhole, ...content } = change;
    await write(transaction, id, {
      ...toColumns({ ...contentOf(current), ...given(content) }),
      ...(change.placeId !== undefined && {
        shelf_id: await placement.getShelfId(transaction, accountId, placeId, "collection"),
      }),
      updated_at: clock(),
    });
    if (wanted !== undefined && !(isWhole && wanted === current.position)) {
      await position.give(transaction, accountId, { id, placeId }, wanted);
    }
    return owned(transaction, accountId, id);
  });
}

/** Moves an item to the Trash; one that is there is deleted for good. Gives back the item, in the Trash. Throws like `update`. */
export async function remove(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  precondition: Precondition,
): Promise<Item> {
  return library.change(database, accountId, async (transaction) => {
    await library.markItemsChanged(transaction, clock, accountId);
    const current = await owned(transaction, accountId, id);
    await precondition(current);
    if (current.place === "trash") {
      await transaction.deleteFrom("items").where("id", "=", id).execute();
      return current;
    }
    const trash = await placement.getShelfId(transaction, accountId, placement.TRASH, "collection");
    await write(transaction, id, { shelf_id: trash, updated_at: clock() });
    return owned(transaction, accountId, id);
  });
}

/** Without the fields that are undefined, which stand for what stays. */
function given<T extends object>(fields: T): { [Field in keyof T]: Exclude<T[Field], undefined> };
function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function find(database: Database, id: number): Promise<Item | undefined> {
  const [item] = await byId(database, { id });
  return item;
}

const byId = prepare((database, value: ValueOf<{ id: number }>) =>
  select(database).where("items.id", "=", value("id")),
);

async function owned(database: Database, accountId: number, id: number): Promise<Item> {
  const item = await find(database, id);
  if (item?.account_id === accountId) return item;
  if (item?.collection_id != null && (await isPublic(database, item.collection_id))) {
    throw new Failure("forbidden", "This item is somebody else's.");
  }
  return refuse(accountId);
}

async function isPublic(database: Database, collectionId: number): Promise<boolean> {
  const collection = await database
    .selectFrom("collections")
    .select("public")
    .where("id", "=", collectionId)
    .executeTakeFirst();
  return collection?.public === 1;
}

async function write(transaction: Transaction, id: number, columns: UpdateObject<Schema, "items">): Promise<void> {
  await transaction.updateTable("items").set(columns).where("id", "=", id).execute();
}

/** Says the same of what is not there and of what is somebody else's. */
function refuse(viewer: access.Viewer): never {
  if (viewer === undefined) throw new Failure("unauthenticated", access.TOKEN_REQUIRED);
  throw new Failure("notFound", "There is no item with this id.");
}
