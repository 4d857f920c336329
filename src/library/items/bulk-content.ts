import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { Failure } from "#contract/failure";
import type { Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Flag, Time } from "../../database/schema/columns.ts";
import { applyTo, assertSize, type ContentChange, growthOf, type SizedContent } from "../item-content.ts";
import { inBatches } from "../journal/item-batches.ts";
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
  for await (const batch of inBatches(transaction, ids)) {
    const changes = await read(transaction, batch, change);
    for (const { before, after } of changes) {
      assertSize(after, before);
      growth += Math.max(0, growthOf(after, before));
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
    .where(engineOf(transaction).isOneOf(sql.ref("id"), ids))
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
  const columns = {
    id: "bigint",
    ...(setsTags && ({ tags: "text" } as const)),
    ...(setsMedia && ({ media: "text" } as const)),
  } as const;
  const rows = changes.map(({ id, after }) => [
    id,
    ...(setsTags ? [JSON.stringify(after.tags)] : []),
    ...(setsMedia ? [JSON.stringify(after.media)] : []),
  ]);
  const changed = sql<{ id: number; tags: string; media: string }>`${engineOf(transaction).tableOf(
    columns,
    sql.val(JSON.stringify(rows)),
  )}`;
  const update = () =>
    transaction
      .updateTable("items")
      .from(changed.as("changed"))
      .set(({ ref }) => ({
        ...common,
        ...(setsTags && { tags: ref("changed.tags") }),
        ...(setsMedia && { media: ref("changed.media") }),
        ...(cover !== undefined && { cover }),
      }))
      .whereRef("items.id", "=", "changed.id")
      .execute();
  const written = [
    ...writtenBy(common),
    ...(setsTags ? (["tags"] as const) : []),
    ...(setsMedia ? (["media"] as const) : []),
    ...(cover === undefined ? [] : (["cover"] as const)),
  ];
  const ids = changes.map(({ id }) => id);
  await engineOf(transaction).changeItems(transaction, ids, written, update);
}

/** Which of the columns that are the same in all items are written, of those from which tables are derived. */
export function writtenBy(common: CommonColumns) {
  return (["shelf_id", "important"] as const).filter((column) => common[column] !== undefined);
}

function growsTooMuch(): Failure {
  const advice = "Nothing was changed. Change fewer items at once.";
  return new Failure("tooLarge", `The items would grow by more than 16 MiB together. ${advice}`, {
    reason: "items-grow-too-much",
  });
}
