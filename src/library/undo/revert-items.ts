import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { searchTextOf } from "../../database/core/item-words.ts";
import type { Transaction } from "../../database/database.ts";
import { applyTo, MAX_ENTRIES, MAX_SIZE, type SizedContent, sizeOf } from "../item-content.ts";
import type { ContentColumn } from "../journal/record.ts";
import { type Author, type Change, NOTHING, type Outcome, type Step } from "../journal/step.ts";
import * as placement from "../placement.ts";

/** Items that one statement reads or writes: few if it handles their content, see `items/bulk-content.ts`. */
const ITEMS_PER_STATEMENT = 50;
const CONTENTS_PER_STATEMENT = 10;

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
  const limit = columns.content.size > 0 ? CONTENTS_PER_STATEMENT : ITEMS_PER_STATEMENT;
  const shelfIds = new Map<placement.PlaceId, number | undefined>();
  let [items, after]: [number, number | undefined] = [0, 0];
  const skippedIds: number[] = [];
  while (after !== undefined) {
    const found: Found[] = await read(transaction, stepId, after, limit);
    const rows: Row[] = [];
    const now = author.clock();
    for (const item of found) {
      const shelfId = await shelfIdOf(transaction, author.accountId, item.oldPlace, shelfIds);
      const row = shelfId === undefined ? undefined : toRow(item, change, shelfId, now);
      if (row === undefined) skippedIds.push(item.id);
      else rows.push(row);
    }
    const ids = rows.map(({ id }) => id);
    await journal?.addItems(ids, [...columns.content]);
    if (rows.length > 0) await write(transaction, rows, columns);
    items += rows.length;
    after = found.length < limit ? undefined : found.at(-1)?.id;
    await setImmediate();
    await journal?.pause();
  }
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
  for (let isMore = true; isMore; await setImmediate()) {
    const found: Found[] = await read(transaction, stepId, 0, CONTENTS_PER_STATEMENT);
    const rows: Row[] = [];
    for (const item of found) {
      const shelfId = await shelfIdOf(transaction, accountId, item.oldPlace, shelfIds);
      const row = shelfId === undefined ? undefined : toFormerRow(item, shelfId);
      if (row !== undefined) rows.push(row);
    }
    const isRecorded = (column: ContentColumn) => found.some(({ old }) => old[column] !== null);
    const recorded = (["tags", "media", "cover"] as const).filter(isRecorded);
    if (rows.length > 0) await write(transaction, rows, { place: true, important: true, content: new Set(recorded) });
    const ids = found.map(({ id }) => id);
    isMore = found.length === CONTENTS_PER_STATEMENT;
    if (ids.length > 0) {
      await transaction.deleteFrom("undo_items").where("step_id", "=", stepId).where("item_id", "in", ids).execute();
    }
    await pause();
  }
}

/** An item as it was before the step and, unless it was deleted, as it is. */
type Found = Awaited<ReturnType<typeof read>>[number];

async function read(transaction: Transaction, stepId: number, after: number, limit: number) {
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
    .where("step_id", "=", stepId)
    .where("item_id", ">", after)
    .orderBy("item_id")
    .limit(limit)
    .execute();
  return rows.map(({ oldPlace, oldCollectionId, oldTags, oldMedia, oldCover, ...row }) => ({
    ...row,
    oldPlace: { place: oldPlace, collection_id: oldCollectionId },
    /** Null where it was not recorded. */
    old: { tags: oldTags, media: oldMedia, cover: oldCover },
  }));
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

/** Writes only the columns that the step has changed: writing an indexed column would update its index. */
async function write(transaction: Transaction, rows: readonly Row[], columns: Columns): Promise<void> {
  const [hasTags, hasMedia, hasCover] = (["tags", "media", "cover"] as const).map((each) => columns.content.has(each));
  const values = rows.map(
    ({ id, shelfId, important, updatedAt, trashedFrom, content }) =>
      sql`(cast(${id} as bigint), cast(${shelfId} as bigint), cast(${important} as integer), ${sql.join([
        hasTags ? JSON.stringify(content.tags) : "",
        hasTags ? searchTextOf(content) : "",
        hasMedia ? JSON.stringify(content.media) : "",
        hasCover ? content.cover : "",
      ])}, cast(${updatedAt} as bigint), cast(${trashedFrom} as bigint))`,
  );
  // Both engines name the columns of `values` column1, column2 and so on.
  const old = sql<{
    column1: number;
    column2: number;
    column3: 0 | 1;
    column4: string;
    column5: string;
    column6: string;
    column7: string;
    column8: number;
    column9: number | null;
  }>`(values ${sql.join(values)})`;
  await transaction
    .updateTable("items")
    .from(old.as("old"))
    .set(({ ref }) => ({
      updated_at: ref("old.column8"),
      ...(columns.place && { shelf_id: ref("old.column2"), trashed_from: ref("old.column9") }),
      ...(columns.important && { important: ref("old.column3") }),
      ...(hasTags && { tags: ref("old.column4"), search_text: ref("old.column5") }),
      ...(hasMedia && { media: ref("old.column6") }),
      ...(hasCover && { cover: ref("old.column7") }),
    }))
    .whereRef("items.id", "=", "old.column1")
    .execute();
}
