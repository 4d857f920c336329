import { setImmediate } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { forEachChunk, readAllPages } from "#contract/scheduling";
import type { Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { ITEMS_PER_STATEMENT } from "../journal/item-batches.ts";
import { heldShelf } from "../journal/record.ts";
import { type Author, NOTHING, type Outcome, type Step } from "../journal/step.ts";
import type { StoredTree } from "../stored-tree.ts";
import * as storedTree from "../stored-tree.ts";

/**
 * Deletes the items that a step has added, except for those that have changed since, then the collections that an import
 * created if they are empty. `found`: the tree of the account, if the import created collections. `journal` records the
 * items before, and lets others write.
 */
export async function remove(
  transaction: Transaction,
  { accountId }: Author,
  stepId: number,
  found: StoredTree | undefined,
  journal: Step | undefined,
): Promise<Outcome> {
  const shelfId = (await journal?.addHeldShelf()) ?? (await addShelf(transaction, accountId));
  const parts = {
    before: async (ids: readonly number[]) => journal?.addItems(ids),
    after: async () => journal?.pause(),
  };
  const { removed, skippedIds } = await removeItems(transaction, stepId, shelfId, parts);
  const { deleted, kept } =
    found === undefined ? { deleted: 0, kept: 0 } : await removeCollections(transaction, stepId, found);
  return {
    ...NOTHING,
    items: removed,
    collections: deleted,
    skippedItems: skippedIds.length,
    skippedCollections: kept,
    skippedIds,
  };
}

/** Like `remove`, for an import that has not ended. It can be repeated after an interruption. */
export async function takeBack(
  transaction: Transaction,
  accountId: number,
  stepId: number,
  pause: () => Promise<void>,
): Promise<void> {
  // Held, because the cleanup worker would delete the shelf between two parts.
  const shelfId = await heldShelf(transaction, stepId, accountId, "nowhere");
  await removeItems(transaction, stepId, shelfId, { before: async () => {}, after: pause });
  const found = await storedTree.load(transaction, accountId);
  await pause();
  await removeCollections(transaction, stepId, found);
}

/** Creates a shelf that is `nowhere`; the cleanup worker deletes its items. */
async function addShelf(transaction: Transaction, accountId: number): Promise<number> {
  const { id } = await transaction
    .insertInto("shelves")
    .values({ account_id: accountId, place: "nowhere", collection_id: null, moved: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What is done with each part of the items. */
interface Parts {
  readonly before: (ids: readonly number[]) => Promise<void>;
  readonly after: () => Promise<void>;
}

/** Moves the items to a shelf that is `nowhere`. */
async function removeItems(transaction: Transaction, stepId: number, shelfId: number, parts: Parts) {
  const skippedIds: number[] = [];
  let [removed, after]: [number, number | undefined] = [0, 0];
  while (after !== undefined) {
    const found: Found[] = await read(transaction, stepId, after);
    const unchanged = found.flatMap(({ id, isUnchanged }) => (isUnchanged === 1 ? [id] : []));
    for (const { id, isUnchanged } of found) if (isUnchanged !== 1) skippedIds.push(id);
    if (unchanged.length > 0) {
      await parts.before(unchanged);
      const isUnchanged = engineOf(transaction).isOneOf(sql.ref("id"), unchanged);
      await engineOf(transaction).changeItems(transaction, unchanged, ["shelf_id"], () =>
        transaction.updateTable("items").set({ shelf_id: shelfId }).where(isUnchanged).execute(),
      );
    }
    removed += unchanged.length;
    after = found.length < ITEMS_PER_STATEMENT ? undefined : found.at(-1)?.id;
    await setImmediate();
    await parts.after();
  }
  return { removed, skippedIds };
}

type Found = Awaited<ReturnType<typeof read>>[number];

/** The next items of the import, and whether each is as it was. Every change of an item sets `updated_at`. */
async function read(transaction: Transaction, stepId: number, after: number) {
  return transaction
    .selectFrom("undo_items")
    .leftJoin("items", "items.id", "undo_items.item_id")
    .leftJoin("shelves", "shelves.id", "items.shelf_id")
    .select("undo_items.item_id as id")
    .select(
      sql<number>`case when items.updated_at = undo_items.updated_at and shelves.place = undo_items.place
        and coalesce(shelves.collection_id, 0) = coalesce(undo_items.collection_id, 0) then 1 else 0 end`.as(
        "isUnchanged",
      ),
    )
    .where("step_id", "=", stepId)
    .where("item_id", ">", after)
    .orderBy("item_id")
    .limit(ITEMS_PER_STATEMENT)
    .execute();
}

/**
 * Deletes the created collections that hold nothing, have no cover and have not changed, children before their parents.
 * A cover is a change too, which a clock that stands still does not show.
 */
async function removeCollections(transaction: Transaction, stepId: number, found: StoredTree) {
  const created = await readAllPages((after, limit) =>
    transaction
      .selectFrom("undo_collections")
      .leftJoin("collections", "collections.id", "undo_collections.collection_id")
      .select("undo_collections.collection_id as id")
      .select(
        sql<number>`case when collections.updated_at = undo_collections.updated_at and not exists (
          select 1 from shelves where shelves.collection_id = undo_collections.collection_id and count > 0) and not exists (
          select 1 from covers where covers.collection_id = undo_collections.collection_id) then 1 else 0 end`.as(
          "isEmpty",
        ),
      )
      .where("step_id", "=", stepId)
      .where("undo_collections.collection_id", ">", after)
      .orderBy("undo_collections.collection_id")
      .limit(limit)
      .execute(),
  );
  const deleted: number[] = [];
  for (const { id, isEmpty } of created.toReversed()) {
    if (isEmpty !== 1 || found.tree.childrenOf(id).length > 0) continue;
    found.tree.remove(id);
    deleted.push(id);
  }
  await forEachChunk(deleted, (ids) =>
    transaction
      .updateTable("shelves")
      .set({ place: "nowhere", collection_id: null, moved: 1 })
      .where(sql<SqlBool>`collection_id in (${sql.join(ids)})`)
      .execute(),
  );
  await storedTree.save(transaction, found);
  return { deleted: deleted.length, kept: created.length - deleted.length };
}
