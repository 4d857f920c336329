import { sql } from "kysely";
import type { Transaction } from "../database/database.ts";
import type { Flag } from "../database/schema.ts";
import { Failure } from "../errors.ts";

/** The user level of administrators. */
export const LEVEL = 4;

/** Active administrators that stay what they are until the transaction ends, by their ids. */
type Staying = readonly number[];

/**
 * Holds on to the two active administrators with the lowest ids, so that of two requests that would each take away the other's account one
 * waits. To be called before the account itself is locked: whoever locks does it in this order. Its index has literals, and so has the query.
 */
export async function lock(transaction: Transaction): Promise<Staying> {
  const rows = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("user_level", "=", sql.lit(LEVEL))
    .where("active", "=", sql.lit(1))
    .where("deleted_at", "is", null)
    .orderBy("id")
    .limit(2)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Throws `conflict` when an account is the last active administrator. */
export function refuseLast(
  staying: Staying,
  { id, user_level, active }: { readonly id: number; readonly user_level: number; readonly active: Flag },
): void {
  if (user_level !== LEVEL || active === 0 || staying.some((other) => other !== id)) return;
  throw new Failure("conflict", "This is the last active administrator. Make another one first.");
}
