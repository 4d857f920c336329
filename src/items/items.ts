import { setImmediate } from "node:timers/promises";
import type { UpdateObject } from "kysely";
import * as access from "../collections/access.ts";
import * as library from "../collections/library.ts";
import * as placement from "../collections/placement.ts";
import type { Database, Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import { Step } from "../undo/step.ts";
import { type HighlightChange, merge as mergeHighlights } from "./highlight.ts";
import { type Content, contentOf, type Item, selectItems, toColumns } from "./item.ts";
import * as position from "./position.ts";
import { assertSize } from "./size.ts";

type Clock = () => number;

/** The fields of a new item. */
export interface NewItem extends Omit<Content, "highlights" | "reminderAt"> {
  readonly placeId: placement.PlaceId;
  readonly highlights?: readonly HighlightChange[] | undefined;
  readonly reminderAt?: number | null | undefined;
  /** Milliseconds since 1970; by default now. */
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  /** Position among the items of its collection; 0 is the first. */
  readonly position?: number | undefined;
  readonly fileId?: number | undefined;
}

/** Changes to an item. Fields that are left out keep their values. */
export type ItemChange = { readonly [Field in Exclude<keyof NewItem, "fileId">]?: NewItem[Field] | undefined } & {
  /**
   * Whether the client sent a complete item instead of a partial change. Then `position` and
   * `updatedAt` are applied only if they differ from what is stored.
   */
  readonly isWhole?: boolean;
};

/**
 * Creates an item. Throws `invalid` if the item is too large, or the account has no collection with
 * the id `placeId`; `forbidden` beyond a quota.
 */
export async function create(
  database: Database,
  clock: Clock,
  accountId: number,
  input: NewItem,
  options: library.ChangeOptions = {},
): Promise<Item> {
  const work = async (transaction: Transaction) => {
    await library.markItemsChanged(transaction, clock, accountId);
    const sort = (await position.highestSort(transaction, accountId)) + 1;
    const id = await insert(transaction, clock, accountId, input, sort);
    return getOwned(transaction, accountId, id);
  };
  return library.change(database, accountId, work, options);
}

/** Creates all items or none, one after the other, as `create` would. Throws like `create`. */
export async function createMany(
  database: Database,
  clock: Clock,
  accountId: number,
  inputs: readonly NewItem[],
  options: library.ChangeOptions = {},
): Promise<Item[]> {
  const work = async (transaction: Transaction) => {
    await library.markItemsChanged(transaction, clock, accountId);
    const highest = await position.highestSort(transaction, accountId);
    const ids: number[] = [];
    for (const [index, input] of inputs.entries()) {
      ids.push(await insert(transaction, clock, accountId, input, highest + 1 + index));
      await setImmediate();
    }
    return selectItems(transaction).where("items.id", "in", ids).orderBy("items.id").execute();
  };
  return library.change(database, accountId, work, options);
}

/** The file of a new item, and the link that the item gets once its id is known. */
interface NewItemFile {
  readonly fileId: number;
  readonly linkOf: (id: number) => string;
}

/** Creates an item with a file, in the transaction of a change. Throws like `create`. */
export async function createWithFile(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  { title, type, placeId }: Pick<NewItem, "title" | "type" | "placeId">,
  { fileId, linkOf }: NewItemFile,
): Promise<Item> {
  await library.markItemsChanged(transaction, clock, accountId);
  const content = { title, type, placeId, excerpt: "", note: "", cover: "", media: [], tags: [] };
  const input: NewItem = { ...content, link: linkOf(0), important: false, broken: false, fileId };
  const sort = (await position.highestSort(transaction, accountId)) + 1;
  const id = await insert(transaction, clock, accountId, input, sort);
  const item = await getOwned(transaction, accountId, id);
  await write(transaction, id, toColumns({ ...contentOf(item), link: linkOf(id) }));
  return getOwned(transaction, accountId, id);
}

async function insert(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  { placeId, position: wanted, highlights = [], createdAt, updatedAt, reminderAt = null, fileId, ...fields }: NewItem,
  sort: number,
): Promise<number> {
  const now = clock();
  assertTimes({ created: createdAt, lastUpdate: updatedAt }, now);
  const content = { ...fields, highlights: mergeHighlights([], highlights, now), reminderAt };
  assertSize(content);
  const { id } = await transaction
    .insertInto("items")
    .values({
      account_id: accountId,
      shelf_id: await placement.getShelfId(transaction, accountId, placeId, "collection"),
      ...toColumns(content),
      ...(fileId !== undefined && { file_id: fileId }),
      sort,
      position: wanted ?? 0,
      created_at: createdAt ?? now,
      updated_at: updatedAt ?? now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (wanted !== undefined) await position.set(transaction, accountId, { id, placeId }, wanted);
  return id;
}

/**
 * Returns an item that the viewer owns or that is in a public collection. Otherwise throws
 * `unauthenticated` for an anonymous viewer and `notFound` for any other.
 */
export async function getReadable(database: Database, viewer: access.Viewer, id: number): Promise<Item> {
  const item = await find(database, id);
  if (item === undefined) throw notFound(viewer);
  if (item.account_id !== viewer && !(await isPublic(database, item))) throw notFound(viewer);
  return item;
}

/**
 * Returns an item of the account. Throws `forbidden` for an item in another account's public
 * collection, otherwise `notFound`.
 */
export async function getOwned(database: Database, accountId: number, id: number): Promise<Item> {
  const item = await find(database, id);
  if (item === undefined) throw notFound(accountId);
  if (item.account_id === accountId) return item;
  if (await isPublic(database, item)) throw new Failure("forbidden", "This item belongs to another account.");
  throw notFound(accountId);
}

/**
 * Changes an item. Throws `notFound` and `forbidden` like `getOwned`, `changed` if the library no
 * longer has `ifVersion`, and `invalid` like `create`.
 */
export async function update(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  change: ItemChange,
  options: library.ChangeOptions = {},
): Promise<Item> {
  const work = async (transaction: Transaction) => {
    await library.markItemsChanged(transaction, clock, accountId);
    const current = await getOwned(transaction, accountId, id);
    const { placeId = placement.placeIdOf(current), position: wanted, isWhole, ...rest } = change;
    const { highlights = [], createdAt = current.created_at, updatedAt = current.updated_at, ...fields } = rest;
    const now = clock();
    assertTimes({ created: change.createdAt, lastUpdate: change.updatedAt }, now);
    const isDated = change.updatedAt !== undefined && !(isWhole && updatedAt === current.updated_at);
    const before = contentOf(current);
    const marked = mergeHighlights(before.highlights, highlights, now);
    const content = { ...before, ...withoutUndefined(fields), highlights: marked };
    assertSize(content, before);
    await write(transaction, id, {
      ...toColumns(content),
      created_at: createdAt,
      ...(change.placeId !== undefined && {
        shelf_id: await placement.getShelfId(transaction, accountId, placeId, "collection"),
      }),
      updated_at: isDated ? updatedAt : now,
    });
    if (wanted !== undefined && !(isWhole && wanted === current.position)) {
      await position.set(transaction, accountId, { id, placeId }, wanted);
    }
    return getOwned(transaction, accountId, id);
  };
  return library.change(database, accountId, work, options);
}

/**
 * Moves an item to the Trash, or permanently deletes it if it is already there. Returns the moved
 * or deleted item. Throws `notFound`, `forbidden` and `changed` like `update`.
 */
export async function remove(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  options: library.ChangeOptions = {},
): Promise<Item> {
  const work = async (transaction: Transaction) => {
    await library.markItemsChanged(transaction, clock, accountId);
    const current = await getOwned(transaction, accountId, id);
    const isTrash = current.place === "trash";
    const change = { to: isTrash ? ("nowhere" as const) : placement.TRASH };
    const step = new Step(transaction, { accountId, clock }, { operation: "deleteItem", change, items: 1 });
    if (isTrash) {
      await step.discardItems([id]);
      return current;
    }
    await step.addItems([id]);
    const trash = await placement.getShelfId(transaction, accountId, placement.TRASH, "collection");
    await write(transaction, id, { shelf_id: trash, updated_at: clock() });
    return getOwned(transaction, accountId, id);
  };
  return library.change(database, accountId, work, options);
}

/** How far in the future the times of an item may be: clocks of clients differ. */
const MAX_AHEAD = 24 * 60 * 60 * 1000;

/** Throws `invalid` if a time that a client sets, by the name of its field, is before 1970 or too far ahead. */
function assertTimes(times: Readonly<Record<string, number | undefined>>, now: number): void {
  for (const [field, time = now] of Object.entries(times)) {
    if (time >= 0 && time <= now + MAX_AHEAD) continue;
    const details = [{ path: `/${field}`, message: "must be from 1970 to a day from now" }];
    throw new Failure("invalid", "The times of an item must be from 1970 to a day from now.", { details });
  }
}

/** Removes undefined fields: spreading them would overwrite current values with undefined. */
function withoutUndefined<T extends object>(fields: T) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // The type of `Object.fromEntries` has no field names.
  return Object.fromEntries(entries) as { [Field in keyof T]?: Exclude<T[Field], undefined> };
}

async function find(database: Database, id: number): Promise<Item | undefined> {
  const [item] = await byId(database, { id });
  return item;
}

const byId = prepare((database, value: ValueOf<{ id: number }>) =>
  selectItems(database).where("items.id", "=", value("id")),
);

/** Whether the item is in a public collection. */
async function isPublic(database: Database, { collection_id }: Item): Promise<boolean> {
  if (collection_id === null) return false;
  const collection = await database
    .selectFrom("collections")
    .select("public")
    .where("id", "=", collection_id)
    .executeTakeFirst();
  return collection?.public === 1;
}

async function write(transaction: Transaction, id: number, columns: UpdateObject<Schema, "items">): Promise<void> {
  await transaction.updateTable("items").set(columns).where("id", "=", id).execute();
}

/** The same error whether an item doesn't exist or belongs to another account. */
function notFound(viewer: access.Viewer): Failure {
  if (viewer === undefined) return new Failure("unauthenticated", access.TOKEN_REQUIRED);
  return new Failure("notFound", "There is no item with this id.");
}
