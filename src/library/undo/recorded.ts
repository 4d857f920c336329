import type { Database, Transaction } from "../../database/database.ts";
import * as library from "../library.ts";

/** What a change returned, and the step that reverts it; undefined if it changed nothing that can be reverted. */
export interface Recorded<T> {
  readonly result: T;
  readonly step: number | undefined;
}

/**
 * Runs a change of an account's own library, and finds the undo step that it made. `work` must make the change with the
 * transaction that it gets, so that no other change can come in between.
 */
export async function recorded<T>(
  database: Database,
  accountId: number,
  work: (transaction: Transaction) => Promise<T>,
): Promise<Recorded<T>> {
  return library.change(database, accountId, async (transaction) => {
    const before = await latest(transaction, accountId);
    const result = await work(transaction);
    const after = await latest(transaction, accountId);
    return { result, step: after === before ? undefined : after };
  });
}

async function latest(transaction: Transaction, accountId: number): Promise<number | undefined> {
  const step = await transaction
    .selectFrom("undo_steps")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return step?.id;
}
