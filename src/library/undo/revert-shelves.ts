import { sql } from "kysely";
import { forEachChunk, readAllPages } from "#contract/scheduling";
import type { Database, Transaction } from "../../database/database.ts";
import { type Author, type Change, NOTHING, type Outcome } from "../journal/step.ts";
import * as placement from "../placement.ts";

/** What a step says of a shelf. */
export interface RecordedShelf {
  readonly id: number;
  readonly count: number;
}

/** What a step has recorded of shelves. */
export async function read(database: Database, stepId: number): Promise<RecordedShelf[]> {
  return readAllPages((after, limit) =>
    database
      .selectFrom("undo_shelves")
      .select(["shelf_id as id", "count"])
      .where("step_id", "=", stepId)
      .where("shelf_id", ">", after)
      .orderBy("shelf_id")
      .limit(limit)
      .execute(),
  );
}

/** What `moveBack` needs. */
interface Moved {
  readonly to: Change["to"];
  readonly recorded: readonly RecordedShelf[];
  /** Lets others write. */
  readonly pause: () => Promise<void>;
}

/**
 * Moves the shelves of a step back to their places, except those that are no longer in the place `to`, or whose
 * collection does not exist. Gives recreated collections without a permanent shelf a new one. After an interruption it
 * can be repeated.
 */
export async function moveBack(
  transaction: Transaction,
  { accountId }: Author,
  stepId: number,
  { to, recorded, pause }: Moved,
): Promise<Outcome> {
  let items = 0;
  // Steps with the change `origin` move only single items.
  if (to !== undefined && to !== "origin") {
    await forEachChunk(
      recorded.map(({ id }) => id),
      async (ids) => {
        items += await moveChunk(transaction, stepId, ids, placement.toShelfPlace(to));
        await pause();
      },
    );
  }
  await addMissing(transaction, accountId, stepId, pause);
  const left = recorded.reduce((sum, { count }) => sum + count, 0) - items;
  return { ...NOTHING, items, skippedItems: Math.max(0, left) };
}

/** Returns the number of items on the shelves that were moved. */
async function moveChunk(
  transaction: Transaction,
  stepId: number,
  ids: readonly number[],
  { place, collection_id }: placement.ShelfPlace,
): Promise<number> {
  const moved = await transaction
    .updateTable("shelves")
    .from("undo_shelves")
    .set(({ ref }) => ({
      place: ref("undo_shelves.place"),
      collection_id: ref("undo_shelves.collection_id"),
      moved: ref("undo_shelves.moved"),
      trashed_from: ref("undo_shelves.trashed_from"),
    }))
    .where("undo_shelves.step_id", "=", stepId)
    .where("undo_shelves.shelf_id", "in", ids)
    .whereRef("shelves.id", "=", "undo_shelves.shelf_id")
    .where("shelves.place", "=", place)
    .where("shelves.collection_id", collection_id === null ? "is" : "=", collection_id)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("undo_shelves.collection_id", "is", null),
        exists(
          selectFrom("collections")
            .select("collections.id")
            .whereRef("collections.id", "=", "undo_shelves.collection_id"),
        ),
      ]),
    )
    .returning("shelves.count")
    .execute();
  return moved.reduce((sum, { count }) => sum + count, 0);
}

/** Adds permanent shelves to recreated collections that have none, because theirs was empty. */
async function addMissing(
  transaction: Transaction,
  accountId: number,
  stepId: number,
  pause: () => Promise<void>,
): Promise<void> {
  const missing = await readAllPages((after, limit) =>
    transaction
      .selectFrom("undo_collections")
      .select("collection_id as id")
      .where("step_id", "=", stepId)
      .where("kind", "=", "deleted")
      .where("collection_id", ">", after)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("shelves")
              .select("shelves.id")
              .whereRef("shelves.collection_id", "=", "undo_collections.collection_id")
              .where("moved", "=", sql.lit(0)),
          ),
        ),
      )
      .orderBy("collection_id")
      .limit(limit)
      .execute(),
  );
  await forEachChunk(
    missing.map(({ id }) => id),
    async (ids) => {
      await placement.addShelves(transaction, accountId, ids);
      await pause();
    },
  );
}
