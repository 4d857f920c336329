import { setImmediate } from "node:timers/promises";
import type { UpdateObject } from "kysely";
import { Failure } from "#contract/failure";
import { mapInSlices } from "#contract/scheduling";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import type { Schema } from "../../database/schema/schema.ts";
import * as access from "../access.ts";
import * as copyRules from "../copy-rules.ts";
import * as uploadedCover from "../covers/uploaded-cover.ts";
import * as changes from "../events/changes.ts";
import { assertSize, mediaWithoutCover, sizeOf } from "../item-content.ts";
import { Batch } from "../journal/item-batches.ts";
import { Step, type Undoable } from "../journal/step.ts";
import * as library from "../library.ts";
import * as pageJobs from "../page-jobs.ts";
import * as placement from "../placement.ts";
import { recover } from "../undo/recovery.ts";
import * as copies from "./copies.ts";
import * as events from "./events.ts";
import { type HighlightChange, merge as mergeHighlights } from "./highlight.ts";
import * as insertion from "./insertion.ts";
import { type Content, contentOf, type Item, NO_COPY, toColumns } from "./item.ts";
import * as linkChange from "./link-change.ts";
import * as lookup from "./lookup.ts";
import * as position from "./position.ts";
import * as targets from "./target.ts";

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
  /** Whether a copy of the page is asked for; false removes the one of an item. */
  readonly keepsCopy?: boolean | undefined;
}

/** Changes to an item. Fields that are left out keep their values. */
export type ItemChange = {
  readonly [Field in Exclude<keyof NewItem, "fileId">]?: NewItem[Field] | undefined;
} & targets.Destination & {
    /** Whether the page is to be read again. */
    readonly rereads?: boolean | undefined;
  };

/**
 * Creates an item, in the library of the owner of its collection. Throws `invalid` if the item is too large, or the
 * account has no collection with the id `placeId`; `forbidden` beyond a quota, and in a collection that the account may
 * only read.
 */
export async function create(
  database: Database,
  clock: Clock,
  accountId: number,
  input: NewItem,
  options: library.ChangeOptions = {},
): Promise<Item> {
  const ownerId = await targets.ownerOfTarget(database, accountId, input.placeId);
  const authors = { ownerId, creatorId: accountId };
  const work = (transaction: Transaction) => insertOne(transaction, clock, authors, input);
  return library.change(database, ownerId, work, { ...options, itemsChangedAt: clock() });
}

/**
 * Creates all items or none, one after the other, as `create` would. If they are in one library, others may write in
 * between. Throws like `create`.
 */
export async function createMany(
  database: Database,
  clock: Clock,
  accountId: number,
  inputs: readonly NewItem[],
  options: library.ChangeOptions = {},
): Promise<Item[]> {
  const placeIds = [...new Set(inputs.map(({ placeId }) => placeId))];
  const owners = new Map<placement.PlaceId, number>();
  for (const placeId of placeIds) owners.set(placeId, await targets.ownerOfTarget(database, accountId, placeId));
  const numbered = inputs.map((input, index) => ({ input, index }));
  const byOwner = Map.groupBy(numbered, ({ input }) => owners.get(input.placeId) ?? accountId);
  // Only a change of one library can be reverted in parts.
  const changeOptions = { ...options, itemsChangedAt: clock(), ...(byOwner.size === 1 && { recover }) };
  return inTransaction(database, async (transaction) => {
    const ids: number[] = [];
    // In the order of their ids, because two transactions that lock the same libraries in another order would deadlock.
    for (const [ownerId, own] of [...byOwner].sort(([one], [other]) => one - other)) {
      const authors = { ownerId, creatorId: accountId };
      const work = (handle: Transaction) =>
        insertAll(
          handle,
          clock,
          authors,
          own.map(({ input }) => input),
        );
      const created = await library.change(transaction, ownerId, work, changeOptions);
      for (const [position, { index }] of own.entries()) ids[index] = created[position] ?? 0;
    }
    return lookup.list(transaction, ids);
  });
}

/**
 * Creates items in one place, like `createMany`, so that the account can undo it if the place is its own. Returns their
 * ids. What the API creates cannot be undone: the steps of a program would leave no room for those of people.
 */
export async function add(
  database: Database,
  clock: Clock,
  accountId: number,
  placeId: placement.PlaceId,
  inputs: readonly Omit<NewItem, "placeId">[],
  options: library.ChangeOptions = {},
): Promise<Undoable<number[]>> {
  const ownerId = await targets.ownerOfTarget(database, accountId, placeId);
  const placed = inputs.map((input) => ({ ...input, placeId }));
  const work = async (transaction: Transaction) => {
    const ids = await insertAll(transaction, clock, { ownerId, creatorId: accountId }, placed);
    const step = ownerId === accountId ? await recordAdded(transaction, clock, accountId, ids) : undefined;
    return { result: ids, step };
  };
  return library.change(database, ownerId, work, { ...options, itemsChangedAt: clock(), recover });
}

/** Records items that an account has just added to its own library. Returns the step that deletes them. */
export async function recordAdded(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  ids: readonly number[],
): Promise<number | undefined> {
  const step = new Step(transaction, { accountId, clock }, { operation: "addItems", items: ids.length });
  await step.addItems(ids);
  return step.finish();
}

/** Who owns new items, and who adds them. */
interface Authors {
  readonly ownerId: number;
  readonly creatorId: number;
}

/** Inserts an item, in the transaction of a change of items. */
async function insertOne(transaction: Transaction, clock: Clock, authors: Authors, input: NewItem): Promise<Item> {
  await assertAccess(transaction, authors, [input]);
  const inserted = await insert(transaction, clock, authors, input);
  await pageJobs.add(transaction, clock, [inserted.id], { urgent: true });
  const item = await withCopy(transaction, clock, inserted, input);
  recordCreated(transaction, clock, authors, [item.id], [input]);
  return item;
}

/** Asks for a copy of a new item, if it is wanted. */
async function withCopy(transaction: Transaction, clock: Clock, item: Item, { keepsCopy }: NewItem): Promise<Item> {
  if (keepsCopy !== true) return item;
  await copies.want(transaction, clock, [item.id]);
  return lookup.get(transaction, item.id);
}

/**
 * Inserts items into one library, each before the ones that follow, in the transaction of a change of items, which may
 * take several. Returns their ids.
 */
async function insertAll(
  transaction: Transaction,
  clock: Clock,
  authors: Authors,
  inputs: readonly NewItem[],
): Promise<number[]> {
  const author = { accountId: authors.ownerId, clock };
  const step = new Step(transaction, author, { operation: "createItems", items: inputs.length });
  const ids: number[] = [];
  let recorded = 0;
  for (const batch of batchesOf(inputs)) {
    if (ids.length > 0) await setImmediate();
    await assertAccess(transaction, authors, batch);
    const added = await insertBatch(transaction, clock, authors, batch);
    await pageJobs.add(transaction, clock, added, { urgent: inputs.length === 1 });
    ids.push(...added);
    const wanted = added.filter((_, index) => batch[index]?.keepsCopy === true);
    await copies.want(transaction, clock, wanted);
    if (await step.pauseAfter(ids.slice(recorded))) recorded = ids.length;
  }
  recordCreated(transaction, clock, authors, ids, inputs);
  return ids;
}

/** An item with a position is alone in its batch, because that is its place among the items before it. */
function* batchesOf(inputs: readonly NewItem[]): Iterable<readonly NewItem[]> {
  const batch = new Batch<NewItem>();
  let before: NewItem | undefined;
  for (const input of inputs) {
    const isApart = input.position !== undefined || before?.position !== undefined;
    const full = batch.add(input, sizeOf({ ...input, highlights: input.highlights ?? [] }), isApart);
    if (full !== undefined) yield full;
    before = input;
  }
  const last = batch.take();
  if (last !== undefined) yield last;
}

async function insertBatch(
  transaction: Transaction,
  clock: Clock,
  authors: Authors,
  batch: readonly NewItem[],
): Promise<number[]> {
  const [first] = batch;
  if (first?.position !== undefined) return [(await insert(transaction, clock, authors, first)).id];
  const placeIds = [...new Set(batch.map(({ placeId }) => placeId))];
  const shelfIds = await placement.shelfIdsOf(transaction, authors.ownerId, placeIds);
  const rows = await mapInSlices(batch, (input) => {
    const shelfId = shelfIds.get(input.placeId);
    if (shelfId === undefined) throw placement.unknownPlace("collection");
    return { ...columnsOf(authors, input, clock()), shelf_id: shelfId };
  });
  return insertion.insertMany(transaction, authors.ownerId, rows);
}

/** Access may have been withdrawn before the library was locked. */
async function assertAccess(
  transaction: Transaction,
  { ownerId, creatorId }: Authors,
  inputs: readonly NewItem[],
): Promise<void> {
  if (creatorId === ownerId) return;
  for (const placeId of new Set(inputs.map((input) => input.placeId)))
    await access.getWritable(transaction, creatorId, placeId);
}

function recordCreated(
  transaction: Transaction,
  clock: Clock,
  { ownerId }: Authors,
  ids: readonly number[],
  inputs: readonly NewItem[],
): void {
  const collections = inputs.map(({ placeId }) => placeId);
  changes.record(transaction, clock, ownerId, { type: "item.created", count: ids.length, items: ids, collections });
}

/** The file of a new item, and the link that the item gets once its id is known. */
interface NewItemFile {
  readonly fileId: number;
  readonly linkOf: (id: number) => string;
}

/** Creates an item with a file, in the transaction of a change that has `itemsChangedAt`. Throws like `create`. */
export async function createWithFile(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  { title, type, placeId }: Pick<NewItem, "title" | "type" | "placeId">,
  { fileId, linkOf }: NewItemFile,
): Promise<Item> {
  const content = { title, type, placeId, excerpt: "", note: "", cover: "", media: [], tags: [] };
  const input: NewItem = { ...content, link: linkOf(0), important: false, broken: false, fileId };
  const item = await insertOne(transaction, clock, { ownerId: accountId, creatorId: accountId }, input);
  await write(transaction, item.id, toColumns({ ...contentOf(item), link: linkOf(item.id) }));
  return lookup.get(transaction, item.id);
}

/** Throws `invalid` for times that are too late, and for an item that is too large. */
function columnsOf(
  { ownerId, creatorId }: Authors,
  {
    placeId: _,
    position,
    highlights = [],
    createdAt,
    updatedAt,
    reminderAt = null,
    fileId,
    keepsCopy: _keepsCopy,
    ...fields
  }: NewItem,
  now: number,
): insertion.InsertedColumns {
  assertTimes({ created: createdAt, lastUpdate: updatedAt }, now);
  const content = { ...fields, highlights: mergeHighlights([], highlights, now), reminderAt };
  assertSize(content);
  return {
    ...toColumns(content),
    account_id: ownerId,
    creator_id: creatorId === ownerId ? null : creatorId,
    file_id: fileId ?? null,
    position: position ?? 0,
    created_at: createdAt ?? now,
    updated_at: updatedAt ?? now,
  };
}

async function insert(transaction: Transaction, clock: Clock, authors: Authors, input: NewItem): Promise<Item> {
  const { placeId, position: wanted, fileId } = input;
  const columns = columnsOf(authors, input, clock());
  const inserted = await insertion.insert(transaction, columns, placeId);
  if (wanted !== undefined) await position.set(transaction, authors.ownerId, { id: inserted.id, placeId }, wanted);
  const { owner_name } = inserted;
  if (wanted !== undefined || fileId !== undefined || owner_name === null) return lookup.get(transaction, inserted.id);
  const nothing = { file_name: null, file_type: null, file_size: null, ...NO_COPY };
  return { ...columns, ...inserted, ...nothing, ...placement.toShelfPlace(placeId), owner_name };
}

/**
 * Changes an item. Throws `notFound` and `forbidden` like `lookup.getWritable`, `forbidden` like `targets.assertMayMove`,
 * `changed` if the library no longer has `ifVersion`, and `invalid` like `create`.
 */
export async function update(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  change: ItemChange,
  options: library.ChangeOptions = {},
): Promise<Item> {
  const { account_id: ownerId } = await lookup.getWritable(database, accountId, id);
  const work = async (transaction: Transaction) => {
    const current = await lookup.getWritable(transaction, accountId, id);
    const { position: wanted, isWhole, rereads, keepsCopy, ...others } = change;
    const { restores: _1, placeId: _2, otherPlaceId: _3, ...rest } = others;
    const from = placement.placeIdOf(current);
    const placeId = await targets.placeAfter(transaction, current, change);
    if (placeId !== from) await targets.assertMayMove(transaction, accountId, ownerId, placeId);
    const { highlights = [], createdAt = current.created_at, updatedAt = current.updated_at, ...fields } = rest;
    const now = clock();
    const isDated = change.updatedAt !== undefined && !(isWhole && updatedAt === current.updated_at);
    // Imports store other times too, which clients send back.
    const isCreatedChanged = createdAt !== current.created_at;
    assertTimes({ ...(isCreatedChanged && { created: createdAt }), ...(isDated && { lastUpdate: updatedAt }) }, now);
    const before = contentOf(current);
    const changesCover = change.cover !== undefined || change.media !== undefined;
    const pictureId = changesCover ? await uploadedCover.find(transaction, id) : null;
    const media = change.media ?? mediaWithoutCover(before, change.cover, pictureId);
    const marked = mergeHighlights(before.highlights, highlights, now);
    const wantedContent = { ...before, ...withoutUndefined(fields), media, highlights: marked };
    assertSize(wantedContent, before);
    const content = await linkChange.prepare(transaction, clock, id, before, wantedContent);
    const { link_key, ...columns } = toColumns(content);
    await write(transaction, id, {
      ...columns,
      ...(content.link !== before.link && { link_key }),
      created_at: createdAt,
      ...(placeId !== from && {
        shelf_id: await placement.getShelfId(transaction, ownerId, placeId, "collection"),
        trashed_from: placement.trashedFrom(placeId),
      }),
      updated_at: isDated ? updatedAt : now,
    });
    if (rereads || content.link !== before.link) await pageJobs.add(transaction, clock, [id], { urgent: true });
    if (pictureId !== null) await uploadedCover.releaseUnused(transaction, [id]);
    const step = await recordCopy(transaction, clock, current, keepsCopy);
    await copies.set(transaction, clock, [id], keepsCopy, step);
    await step?.finish();
    if (placeId > 0 && placeId !== from) await copyRules.applyToMoved(transaction, clock, [id]);
    if (wanted !== undefined && !(isWhole && wanted === current.position)) {
      await position.set(transaction, ownerId, { id, placeId }, wanted);
    }
    if (placeId === from) {
      const updated = { type: "item.updated", count: 1, items: [id], collections: [from] } as const;
      changes.record(transaction, clock, ownerId, updated);
    } else events.recordMove(transaction, clock, ownerId, { count: 1, ids: [id], from: [from], to: placeId });
    return lookup.get(transaction, id);
  };
  return library.change(database, ownerId, work, { ...options, itemsChangedAt: clock() });
}

/** A step that returns the copy of an item, if it has one that a change is about to remove or replace. */
async function recordCopy(
  transaction: Transaction,
  clock: Clock,
  { id, account_id: accountId, copy_status }: Item,
  keepsCopy: boolean | undefined,
): Promise<Step | undefined> {
  if (keepsCopy === undefined || copy_status !== "ready") return undefined;
  const step = new Step(transaction, { accountId, clock }, { operation: "replaceCopy", items: 1 });
  await step.addItems([id]);
  return step;
}

/**
 * Moves an item to the Trash of its owner, or permanently deletes it if it is already there. The owner can revert that. Returns the moved
 * or deleted item. Throws `notFound`, `forbidden` and `changed` like `update`.
 */
export async function remove(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  options: library.ChangeOptions = {},
): Promise<Undoable<Item>> {
  const { account_id: ownerId } = await lookup.getWritable(database, accountId, id);
  const work = async (transaction: Transaction) => {
    const current = await lookup.getWritable(transaction, accountId, id);
    const isTrash = current.place === "trash";
    const change = { to: isTrash ? ("nowhere" as const) : placement.TRASH };
    const step = new Step(transaction, { accountId: ownerId, clock }, { operation: "deleteItem", change, items: 1 });
    const from = [placement.placeIdOf(current)];
    events.recordMove(transaction, clock, ownerId, { count: 1, ids: [id], from, to: change.to });
    if (isTrash) {
      await step.moveToNowhere([id]);
      return { result: current, step: await step.finish() };
    }
    await step.addItems([id]);
    const shelfId = await placement.getShelfId(transaction, ownerId, placement.TRASH, "collection");
    const trashed_from = placement.trashedFrom(placement.TRASH);
    await write(transaction, id, { shelf_id: shelfId, trashed_from, updated_at: clock() });
    return { result: await lookup.get(transaction, id), step: await step.finish() };
  };
  return library.change(database, ownerId, work, { ...options, itemsChangedAt: clock() });
}

/** Removes undefined fields: spreading them would overwrite current values with undefined. */
function withoutUndefined<T extends object>(fields: T) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // The type of `Object.fromEntries` has no field names.
  return Object.fromEntries(entries) as { [Field in keyof T]?: Exclude<T[Field], undefined> };
}

async function write(transaction: Transaction, id: number, columns: UpdateObject<Schema, "items">): Promise<void> {
  await transaction.updateTable("items").set(columns).where("id", "=", id).execute();
}

/** How far in the future the times of an item may be: clocks of clients differ. */
const MAX_AHEAD = 24 * 60 * 60 * 1000;

/** Throws `invalid` if a time that a client sets, by the name of its field, is before 1970 or too far ahead. */
function assertTimes(times: Readonly<Record<string, number | undefined>>, now: number): void {
  for (const [field, time = now] of Object.entries(times)) {
    if (time >= 0 && time <= now + MAX_AHEAD) continue;
    const details = [
      { path: `/${field}`, message: "must be from 1970 to a day from now", reason: "time-out-of-range" },
    ];
    throw new Failure("invalid", "The times of an item must be from 1970 to a day from now.", {
      reason: "times-out-of-range",
      details,
    });
  }
}
