import { type SelectQueryBuilder, sql } from "kysely";
import { forEachChunk } from "#contract/scheduling";
import type { Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Schema } from "../../database/schema/schema.ts";
import * as pictures from "../covers/pictures.ts";
import { ITEMS_PER_STATEMENT } from "./item-batches.ts";

// What `Step` stores. Each function copies rows inside the database, before they change.

/**
 * The columns of a collection, except its id and those that follow from its parent: what a step copies, and what
 * `select` of `library/collection.ts` reads.
 */
export const COLLECTION_COLUMNS = [
  "account_id",
  "parent_id",
  "title",
  "description",
  "view",
  "public",
  "expanded",
  "sort",
  "color",
  "cover",
  "keep_copies",
  "created_at",
  "updated_at",
] as const;

/** The content columns whose old values a step can keep. */
export type ContentColumn = "tags" | "media" | "cover";

/** Where an item of the Trash was before: that of its shelf wins. */
const ORIGIN = sql<number | null>`case when shelves.place = 'trash'
  then coalesce(shelves.trashed_from, items.trashed_from) else items.trashed_from end`;

/** Ids of shelves, or a query that selects them. */
export type ShelfIds = readonly number[] | SelectQueryBuilder<Schema, "shelves", { id: number }>;

/** Records items with their place, and with the old values of these columns. */
export async function items(
  transaction: Transaction,
  stepId: number,
  ids: readonly number[],
  columns: readonly ContentColumn[],
): Promise<void> {
  const oldValue = (column: ContentColumn) =>
    sql<string | null>`${columns.includes(column) ? sql.ref(`items.${column}`) : sql`cast(null as text)`}`;
  await transaction
    .insertInto("undo_items")
    .columns([
      ...(["step_id", "item_id", "account_id", "place", "collection_id", "important", "updated_at"] as const),
      ...(["tags", "media", "cover", "trashed_from"] as const),
    ])
    .expression((from) =>
      from
        .selectFrom("items")
        .innerJoin("shelves", "shelves.id", "shelf_id")
        .select(sql<number>`cast(${stepId} as bigint)`.as("step_id"))
        .select(["items.id", "items.account_id", "place", "collection_id", "important", "items.updated_at"])
        .select([oldValue("tags").as("tags"), oldValue("media").as("media"), oldValue("cover").as("cover")])
        .select(ORIGIN.as("trashed_from"))
        // One parameter, so that the statement is the same for any number of items.
        .where(engineOf(transaction).isOneOf(sql.ref("items.id"), ids)),
    )
    .execute();
}

/**
 * Records shelves that have items. `isPermanent`: whether their collections are deleted, so that a permanent
 * shelf becomes permanent again when it is moved back. Returns the number of items.
 */
export async function shelves(
  transaction: Transaction,
  stepId: number,
  accountId: number,
  ids: ShelfIds,
  { isPermanent }: { readonly isPermanent: boolean },
): Promise<number> {
  const recorded = await transaction
    .insertInto("undo_shelves")
    .columns(["step_id", "shelf_id", "place", "collection_id", "moved", "count", "trashed_from"])
    .expression((from) =>
      from
        .selectFrom("shelves")
        .select(sql<number>`cast(${stepId} as bigint)`.as("step_id"))
        .select(["id", "place", "collection_id"])
        .select(isPermanent ? "moved" : sql.lit(1).as("moved"))
        .select(["count", "trashed_from"])
        .where("account_id", "=", accountId)
        .where("count", ">", 0)
        .where("id", "in", ids),
    )
    .returning("count")
    .execute();
  return recorded.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Moves items of the Trash to a new shelf that is `nowhere`, and records that shelf as one of the Trash. Calls `pause`
 * after each part of the items.
 */
export async function moveToNowhere(
  transaction: Transaction,
  stepId: number,
  accountId: number,
  ids: readonly number[],
  pause: () => Promise<void>,
): Promise<void> {
  const shelfId = await heldShelf(transaction, stepId, accountId, "trash", ids.length);
  const move = async (chunk: number[]) => {
    const origin = sql<number | null>`(select ${ORIGIN} from shelves where shelves.id = items.shelf_id)`;
    const columns = { shelf_id: shelfId, trashed_from: origin };
    const isInChunk = engineOf(transaction).isOneOf(sql.ref("id"), chunk);
    await engineOf(transaction).changeItems(transaction, chunk, ["shelf_id"], () =>
      transaction.updateTable("items").set(columns).where(isInChunk).execute(),
    );
    await pause();
  };
  await forEachChunk(ids, move, ITEMS_PER_STATEMENT);
}

/**
 * Creates a shelf that is `nowhere` and held, and records it as one of `place`, for `count` items. Returns its id.
 */
export async function heldShelf(
  transaction: Transaction,
  stepId: number,
  accountId: number,
  place: "trash" | "nowhere",
  count = 0,
): Promise<number> {
  const { id } = await transaction
    .insertInto("shelves")
    .values({ account_id: accountId, place: "nowhere", collection_id: null, moved: 1, held: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto("undo_shelves")
    .values({ step_id: stepId, shelf_id: id, place, collection_id: null, moved: 1, count })
    .execute();
  return id;
}

/** What happens to recorded collections. `newParentId`: the parent to which they will move. */
interface Fate {
  readonly kind: Schema["undo_collections"]["kind"];
  readonly newParentId?: number | null;
}

/** Records collections. Calls `pause` after each part of them. */
export async function collections(
  transaction: Transaction,
  stepId: number,
  { kind, newParentId = null }: Fate,
  ids: readonly number[],
  pause: () => Promise<void> = async () => {},
): Promise<void> {
  await forEachChunk(ids, async (chunk) => {
    await transaction
      .insertInto("undo_collections")
      .columns(["step_id", "kind", "new_parent_id", "collection_id", ...COLLECTION_COLUMNS])
      .expression((from) =>
        from
          .selectFrom("collections")
          .select([
            sql<number>`cast(${stepId} as bigint)`.as("step_id"),
            sql<typeof kind>`cast(${kind} as text)`.as("kind"),
            sql<number | null>`cast(${newParentId} as bigint)`.as("new_parent_id"),
          ])
          .select(["id", ...COLLECTION_COLUMNS])
          .where(engineOf(transaction).isOneOf(sql.ref("id"), chunk)),
      )
      .execute();
    await pause();
  });
}

/**
 * Records the copies of the pages of items, of those that have one. `to`: the file that replaces the only one; null if they
 * are removed, and `later` if other ones are made later.
 */
export async function copies(
  transaction: Transaction,
  stepId: number,
  ids: readonly number[],
  to: number | null | "later",
): Promise<void> {
  const newFile = to === "later" ? sql<number>`file_id` : sql<number | null>`cast(${to} as bigint)`;
  await transaction
    .insertInto("undo_copies")
    .columns(["step_id", "item_id", "file_id", "new_file_id", "size", "created_at"])
    .expression((from) =>
      from
        .selectFrom("copies")
        .select(sql<number>`cast(${stepId} as bigint)`.as("step_id"))
        .select(["item_id", sql<number>`file_id`.as("file_id"), newFile.as("new_file_id"), "size"])
        .select(sql<number>`created_at`.as("created_at"))
        .where("file_id", "is not", null)
        .where(engineOf(transaction).isOneOf(sql.ref("item_id"), ids)),
    )
    .execute();
}

/** Records which pictures are the covers of collections. Calls `pause` after each part of these. */
export async function covers(
  transaction: Transaction,
  stepId: number,
  accountId: number,
  ids: readonly number[],
  pause: () => Promise<void>,
): Promise<void> {
  if (!(await pictures.exist(transaction, accountId))) return;
  await forEachChunk(ids, async (chunk) => {
    await transaction
      .insertInto("undo_covers")
      .columns(["step_id", "collection_id", "picture_id"])
      .expression((from) =>
        from
          .selectFrom("covers")
          .select(sql<number>`cast(${stepId} as bigint)`.as("step_id"))
          .select(["collection_id", "picture_id"])
          .where("collection_id", "in", chunk),
      )
      .execute();
    await pause();
  });
}
