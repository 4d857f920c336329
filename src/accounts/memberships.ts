import { record } from "../audit/record.ts";
import type { Transaction } from "../database/database.ts";

/**
 * Ends the access of an account to collections of others, and returns to how many it had access. Where it could invite,
 * it knows the tokens of invitations: those to these collections, and to the ones that they contain, end too.
 */
export async function leaveAll(transaction: Transaction, accountId: number): Promise<number> {
  const manageable = transaction
    .withRecursive("manageable", (from) =>
      from
        .selectFrom("collaborators")
        .select("collection_id as id")
        .where("account_id", "=", accountId)
        .where("role", "=", "member")
        .union(
          from
            .selectFrom("manageable")
            .innerJoin("collections", "collections.parent_id", "manageable.id")
            .select("collections.id"),
        ),
    )
    .selectFrom("manageable")
    .select("id");
  await transaction.deleteFrom("invitations").where("collection_id", "in", manageable).execute();
  const left = await transaction
    .deleteFrom("collaborators")
    .where("account_id", "=", accountId)
    .returning("collection_id as id")
    .execute();
  for (const { id } of left) {
    record(transaction, { action: "share.remove", accountId, target: { kind: "collection", id } });
  }
  return left.length;
}
