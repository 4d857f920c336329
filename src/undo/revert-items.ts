import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import * as placement from "../collections/placement.ts";
import type { Transaction } from "../database/database.ts";
import { searchTextOf } from "../database/item-words.ts";
import * as bulkContent from "../items/bulk-content.ts";
import { MAX_ENTRIES, MAX_SIZE, type SizedContent, sizeOf } from "../items/size.ts";
import { type Author, type Change, NOTHING, type Outcome } from "./step.ts";

/** Items that one statement reads or writes: few if it handles their content, see `bulk-content.ts`. */
const ITEMS_PER_STATEMENT = 50;
const CONTENTS_PER_STATEMENT = 10;

/** The new values of an item's columns. */
interface Row {
  readonly id: number;
  readonly shelfId: number;
  readonly important: number;
  readonly content: SizedContent;
}

/**
 * Gives the items of a step the values that they had before it. Skips an item in which a column that the step
 * changed has changed again, whose collection does not exist, or that would become too large.
 */
export async function restore(
  transaction: Transaction,
  author: Author,
  stepId: number,
  change: Change,
): Promise<Outcome> {
  const hasContent = changesTags(change) || change.media !== undefined || change.cover !== undefined;
  const limit = hasContent ? CONTENTS_PER_STATEMENT : ITEMS_PER_STATEMENT;
  const shelfIds = new Map<placement.PlaceId, number | undefined>();
  let [items, after]: [number, number | undefined] = [0, 0];
  const skippedIds: number[] = [];
  while (after !== undefined) {
    const found: Found[] = await read(transaction, stepId, after, limit);
    const rows: Row[] = [];
    for (const item of found) {
      const shelfId = await shelfIdOf(transaction, author.accountId, item.oldPlace, shelfIds);
      const row = shelfId === undefined ? undefined : toRow(item, change, shelfId);
      if (row === undefined) skippedIds.push(item.id);
      else rows.push(row);
    }
    if (rows.length > 0) await write(transaction, rows, change, author.clock());
    items += rows.length;
    after = found.length < limit ? undefined : found.at(-1)?.id;
    await setImmediate();
  }
  return { ...NOTHING, items, skippedItems: skippedIds.length, skippedIds };
}

/** An item as it was before the step and, unless it was deleted, as it is. */
type Found = Awaited<ReturnType<typeof read>>[number];

async function read(transaction: Transaction, stepId: number, after: number, limit: number) {
  const rows = await transaction
    .selectFrom("undo_items")
    .leftJoin("items", "items.id", "undo_items.item_id")
    .leftJoin("shelves", "shelves.id", "items.shelf_id")
    .select(["undo_items.item_id as id", "undo_items.place as oldPlace", "undo_items.collection_id as oldCollectionId"])
    .select(["undo_items.important as oldImportant", "undo_items.tags as oldTags", "undo_items.media as oldMedia"])
    .select(["undo_items.cover as oldCover", "shelves.place", "shelves.collection_id", "items.important"])
    .select(["link", "title", "excerpt", "note", "items.cover", "items.tags", "items.media", "highlights"])
    .select("items.picture_id as pictureId")
    .where("step_id", "=", stepId)
    .where("item_id", ">", after)
    .orderBy("item_id")
    .limit(limit)
    .execute();
  return rows.map(({ oldPlace, oldCollectionId, ...row }) => ({
    ...row,
    oldPlace: { place: oldPlace, collection_id: oldCollectionId },
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
function toRow(item: Found, change: Change, shelfId: number): Row | undefined {
  const { to, important } = change;
  const { id, link, title, excerpt, note, cover, tags, media, highlights, place, collection_id } = item;
  if (link === null || title === null || excerpt === null || note === null || cover === null) return undefined;
  if (tags === null || media === null || highlights === null || place === null) return undefined;
  if (to === undefined && place === "nowhere") return undefined;
  if (to !== undefined && !placement.isSamePlace({ place, collection_id }, placement.toShelfPlace(to)))
    return undefined;
  if (important !== undefined && (item.important === 1) !== important) return undefined;
  const lists = { tags: JSON.parse(tags), media: JSON.parse(media), highlights: JSON.parse(highlights) };
  const current: SizedContent = { link, title, excerpt, note, cover, ...lists };
  const before: SizedContent = {
    ...current,
    ...(item.oldCover !== null && { cover: item.oldCover }),
    ...(item.oldTags !== null && { tags: JSON.parse(item.oldTags) }),
    ...(item.oldMedia !== null && { media: JSON.parse(item.oldMedia) }),
  };
  // A step that kept no media has left them as they were.
  const pictureId = item.oldMedia === null ? null : item.pictureId;
  if (!isEqual(contentAfter(before, change, pictureId), current) || !fits(before, current)) return undefined;
  return { id, shelfId, important: item.oldImportant, content: before };
}

function changesTags({ tags, replacedTags }: Change): boolean {
  return tags !== undefined || replacedTags !== undefined;
}

/** A cover that was removed may have been one of the media. */
function changesMedia({ media, cover }: Change): boolean {
  return media !== undefined || cover === "";
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
  return bulkContent.applyTo(content, { tags, media, cover }, pictureId);
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
async function write(transaction: Transaction, rows: readonly Row[], change: Change, now: number): Promise<void> {
  const values = rows.map(
    ({ id, shelfId, important, content }) =>
      sql`(cast(${id} as bigint), cast(${shelfId} as bigint), cast(${important} as integer), ${sql.join([
        changesTags(change) ? JSON.stringify(content.tags) : "",
        changesTags(change) ? searchTextOf(content) : "",
        changesMedia(change) ? JSON.stringify(content.media) : "",
        change.cover === undefined ? "" : content.cover,
      ])})`,
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
  }>`(values ${sql.join(values)})`;
  await transaction
    .updateTable("items")
    .from(old.as("old"))
    .set(({ ref }) => ({
      updated_at: now,
      ...(change.to !== undefined && { shelf_id: ref("old.column2") }),
      ...(change.important !== undefined && { important: ref("old.column3") }),
      ...(changesTags(change) && { tags: ref("old.column4"), search_text: ref("old.column5") }),
      ...(changesMedia(change) && { media: ref("old.column6") }),
      ...(change.cover !== undefined && { cover: ref("old.column7") }),
    }))
    .whereRef("items.id", "=", "old.column1")
    .execute();
}
