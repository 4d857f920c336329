import type { Database } from "../../database/database.ts";
import { MAX_STEPS } from "../journal/step.ts";

/** Lists the changes of an account that can be reverted, newest first. */
export async function list(database: Database, clock: () => number, accountId: number) {
  return database
    .selectFrom("undo_steps")
    .select(["id", "operation", "item_count", "collection_count", "created_at", "expires_at"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock())
    .orderBy("id", "desc")
    .limit(MAX_STEPS)
    .execute();
}

/** A change that can be reverted. */
export type ListedStep = Awaited<ReturnType<typeof list>>[number];
