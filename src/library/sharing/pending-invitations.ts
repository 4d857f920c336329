import { Failure } from "#contract/failure";
import { record } from "../../audit/record.ts";
import type { Database } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import * as access from "../access.ts";
import * as library from "../library.ts";
import type { Role, TokenOf } from "./invitations.ts";

/** An invitation to a collection that can still be used. */
export interface PendingInvitation {
  readonly id: number;
  /** The invited address; null for the link. */
  readonly email: string | null;
  readonly role: Role;
  readonly expires_at: Time;
  /** Whoever has it can join. */
  readonly token: string;
}

/** The two links of a collection, and as many addresses as an owner may invite. */
const MAX_LISTED = 102;

/**
 * Lists the invitations to a collection that are valid: its links first, then those of addresses, the oldest first.
 * Throws `notFound` and `forbidden` like `access.getWritable`.
 */
export async function list(
  database: Database,
  clock: () => number,
  tokenOf: TokenOf,
  accountId: number,
  id: number,
): Promise<PendingInvitation[]> {
  await access.getWritable(database, accountId, id);
  const found = await database
    .selectFrom("invitations")
    .select(["id", "email", "role", "expires_at", "token_hash"])
    .where("collection_id", "=", id)
    .where("expires_at", ">", clock())
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  const pending = found.map(({ token_hash, ...invitation }) => ({
    ...invitation,
    token: tokenOf({ id: invitation.id, token_hash }),
  }));
  return [...pending.filter(({ email }) => email === null), ...pending.filter(({ email }) => email !== null)];
}

/**
 * Ends an invitation, so that nobody can join with it. Throws like `list`, and `notFound` if the collection has no
 * such invitation.
 */
export async function revoke(database: Database, accountId: number, id: number, invitationId: number): Promise<void> {
  const { account_id: ownerId } = await access.getWritable(database, accountId, id);
  await library.change(database, ownerId, async (transaction) => {
    await access.getWritable(transaction, accountId, id);
    const revoked = await transaction
      .deleteFrom("invitations")
      .where("id", "=", invitationId)
      .where("collection_id", "=", id)
      .returning("role")
      .executeTakeFirst();
    if (revoked === undefined)
      throw new Failure("notFound", "This invitation was used or revoked.", { reason: "invitation-ended" });
    const target = { kind: "collection", id } as const;
    record(transaction, { action: "share.revoke", accountId: ownerId, target, details: { role: revoked.role } });
  });
}
