import { sql } from "kysely";
import { Failure } from "#contract/failure";
import * as accounts from "../../accounts/accounts.ts";
import type { Action } from "../../audit/action.ts";
import { type Details, record } from "../../audit/record.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import * as access from "../access.ts";
import * as library from "../library.ts";
import * as invitations from "./invitations.ts";
import { sharedWithin } from "./shared-subtree.ts";

type Clock = () => number;

/** Maximum collaborators of a collection. */
export const MAX_COLLABORATORS = 1_000;

/** Maximum collections that are shared with an account: reading its tree reads those of their owners. */
const MAX_SHARED = 100;

/**
 * Changes the role of a collaborator, or removes the collaborator: also in the collections nested in this one, where no
 * role stays above `viewer` if that is the new one. Ends the invitations to all of them, unless no role changes. Throws
 * `notFound`, also for an account that is a collaborator of none of them, and `forbidden` unless the caller is the owner
 * or a member.
 */
export async function setRole(
  database: Database,
  accountId: number,
  id: number,
  collaboratorId: number,
  role: invitations.Role | undefined,
): Promise<void> {
  await change(database, accountId, id, access.getWritable, async (transaction, { account_id: ownerId }) => {
    const within = await sharedWithin(transaction, ownerId, id);
    const memberships = await membershipsIn(transaction, collaboratorId, within);
    if (memberships.length === 0)
      throw new Failure("notFound", "This collection has no collaborator with this id.", {
        reason: "collaborator-not-found",
      });
    if (role === undefined) await remove(transaction, collaboratorId, memberships);
    else {
      const hasJoined = memberships.some((membership) => membership.id === id);
      // A member keeps a lower role in a nested collection: there, the higher one counts.
      const changed = memberships.filter((membership) => membership.id === id || !hasJoined || role === "viewer");
      if (changed.every((membership) => membership.role === role)) return;
      for (const { id: each, role: from } of changed)
        await write(transaction, each, collaboratorId, { from, to: role });
    }
    // The collaborator may know their tokens, and could join again or get the old role back.
    await invitations.deleteAll(transaction, within);
  });
}

/**
 * Ends the sharing of a collection and of those nested in it: for the owner, all collaborators and invitations; a
 * collaborator leaves, and when that is a member, whom all tokens are shown, the invitations end too. Throws `changed`,
 * `forbidden` for another account's public collection, and `notFound`, also if the caller is a collaborator only of an
 * ancestor.
 */
export async function end(
  database: Database,
  accountId: number,
  id: number,
  options: library.ChangeOptions = {},
): Promise<void> {
  const work = async (transaction: Transaction, { account_id: ownerId, level }: access.VisibleCollection) => {
    const within = await sharedWithin(transaction, ownerId, id);
    if (level === access.OWNER) return removeAll(transaction, ownerId, id, within);
    const memberships = await membershipsIn(transaction, accountId, within);
    if (!memberships.some((membership) => membership.id === id)) {
      throw new Failure("notFound", "You have access through a collection that contains this one. Leave that one.", {
        reason: "shared-by-ancestor",
      });
    }
    await remove(transaction, accountId, memberships);
    if (memberships.some(({ role }) => role === "member")) await invitations.deleteAll(transaction, within);
  };
  await change(database, accountId, id, access.getShared, work, options);
}

/**
 * Makes an account a collaborator by the token of an invitation, and returns its role: the higher one if it has one
 * already. Throws `forbidden` for a wrong or expired token, a collection that is gone, the owner, and beyond a quota.
 */
export async function join(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  token: string,
): Promise<invitations.Role> {
  const offered = await invitations.find(database, clock, token);
  if (offered?.collectionId !== id) throw wrongToken();
  const { email } = await accounts.get(database, accountId);
  const ownerId = await access.findOwner(database, id);
  if (ownerId === undefined) throw gone();
  if (ownerId === accountId) {
    throw new Failure("forbidden", "You are the owner of this collection.", { reason: "already-owner" });
  }
  return library.change(database, ownerId, async (transaction) => {
    const invitation = await invitations.find(transaction, clock, token);
    if (invitation === undefined) throw wrongToken();
    if (!(await isOwnerActive(transaction, ownerId))) throw gone();
    const role = await add(transaction, clock, accountId, { ...invitation, ownerId });
    await invitations.use(transaction, invitation, email);
    return role;
  });
}

/** Makes an account a collaborator, and returns its role: the higher one if it has one already. */
export async function add(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  { collectionId, role, ownerId }: Pick<invitations.Invitation, "collectionId" | "role"> & { readonly ownerId: number },
): Promise<invitations.Role> {
  const [membership] = await membershipsIn(transaction, accountId, [collectionId]);
  const current = membership?.role;
  if (current === undefined) {
    const ids = { collection_id: collectionId, account_id: accountId, owner_id: ownerId };
    const row = { ...ids, role, created_at: clock() };
    await transaction.insertInto("collaborators").values(row).execute();
    await assertWithinQuota(transaction, accountId, collectionId);
    recordShare(transaction, "share.accept", collectionId, accountId, { role });
    return role;
  }
  if (current === "member" || role === "viewer") return current;
  await write(transaction, collectionId, accountId, { from: current, to: role });
  return role;
}

async function assertWithinQuota(transaction: Transaction, accountId: number, collectionId: number): Promise<void> {
  const countWhere = async (column: "collection_id" | "account_id", value: number) => {
    const { count } = await transaction
      .selectFrom("collaborators")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where(column, "=", value)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  if ((await countWhere("collection_id", collectionId)) > MAX_COLLABORATORS) {
    throw new Failure("forbidden", "This collection has reached its limit of 1,000 collaborators.", {
      reason: "collaborator-limit",
      limit: "quota",
    });
  }
  if ((await countWhere("account_id", accountId)) > MAX_SHARED) {
    const message = "Your account has reached its limit of 100 collections of others. Leave some first.";
    throw new Failure("forbidden", message, { reason: "shared-limit", limit: "quota" });
  }
}

/** Runs `work` in a change of the owner's library, with the collection as the caller sees it. */
async function change(
  database: Database,
  accountId: number,
  id: number,
  get: typeof access.getShared,
  work: (transaction: Transaction, collection: access.VisibleCollection) => Promise<void>,
  options: library.ChangeOptions = {},
): Promise<void> {
  const { account_id: ownerId } = await get(database, accountId, id);
  await library.change(
    database,
    ownerId,
    async (transaction) => work(transaction, await get(transaction, accountId, id)),
    options,
  );
}

/** The role of an account in a collection. */
interface Membership {
  /** The id of the collection. */
  readonly id: number;
  readonly role: invitations.Role;
}

/** The roles that an account has in these collections, not counting those that come from an ancestor. */
async function membershipsIn(
  transaction: Transaction,
  accountId: number,
  collectionIds: readonly number[],
): Promise<Membership[]> {
  return transaction
    .selectFrom("collaborators")
    .select(["collection_id as id", "role"])
    .where("account_id", "=", accountId)
    .where(engineOf(transaction).isOneOf(sql.ref("collection_id"), collectionIds))
    .orderBy("collection_id")
    .execute();
}

async function write(
  transaction: Transaction,
  id: number,
  accountId: number,
  role: { readonly from: invitations.Role; readonly to: invitations.Role },
): Promise<void> {
  if (role.from === role.to) return;
  await transaction
    .updateTable("collaborators")
    .set({ role: role.to })
    .where("collection_id", "=", id)
    .where("account_id", "=", accountId)
    .execute();
  recordShare(transaction, "share.role.change", id, accountId, { role });
}

/** Ends all invitations to the collections `within` another one, and the access of all their collaborators. */
async function removeAll(
  transaction: Transaction,
  ownerId: number,
  id: number,
  within: readonly number[],
): Promise<void> {
  const invited = await invitations.deleteAll(transaction, within);
  const { numDeletedRows } = await transaction
    .deleteFrom("collaborators")
    .where(engineOf(transaction).isOneOf(sql.ref("collection_id"), within))
    .executeTakeFirstOrThrow();
  const collaborators = Number(numDeletedRows);
  if (collaborators + invited === 0) return;
  recordShare(transaction, "share.end", id, ownerId, { collaborators, invitations: invited });
}

/** Records an event about the access of an account to a collection. */
function recordShare(
  transaction: Transaction,
  action: Action,
  id: number,
  accountId: number,
  details: Details = {},
): void {
  record(transaction, { action, accountId, target: { kind: "collection", id }, details });
}

/** Ends the access of an account to collections. */
async function remove(transaction: Transaction, accountId: number, memberships: readonly Membership[]): Promise<void> {
  const ids = memberships.map(({ id }) => id);
  await transaction
    .deleteFrom("collaborators")
    .where("account_id", "=", accountId)
    .where(engineOf(transaction).isOneOf(sql.ref("collection_id"), ids))
    .execute();
  for (const id of ids) recordShare(transaction, "share.remove", id, accountId);
}

async function isOwnerActive(transaction: Transaction, ownerId: number): Promise<boolean> {
  const owner = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", ownerId)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return owner !== undefined;
}

function wrongToken(): Failure {
  return new Failure("forbidden", "This invitation is unknown or has expired.", { reason: "invitation-unknown" });
}

function gone(): Failure {
  return new Failure("forbidden", "The collection of this invitation was deleted.", {
    reason: "invitation-to-deleted",
  });
}
