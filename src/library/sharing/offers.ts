import * as accounts from "../../accounts/accounts.ts";
import { record } from "../../audit/record.ts";
import type { Database } from "../../database/database.ts";
import { toEmailKey } from "../../mail/email-key.ts";
import * as access from "../access.ts";
import * as library from "../library.ts";
import * as invitations from "./invitations.ts";

/** What an invitation offers to somebody. */
export interface Offer {
  readonly collectionId: number;
  readonly title: string;
  readonly ownerName: string;
  readonly role: invitations.Role;
}

/** An invitation to the address of an account. */
export interface ReceivedOffer extends Offer {
  readonly id: number;
  /** With it, the account can join. */
  readonly token: string;
}

/** What an account may already do with the collection of an offer; undefined if it has no access. */
export type Standing = invitations.Role | "owner" | undefined;

/** Maximum invitations that are listed for an address. */
const MAX_LISTED = 100;

/**
 * Returns what the invitation with a token offers. Undefined if the token is wrong or expired, or the account of the
 * collection's owner is deactivated or deleted.
 */
export async function find(database: Database, clock: () => number, token: string): Promise<Offer | undefined> {
  const invitation = await invitations.find(database, clock, token);
  if (invitation === undefined) return undefined;
  const row = await collectionsOfActiveOwners(database)
    .where("collections.id", "=", invitation.collectionId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...row, collectionId: invitation.collectionId, role: invitation.role };
}

/** Returns what an account may do with a collection, by its own role or that in a collection that contains it. */
export async function standingOf(database: Database, accountId: number, collectionId: number): Promise<Standing> {
  const collection = await access.findVisible(database, accountId, collectionId);
  switch (collection?.level) {
    case access.OWNER:
      return "owner";
    case access.MEMBER:
      return "member";
    case access.VIEWER:
      return "viewer";
    default:
      return undefined;
  }
}

/**
 * Lists the valid invitations to the address of an account, the latest 100, with the tokens to join. Empty unless the
 * account has confirmed its address: whoever can read its mail gets the same links.
 */
export async function listFor(
  database: Database,
  clock: () => number,
  tokenOf: invitations.TokenOf,
  accountId: number,
): Promise<ReceivedOffer[]> {
  const { email, email_confirmed_at } = await accounts.get(database, accountId);
  if (email_confirmed_at === null) return [];
  const found = await collectionsOfActiveOwners(database)
    .innerJoin("invitations", "invitations.collection_id", "collections.id")
    .select(["invitations.id", "invitations.token_hash", "collections.id as collectionId", "invitations.role"])
    .where("invitations.email_key", "=", toEmailKey(email))
    .where("invitations.expires_at", ">", clock())
    .where("collections.account_id", "!=", accountId)
    .orderBy("invitations.id", "desc")
    .limit(MAX_LISTED)
    .execute();
  return found.map(({ token_hash, ...offer }) => ({ ...offer, token: tokenOf({ id: offer.id, token_hash }) }));
}

/** Ends an invitation to the confirmed address of an account. Does nothing if it has none with this id. */
export async function decline(database: Database, accountId: number, invitationId: number): Promise<void> {
  const { email, email_confirmed_at } = await accounts.get(database, accountId);
  const received = database
    .selectFrom("invitations")
    .select("account_id as ownerId")
    .where("id", "=", invitationId)
    .where("email_key", "=", toEmailKey(email));
  const found = email_confirmed_at === null ? undefined : await received.executeTakeFirst();
  if (found === undefined) return;
  await library.change(database, found.ownerId, async (transaction) => {
    const declined = await transaction
      .deleteFrom("invitations")
      .where("id", "=", invitationId)
      .where("email_key", "=", toEmailKey(email))
      .returning(["collection_id as id", "role"])
      .executeTakeFirst();
    if (declined === undefined) return;
    const { id, role } = declined;
    record(transaction, { action: "share.decline", accountId, target: { kind: "collection", id }, details: { role } });
  });
}

/** Whether an account has confirmed its address. */
export async function hasConfirmedAddress(database: Database, accountId: number): Promise<boolean> {
  return (await accounts.get(database, accountId)).email_confirmed_at !== null;
}

function collectionsOfActiveOwners(database: Database) {
  return database
    .selectFrom("collections")
    .innerJoin("accounts", (join) =>
      join.onRef("accounts.id", "=", "collections.account_id").on("active", "=", 1).on("deleted_at", "is", null),
    )
    .select(["collections.title", "accounts.name as ownerName"]);
}
