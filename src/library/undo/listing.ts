import type { Database } from "../../database/database.ts";
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
