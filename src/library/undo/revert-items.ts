import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { forEachChunk, readAllPages } from "#contract/scheduling";
import type { Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { CopyStatus } from "../../database/schema/copies.ts";
import type { ItemsTable } from "../../database/schema/items.ts";
import { applyTo, MAX_ENTRIES, MAX_SIZE, type SizedContent, sizeOf } from "../item-content.ts";
import { inBatches } from "../journal/item-batches.ts";
import type { ContentColumn } from "../journal/record.ts";
import { type Author, type Change, NOTHING, type Outcome, type Step } from "../journal/step.ts";
import * as placement from "../placement.ts";

/** The new values of an item's columns. */
interface Row {
  readonly id: number;
  readonly shelfId: number;
  readonly important: number;
  readonly updatedAt: number;
  readonly trashedFrom: number | null;
  readonly content: SizedContent;
}

/** The columns to write, besides `updated_at`. */
interface Columns {
  readonly place: boolean;
  readonly important: boolean;
  readonly content: ReadonlySet<ContentColumn>;
}

/**
 * Gives the items of a step the values that they had before it. Skips an item in which a column that the step
 * changed has changed again, whose collection does not exist, or that would become too large. `journal` records the
 * items before they change, and lets others write.
 */
export async function restore(
  transaction: Transaction,
  author: Author,
  stepId: number,
  change: Change,
  journal: Step | undefined,
): Promise<Outcome> {
  const columns = columnsOf(change);
  const shelfIds = new Map<placement.PlaceId, number | undefined>();
  let items = 0;
  const skippedIds: number[] = [];
  const withCopy: number[] = [];
  for await (const batch of inBatches(transaction, await idsOf(transaction, stepId))) {
    const rows: Row[] = [];
    const now = author.clock();
    for (const item of await read(transaction, stepId, batch)) {
      const shelfId = await shelfIdOf(transaction, author.accountId, item.oldPlace, shelfIds);
      const row = shelfId === undefined ? undefined : toRow(item, change, shelfId, now);
      if (row === undefined) skippedIds.push(item.id);
      else {
        rows.push(row);
        if (item.oldCopy !== null) withCopy.push(item.id);
      }
    }
    const ids = rows.map(({ id }) => id);
    await journal?.addItems(ids, [...columns.content]);
    if (rows.length > 0) await write(transaction, rows, columns);
    items += rows.length;
    await setImmediate();
    await journal?.pause();
  }
  // Last, because no journal records them: what follows belongs to the transaction that ends the reversal.
  await restoreCopies(transaction, stepId, withCopy);
  return { ...NOTHING, items, skippedItems: skippedIds.length, skippedIds };
}

/**
 * Gives the items of an unfinished step exactly the values that they had before it, and deletes the records of them, so
 * that it can be repeated after an interruption. Calls `pause` after each part of the items.
 */
export async function takeBack(
  transaction: Transaction,
  accountId: number,
  stepId: number,
  pause: () => Promise<void>,
): Promise<void> {
  const shelfIds = new Map<placement.PlaceId, number | undefined>();
  for await (const batch of inBatches(transaction, await idsOf(transaction, stepId))) {
    const found = await read(transaction, stepId, batch);
    const rows: Row[] = [];
    for (const item of found) {
      const shelfId = await shelfIdOf(transaction, accountId, item.oldPlace, shelfIds);
      const row = shelfId === undefined ? undefined : toFormerRow(item, shelfId);
      if (row !== undefined) rows.push(row);
    }
    const isRecorded = (column: ContentColumn) => found.some(({ old }) => old[column] !== null);
    const recorded = (["tags", "media", "cover"] as const).filter(isRecorded);
    if (rows.length > 0) await write(transaction, rows, { place: true, important: true, content: new Set(recorded) });
    const isInBatch = engineOf(transaction).isOneOf(sql.ref("item_id"), batch);
    await transaction.deleteFrom("undo_items").where("step_id", "=", stepId).where(isInBatch).execute();
    await setImmediate();
    await pause();
  }
}

/** The items of a step, in the order of their ids. Their records may be deleted meanwhile. */
async function idsOf(transaction: Transaction, stepId: number): Promise<number[]> {
  const rows = await readAllPages((after, limit) =>
    transaction
      .selectFrom("undo_items")
      .select("item_id as id")
      .where("step_id", "=", stepId)
      .where("item_id", ">", after)
      .orderBy("item_id")
      .limit(limit)
      .execute(),
  );
  return rows.map(({ id }) => id);
}

/** An item as it was before the step and, unless it was deleted, as it is. */
type Found = Awaited<ReturnType<typeof read>>[number];

async function read(transaction: Transaction, stepId: number, ids: readonly number[]) {
  const rows = await transaction
    .selectFrom("undo_items")
    .leftJoin("items", "items.id", "undo_items.item_id")
    .leftJoin("shelves", "shelves.id", "items.shelf_id")
    .select(["undo_items.item_id as id", "undo_items.place as oldPlace", "undo_items.collection_id as oldCollectionId"])
    .select(["undo_items.important as oldImportant", "undo_items.updated_at as oldUpdatedAt"])
    .select("undo_items.trashed_from as trashedFrom")
    .select(["undo_items.tags as oldTags", "undo_items.media as oldMedia", "undo_items.cover as oldCover"])
    .select(["shelves.place", "shelves.collection_id", "items.important", "items.shelf_id as shelfId"])
    .select(["link", "title", "excerpt", "note", "items.cover", "items.tags", "items.media", "highlights"])
    .select("items.picture_id as pictureId")
    .leftJoin("undo_copies", (join) =>
      join
        .onRef("undo_copies.item_id", "=", "undo_items.item_id")
        .onRef("undo_copies.step_id", "=", "undo_items.step_id"),
    )
    .leftJoin("copies", "copies.item_id", "undo_items.item_id")
    .select(["undo_copies.file_id as oldCopy", "undo_copies.new_file_id as newCopy", "copies.file_id as copy"])
    .where("undo_items.step_id", "=", stepId)
    .where(engineOf(transaction).isOneOf(sql.ref("undo_items.item_id"), ids))
    .orderBy("undo_items.item_id")
    .execute();
  return rows.map(({ oldPlace, oldCollectionId, oldTags, oldMedia, oldCover, ...row }) => ({
    ...row,
    oldPlace: { place: oldPlace, collection_id: oldCollectionId },
    /** Null where it was not recorded. */
    old: { tags: oldTags, media: oldMedia, cover: oldCover },
  }));
}

/** Gives items the copies of their pages that a step has recorded. What has replaced them is deleted. */
async function restoreCopies(transaction: Transaction, stepId: number, ids: readonly number[]): Promise<void> {
  await forEachChunk(ids, async (chunk) => {
    await transaction
      .insertInto("copies")
      .columns(["item_id", "account_id", "status", "file_id", "size", "created_at"])
      .expression((from) =>
        from
          .selectFrom("undo_copies")
          .innerJoin("items", "items.id", "undo_copies.item_id")
          .select(["item_id", "account_id", sql.lit<CopyStatus>("ready").as("status"), "undo_copies.file_id"])
          .select(["size", "undo_copies.created_at"])
          .where("step_id", "=", stepId)
          .where(engineOf(transaction).isOneOf(sql.ref("item_id"), chunk)),
      )
      .onConflict((conflict) =>
        conflict.column("item_id").doUpdateSet(({ ref }) => ({
          status: ref("excluded.status"),
          file_id: ref("excluded.file_id"),
          size: ref("excluded.size"),
          created_at: ref("excluded.created_at"),
          wanted_at: null,
        })),
      )
      .execute();
  });
}

/** The permanent shelf of a place; undefined if the place does not exist. */
async function shelfIdOf(
  transaction: Transaction,
  accountId: number,
  shelfPlace: placement.ShelfPlace,
  known: Map<placement.PlaceId, number | undefined>,
): Promise<number | undefined> {
  const placeId = placement.placeIdOf(shelfPlace);
  if (!known.has(placeId)) known.set(placeId, await placement.findShelfId(transaction, accountId, placeId));
  return known.get(placeId);
}

/** The values to write; undefined if the item is to be skipped. */
function toRow(item: Found, change: Change, shelfId: number, now: number): Row | undefined {
  const { to, important } = change;
  const found = contentsOf(item);
  if (found === undefined) return undefined;
  const { place, current, before } = found;
  if (to === undefined && place.place === "nowhere") return undefined;
  if (to !== undefined && !placesAfter(to, item).some((after) => placement.isSamePlace(place, after))) return undefined;
  if (item.oldCopy !== null && item.copy !== item.newCopy) return undefined;
  if (important !== undefined && (item.important === 1) !== important) return undefined;
  // A step that kept no media has left them as they were.
  const pictureId = item.old.media === null ? null : item.pictureId;
  if (!isEqual(contentAfter(before, change, pictureId), current) || !fits(before, current)) return undefined;
  const { id, oldImportant, trashedFrom } = item;
  return { id, shelfId, important: oldImportant, updatedAt: now, trashedFrom, content: before };
}

/** Where the step may have moved an item. */
function placesAfter(to: NonNullable<Change["to"]>, { trashedFrom }: Found): readonly placement.ShelfPlace[] {
  const placeIds = to === "origin" ? [trashedFrom ?? placement.UNSORTED, placement.UNSORTED] : [to];
  return placeIds.map(placement.toShelfPlace);
}

/** The values that an item had; undefined if it was deleted. `shelfId`: where it goes unless it is in the same place. */
function toFormerRow(item: Found, shelfId: number): Row | undefined {
  const found = contentsOf(item);
  if (found === undefined || item.shelfId === null) return undefined;
  return {
    id: item.id,
    shelfId: placement.isSamePlace(found.place, item.oldPlace) ? item.shelfId : shelfId,
    important: item.oldImportant,
    updatedAt: item.oldUpdatedAt,
    trashedFrom: item.trashedFrom,
    content: found.before,
  };
}

/** Where an item is, its content, and the content that it had; undefined if it was deleted. */
function contentsOf(item: Found) {
  const { link, title, excerpt, note, cover, tags, media, highlights, place, collection_id, old } = item;
  if (link === null || title === null || excerpt === null || note === null || cover === null) return undefined;
  if (tags === null || media === null || highlights === null || place === null) return undefined;
  const lists = { tags: JSON.parse(tags), media: JSON.parse(media), highlights: JSON.parse(highlights) };
  const current: SizedContent = { link, title, excerpt, note, cover, ...lists };
  const before: SizedContent = {
    ...current,
    ...(old.cover !== null && { cover: old.cover }),
    ...(old.tags !== null && { tags: JSON.parse(old.tags) }),
    ...(old.media !== null && { media: JSON.parse(old.media) }),
  };
  return { place: { place, collection_id }, current, before };
}

/** The columns that a step has changed. */
function columnsOf({ to, important, tags, replacedTags, media, cover }: Change): Columns {
  const content = new Set<ContentColumn>();
  if (tags !== undefined || replacedTags !== undefined) content.add("tags");
  // A cover that was removed may have been one of the media.
  if (media !== undefined || cover === "") content.add("media");
  if (cover !== undefined) content.add("cover");
  return { place: to !== undefined, important: important !== undefined, content };
}

/** The content that the step gave to an item with this content. */
function contentAfter(
  before: SizedContent,
  { replacedTags, tags, media, cover }: Change,
  pictureId: string | null,
): SizedContent {
  const { tags: replaced, by } = replacedTags ?? { tags: [] };
  const kept = before.tags.flatMap((tag) => (replaced.includes(tag) ? (by ?? []) : tag));
  const content = replacedTags === undefined ? before : { ...before, tags: [...new Set(kept)] };
  return applyTo(content, { tags, media, cover }, pictureId);
}

function isEqual(one: SizedContent, other: SizedContent): boolean {
  return (["cover", "tags", "media"] as const).every(
    (column) => JSON.stringify(one[column]) === JSON.stringify(other[column]),
  );
}

/** Whether an item may get this content: its texts may have grown since. */
function fits(content: SizedContent, current: SizedContent): boolean {
  if (content.tags.length > MAX_ENTRIES || content.media.length > MAX_ENTRIES) return false;
  const size = sizeOf(content);
  return size <= MAX_SIZE || size <= sizeOf(current);
}

/** The columns that `write` may write. */
type Written = Pick<ItemsTable, "shelf_id" | "important" | "updated_at" | "tags" | "media" | "cover"> & {
  readonly id: number;
  readonly trashed_from: number | null;
};

/** Writes only the columns that the step has changed: writing an indexed column would update its index. */
async function write(transaction: Transaction, rows: readonly Row[], columns: Columns): Promise<void> {
  const [hasTags, hasMedia, hasCover] = (["tags", "media", "cover"] as const).map((each) => columns.content.has(each));
  const types = {
    id: "bigint",
    shelf_id: "bigint",
    important: "integer",
    updated_at: "bigint",
    trashed_from: "bigint",
    ...(hasTags && ({ tags: "text" } as const)),
    ...(hasMedia && ({ media: "text" } as const)),
    ...(hasCover && ({ cover: "text" } as const)),
  } as const;
  const values = rows.map(({ id, shelfId, important, updatedAt, trashedFrom, content }) => [
    ...[id, shelfId, important, updatedAt, trashedFrom],
    ...(hasTags ? [JSON.stringify(content.tags)] : []),
    ...(hasMedia ? [JSON.stringify(content.media)] : []),
    ...(hasCover ? [content.cover] : []),
  ]);
  const old = sql<Written>`${engineOf(transaction).tableOf(types, sql.val(JSON.stringify(values)))}`;
  const update = () =>
    transaction
      .updateTable("items")
      .from(old.as("old"))
      .set(({ ref }) => ({
        updated_at: ref("old.updated_at"),
        ...(columns.place && { shelf_id: ref("old.shelf_id"), trashed_from: ref("old.trashed_from") }),
        ...(columns.important && { important: ref("old.important") }),
        ...(hasTags && { tags: ref("old.tags") }),
        ...(hasMedia && { media: ref("old.media") }),
        ...(hasCover && { cover: ref("old.cover") }),
      }))
      .whereRef("items.id", "=", "old.id")
      .execute();
  const written = [
    ...(columns.place ? (["shelf_id"] as const) : []),
    ...(columns.important ? (["important"] as const) : []),
    ...columns.content,
  ];
  const ids = rows.map(({ id }) => id);
  await engineOf(transaction).changeItems(transaction, ids, written, update);
}
