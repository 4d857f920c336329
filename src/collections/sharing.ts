import * as accounts from "../accounts/accounts.ts";
import type { Action } from "../audit/action.ts";
import { type Details, record } from "../audit/record.ts";
import type { Database, Transaction } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import { Failure } from "../errors.ts";
import * as access from "./access.ts";
import * as invitations from "./invitations.ts";
import * as library from "./library.ts";

type Clock = () => number;

/** Somebody who may use a shared collection: its owner or a collaborator. */
export interface Participant {
  readonly id: number;
  readonly name: string;
  /** Empty for a caller who only reads. */
  readonly email: string;
  readonly role: invitations.Role | "owner";
  readonly registered_at: Time;
  /** When the collaborator joined; null for the owner. */
  readonly joined_at: Time | null;
}

/** Maximum collaborators of a collection. */
const MAX_COLLABORATORS = 1_000;

/** Maximum collections that are shared with an account: reading its tree reads those of their owners. */
const MAX_SHARED = 100;

/**
 * Lists the owner of a collection and its collaborators, those who joined first first. Collaborators of its ancestors
 * are not listed. Throws `notFound` and `forbidden` like `access.getShared`.
 */
export async function list(database: Database, accountId: number, id: number): Promise<Participant[]> {
  const { account_id: ownerId, level } = await access.getShared(database, accountId, id);
  const owner = await accountsOf(database).where("accounts.id", "=", ownerId).executeTakeFirstOrThrow();
  const collaborators = await accountsOf(database)
    .innerJoin("collaborators", "collaborators.account_id", "accounts.id")
    .select(["collaborators.role", "collaborators.created_at as joined_at"])
    .where("collection_id", "=", id)
    .orderBy("collaborators.created_at")
    .orderBy("accounts.id")
    .limit(MAX_COLLABORATORS)
    .execute();
  const found: Participant[] = [{ ...owner, role: "owner", joined_at: null }, ...collaborators];
  return level < access.MEMBER ? found.map((participant) => ({ ...participant, email: "" })) : found;
}

function accountsOf(database: Database) {
  return database
    .selectFrom("accounts")
    .select(["accounts.id", "accounts.name", "accounts.email", "accounts.registered_at"])
    .where("accounts.deleted_at", "is", null);
}

/**
 * Changes the role of a collaborator, or removes the collaborator. Throws `notFound`, also for an unknown collaborator,
 * and `forbidden` unless the caller is the owner or a member.
 */
export async function setRole(
  database: Database,
  accountId: number,
  id: number,
  collaboratorId: number,
  role: invitations.Role | undefined,
): Promise<void> {
  await change(database, accountId, id, access.getWritable, async (transaction) => {
    const current = await roleOf(transaction, id, collaboratorId);
    if (current === undefined) throw new Failure("notFound", "This collection has no collaborator with this id.");
    if (role === undefined) await remove(transaction, id, collaboratorId);
    else await write(transaction, id, collaboratorId, { from: current, to: role });
    // The collaborator may know their tokens, and could join again or get the old role back.
    await invitations.deleteAll(transaction, id);
  });
}

/**
 * Ends the sharing of a collection: for the owner, all collaborators and invitations; a collaborator leaves. Throws
 * `changed`, `forbidden` for another account's public collection, and `notFound`, also if the caller is a collaborator
 * only of an ancestor.
 */
export async function end(
  database: Database,
  accountId: number,
  id: number,
  options: library.ChangeOptions = {},
): Promise<void> {
  const work = async (transaction: Transaction, level: access.Level) => {
    if (level === access.OWNER) {
      await removeAll(transaction, accountId, id);
    } else if (!(await remove(transaction, id, accountId))) {
      throw new Failure("notFound", "You have access through a collection that contains this one. Leave that one.");
    }
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
    throw new Failure("forbidden", "You already owner of this collection", { reason: "CollaboratorsAlready" });
  }
  return library.change(database, ownerId, async (transaction) => {
    const invitation = await invitations.find(transaction, clock, token);
    if (invitation === undefined) throw wrongToken();
    if (!(await isOwnerActive(transaction, ownerId))) throw gone();
    const role = await add(transaction, clock, accountId, invitation);
    await invitations.use(transaction, invitation, email);
    return role;
  });
}

/** Makes an account a collaborator, and returns its role: the higher one if it has one already. */
export async function add(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  { collectionId, role }: Pick<invitations.Invitation, "collectionId" | "role">,
): Promise<invitations.Role> {
  const current = await roleOf(transaction, collectionId, accountId);
  if (current === undefined) {
    const row = { collection_id: collectionId, account_id: accountId, role, created_at: clock() };
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
      reason: "quota",
      limit: "quota",
    });
  }
  if ((await countWhere("account_id", accountId)) > MAX_SHARED) {
    const message = "Your account has reached its limit of 100 collections of others. Leave some first.";
    throw new Failure("forbidden", message, { reason: "quota", limit: "quota" });
  }
}

/** Runs `work` in a change of the owner's library, with what the caller may do with the collection. */
async function change(
  database: Database,
  accountId: number,
  id: number,
  get: typeof access.getShared,
  work: (transaction: Transaction, level: access.Level) => Promise<void>,
  options: library.ChangeOptions = {},
): Promise<void> {
  const { account_id: ownerId } = await get(database, accountId, id);
  await library.change(
    database,
    ownerId,
    async (transaction) => work(transaction, (await get(transaction, accountId, id)).level),
    options,
  );
}

async function roleOf(transaction: Transaction, id: number, accountId: number): Promise<invitations.Role | undefined> {
  const collaborator = await transaction
    .selectFrom("collaborators")
    .select("role")
    .where("collection_id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return collaborator?.role;
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

/** Ends all invitations, and the access of all collaborators. */
async function removeAll(transaction: Transaction, ownerId: number, id: number): Promise<void> {
  const invited = await invitations.deleteAll(transaction, id);
  const { numDeletedRows } = await transaction
    .deleteFrom("collaborators")
    .where("collection_id", "=", id)
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

async function remove(transaction: Transaction, id: number, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("collaborators")
    .where("collection_id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) recordShare(transaction, "share.remove", id, accountId);
  return numDeletedRows > 0n;
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

// Clients of Raindrop.io know these codes and texts.

function wrongToken(): Failure {
  return new Failure("forbidden", "Incorrect or expired token", { reason: "CollaboratorsIncorrectToken" });
}

function gone(): Failure {
  return new Failure("forbidden", "Shared collection not found or removed", { reason: "CollaboratorsNoCollection" });
}
