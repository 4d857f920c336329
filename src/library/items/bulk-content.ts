import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { Failure } from "#contract/failure";
import { searchTextOf } from "../../database/core/item-words.ts";
import type { Transaction } from "../../database/database.ts";
import type { Flag, Time } from "../../database/schema/columns.ts";
import { applyTo, assertSize, type ContentChange, type SizedContent, sizeOf } from "../item-content.ts";
import type { Step } from "../journal/step.ts";

/** Columns that get the same value in all items. */
export interface CommonColumns {
  readonly important?: Flag;
  readonly shelf_id?: number | RawBuilder<number>;
  readonly trashed_from?: RawBuilder<number | null>;
  readonly updated_at: Time;
}

interface Change {
  readonly id: number;
  readonly before: SizedContent;
  readonly after: SizedContent;
}

/** Maximum growth of all items together, in bytes: bounds how long the transaction blocks other writers. */
const MAX_GROWTH = 16 * 1024 * 1024;

/**
 * Items that one statement reads or writes: few, because a statement may block the event
 * loop, and an item with its search text has up to 128 KiB.
 */
const ITEMS_PER_STATEMENT = 10;

/**
 * Changes the content of items and sets the common columns, writing each row once and recording it in an undo step.
 * Throws `invalid` if an item would become too large, and `tooLarge` if the items would grow by more than 16 MiB.
 */
export async function apply(
  transaction: Transaction,
  ids: readonly number[],
  change: ContentChange,
  common: CommonColumns,
  step: Step,
): Promise<void> {
  const changed = { ...change, tags: change.tags ?? change.editTags };
  let growth = 0;
  for (let first = 0; first < ids.length; first += ITEMS_PER_STATEMENT) {
    const changes = await read(transaction, ids.slice(first, first + ITEMS_PER_STATEMENT), change);
    for (const { before, after } of changes) {
      assertSize(after, before);
      growth += Math.max(0, sizeOf(after) - sizeOf(before));
    }
    if (growth > MAX_GROWTH) throw growsTooMuch();
    const setsMedia = changes.some(({ before, after }) => after.media !== before.media);
    const columns = (["tags", "media", "cover"] as const).filter(
      (column) => changed[column] !== undefined || (column === "media" && setsMedia),
    );
    await step.addItems(
      changes.map(({ id }) => id),
      columns,
    );
    await write(transaction, changes, { ...change, setsMedia }, common);
    await setImmediate();
    await step.pause();
  }
}

async function read(transaction: Transaction, ids: readonly number[], change: ContentChange): Promise<Change[]> {
  const items = await transaction
    .selectFrom("items")
    .select(["id", "link", "title", "excerpt", "note", "cover", "tags", "media", "highlights", "picture_id"])
    .where("id", "in", ids)
    .execute();
  return items.map(({ id, tags, media, highlights, picture_id, ...texts }) => {
    const [lists, marked] = [{ tags: JSON.parse(tags), media: JSON.parse(media) }, JSON.parse(highlights)];
    const before: SizedContent = { ...texts, ...lists, highlights: marked };
    return { id, before, after: applyTo(before, change, picture_id) };
  });
}

/** Writes only the columns that change: writing an indexed column would update its index. */
async function write(
  transaction: Transaction,
  changes: readonly Change[],
  { tags, editTags, cover, setsMedia }: ContentChange & { readonly setsMedia: boolean },
  common: CommonColumns,
): Promise<void> {
  const setsTags = tags !== undefined || editTags !== undefined;
  const rows = changes.map(
    ({ id, after }) =>
      sql`(cast(${id} as bigint), ${sql.join([
        setsTags ? JSON.stringify(after.tags) : "",
        setsTags ? searchTextOf(after) : "",
        setsMedia ? JSON.stringify(after.media) : "",
      ])})`,
  );
  // Both engines name the columns of `values` column1, column2 and so on.
  const changed = sql<{
    column1: number;
    column2: string;
    column3: string;
    column4: string;
  }>`(values ${sql.join(rows)})`;
  await transaction
    .updateTable("items")
    .from(changed.as("changed"))
    .set(({ ref }) => ({
      ...common,
      ...(setsTags && { tags: ref("changed.column2"), search_text: ref("changed.column3") }),
      ...(setsMedia && { media: ref("changed.column4") }),
      ...(cover !== undefined && { cover }),
    }))
    .whereRef("items.id", "=", "changed.column1")
    .execute();
}

function growsTooMuch(): Failure {
  const advice = "Nothing was changed. Change fewer items at once.";
  return new Failure("tooLarge", `The items would grow by more than 16 MiB together. ${advice}`, {
    reason: "items-grow-too-much",
  });
}
