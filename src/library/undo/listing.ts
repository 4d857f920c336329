import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Flag } from "../../database/schema/columns.ts";
import { ADDITIONS } from "../journal/additions.ts";
import { type Change, MAX_STEPS } from "../journal/step.ts";

/** Lists the changes of an account that can be reverted, newest first; at most `MAX_STEPS`. */
export async function list(database: Database, clock: () => number, accountId: number) {
  return database
    .selectFrom("undo_steps")
    .select(["id", "operation", "change", "item_count", "collection_count", "created_at", "expires_at"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock())
    .orderBy("id", "desc")
    .limit(MAX_STEPS)
    .execute();
}

/** A change that can be reverted. */
export type ListedStep = Awaited<ReturnType<typeof list>>[number];

/** What a change did to its items. */
export function changeOf({ change }: Pick<ListedStep, "change">): Change {
  return JSON.parse(change);
}

/** The only item that a change concerned, or the only collection, whose items it may have moved. */
export interface Subject {
  readonly kind: "item" | "collection";
  readonly id: number;
  /** As it is now; of a deleted collection, as it was before. */
  readonly title: string;
  /** Whether it still exists, in the Trash too. */
  readonly exists: boolean;
}

const ITEM = sql<Subject["kind"]>`'item'`.as("kind");
const COLLECTION = sql<Subject["kind"]>`'collection'`.as("kind");
const IS_KEPT = sql<Flag>`case when shelves.place = 'nowhere' then 0 else 1 end`.as("exists");

/**
 * Finds the subjects of changes, by the ids of their steps, with one statement. Those that concerned several
 * things have none, nor have those of an item that is known only by its shelf, once it has left that.
 */
export async function subjectsOf(
  database: Database,
  steps: readonly ListedStep[],
): Promise<ReadonlyMap<number, Subject>> {
  const idsOf = (isWanted: (step: ListedStep) => boolean) => steps.filter(isWanted).map(({ id }) => id);
  const itemSteps = idsOf(({ item_count, collection_count }) => item_count === 1 && collection_count === 0);
  const collectionSteps = idsOf(isOfCollection);
  if (itemSteps.length + collectionSteps.length === 0) return new Map();
  const engine = engineOf(database);
  const rows = await database
    .selectFrom("undo_items")
    .innerJoin("items", (join) =>
      join.onRef("items.id", "=", "undo_items.item_id").onRef("items.account_id", "=", "undo_items.account_id"),
    )
    .innerJoin("shelves", "shelves.id", "items.shelf_id")
    .select(["undo_items.step_id as stepId", ITEM, "items.id", "items.title", IS_KEPT])
    .where(engine.isOneOf(sql.ref("undo_items.step_id"), itemSteps))
    .unionAll((from) =>
      from
        .selectFrom("undo_shelves")
        .innerJoin("shelves", "shelves.id", "undo_shelves.shelf_id")
        .innerJoin("items", "items.shelf_id", "shelves.id")
        .select(["undo_shelves.step_id as stepId", ITEM, "items.id", "items.title", IS_KEPT])
        .where("undo_shelves.count", "=", 1)
        .where("shelves.count", "=", 1)
        .where(engine.isOneOf(sql.ref("undo_shelves.step_id"), itemSteps)),
    )
    .unionAll((from) =>
      from
        .selectFrom("undo_collections")
        .leftJoin("collections", (join) =>
          join
            .onRef("collections.id", "=", "undo_collections.collection_id")
            .onRef("collections.account_id", "=", "undo_collections.account_id"),
        )
        .select(["undo_collections.step_id as stepId", COLLECTION, "undo_collections.collection_id as id"])
        .select(({ fn }) => fn.coalesce("collections.title", "undo_collections.title").as("title"))
        .select(sql<Flag>`case when collections.id is null then 0 else 1 end`.as("exists"))
        .where("undo_collections.kind", "<>", "moved")
        .where(engine.isOneOf(sql.ref("undo_collections.step_id"), collectionSteps)),
    )
    .execute();
  return new Map(rows.map(({ stepId, exists, ...subject }) => [stepId, { ...subject, exists: exists === 1 }]));
}

/** Whether a change concerned one collection. An import into a new one also concerned its items. */
function isOfCollection({ operation, item_count, collection_count }: ListedStep): boolean {
  return collection_count === 1 && (item_count === 0 || !ADDITIONS.some((addition) => addition === operation));
}
