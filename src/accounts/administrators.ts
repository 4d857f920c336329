import { sql } from "kysely";
import { Failure } from "#contract/failure";
import type { Database, Transaction } from "../database/database.ts";
import type { Flag } from "../database/schema/columns.ts";

/** The user level of administrators. */
export const LEVEL = 4;

/** Ids of active administrators whose rows are locked until the transaction ends. */
type Locked = readonly number[];

/**
 * Locks the rows of the two active administrators with the lowest ids: enough to know whether another
 * one remains. This serialises requests that delete, deactivate or demote administrators. To avoid
 * deadlocks, call it before you lock the account that changes.
 */
export async function lock(transaction: Transaction): Promise<Locked> {
  const rows = await selectActive(transaction).orderBy("id").limit(2).forUpdate().execute();
  return rows.map(({ id }) => id);
}

/** Whether there is an active administrator. */
export async function exist(database: Database): Promise<boolean> {
  const found = await selectActive(database).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** With literals instead of parameters, so that the query can use a partial index. */
function selectActive(database: Database) {
  return database
    .selectFrom("accounts")
    .select("id")
    .where("user_level", "=", sql.lit(LEVEL))
    .where("active", "=", sql.lit(1))
    .where("deleted_at", "is", null);
}

/** Throws `conflict` if the account is the last active administrator. `locked` is the result of `lock`. */
export function assertNotLast(
  locked: Locked,
  { id, user_level, active }: { readonly id: number; readonly user_level: number; readonly active: Flag },
): void {
  if (user_level !== LEVEL || active === 0 || locked.some((other) => other !== id)) return;
  throw new Failure("conflict", "This is the last active administrator. Make another account an administrator first.", {
    reason: "last-administrator",
  });
}
