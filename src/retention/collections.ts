import { sql } from "kysely";
import type { Transaction } from "../database/database.ts";
import type { Batch, Erased } from "./step.ts";

/**
 * Deletes collections of an account that have no others below them, among the next ones by descending id. After the
 * last one it begins again, because their parents may then have none: once, unless parents are newer than children.
 */
export async function eraseCollections(transaction: Transaction, batch: Batch): Promise<Erased> {
  const { accountId, maxRows, cursor } = batch;
  const found = await transaction
    .selectFrom("collections")
    .select("id")
    .where("account_id", "=", accountId)
    .$if(cursor > 0, (query) => query.where("id", "<", cursor))
    .orderBy("id", "desc")
    .limit(maxRows)
    .execute();
  const ids = found.map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) return { rows: 0, next: cursor === 0 ? undefined : 0 };
  const shared = await deleteCollaborators(transaction, ids, maxRows);
  if (shared === maxRows) return { rows: shared, next: cursor };
  await transaction.deleteFrom("covers").where("collection_id", "in", ids).execute();
  const deleted = await deleteLeaves(transaction, ids);
  return { rows: shared + deleted, next: last };
}

/** Deletes up to `maxRows` collaborators of these collections, which may have a thousand each. Returns how many. */
async function deleteCollaborators(transaction: Transaction, ids: readonly number[], maxRows: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from collaborators where (collection_id, account_id) in (
    select collection_id, account_id from collaborators where collection_id in (${sql.join(ids)})
    limit ${maxRows})`.execute(transaction);
  return Number(numAffectedRows);
}

/** Deletes those of these collections that have no children, and so on. `ids` are in descending order. */
async function deleteLeaves(transaction: Transaction, ids: readonly number[]): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numDeletedRows } = await transaction
      .deleteFrom("collections")
      .where("id", "in", ids)
      .where("id", "not in", (from) =>
        from
          .selectFrom("collections as children")
          .select((child) => child.ref("children.parent_id").$notNull().as("id"))
          .where("children.parent_id", "in", ids),
      )
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
    if (numDeletedRows === 0n) return deleted;
  }
}
