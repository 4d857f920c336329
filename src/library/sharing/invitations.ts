import { createHash, createHmac } from "node:crypto";
import { sql } from "kysely";
import { Failure } from "#contract/failure";
import type { Subkeys } from "../../accounts/subkeys.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { toEmailKey } from "../../mail/email-key.ts";

// An invitation is a link that anybody with its token can use, one for each collection and role, or is sent to an
// address and can be used once. Only the hash of a token is stored. A token is the HMAC of the invitation's id, so that
// the same link can be shown again. The key was another one before the server had subkeys.

/** How long an invitation is valid after it was last requested, in milliseconds. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Maximum addresses that the owner of collections has invited and that have not joined yet. */
const MAX_PENDING = 100;

export type Role = "member" | "viewer";

/** Returns the token of an invitation, always the same one. */
export type TokenOf = (invitation: Hashed) => string;

/** An invitation, and the stored hash of its token; empty for a new one. */
interface Hashed {
  readonly id: number;
  readonly token_hash: string;
}

/** The collection of an invitation, and whose it is. */
interface Subject {
  readonly id: number;
  readonly account_id: number;
}

/** An invitation that is valid. */
export interface Invitation {
  readonly id: number;
  readonly collectionId: number;
  readonly role: Role;
  /** The invited address; null for the link. */
  readonly email: string | null;
}

/** Creates the link of a collection and role, or prolongs it. Returns its token. */
export async function addLink(
  transaction: Transaction,
  clock: () => number,
  tokenOf: TokenOf,
  collection: Subject,
  role: Role,
): Promise<string> {
  await deleteExpired(transaction, clock, collection.account_id);
  const existing = await transaction
    .selectFrom("invitations")
    .select(["id", "token_hash"])
    .where("collection_id", "=", collection.id)
    .where("role", "=", role)
    .where("email_key", "is", null)
    .executeTakeFirst();
  return prolong(
    transaction,
    clock,
    tokenOf,
    existing ?? (await insert(transaction, clock, collection, { role, email: null })),
  );
}

/**
 * Invites addresses; an address that is invited already gets the new role. Returns a token for each. Throws
 * `forbidden` if too many addresses of the owner's collections have not joined yet.
 */
export async function addAddresses(
  transaction: Transaction,
  clock: () => number,
  tokenOf: TokenOf,
  collection: Subject,
  { role, emails }: { readonly role: Role; readonly emails: readonly string[] },
): Promise<{ readonly email: string; readonly token: string }[]> {
  await deleteExpired(transaction, clock, collection.account_id);
  const invited: { readonly email: string; readonly token: string }[] = [];
  for (const email of emails) {
    const existing = await transaction
      .updateTable("invitations")
      .set({ role })
      .where("collection_id", "=", collection.id)
      .where("email_key", "=", toEmailKey(email))
      .returning(["id", "token_hash"])
      .executeTakeFirst();
    const invitation = existing ?? (await insert(transaction, clock, collection, { role, email }));
    invited.push({ email, token: await prolong(transaction, clock, tokenOf, invitation) });
  }
  if ((await countPending(transaction, collection.account_id)) > MAX_PENDING) throw tooManyPending();
  return invited;
}

/** Finds the valid invitation with a token. */
export async function find(database: Database, clock: () => number, token: string): Promise<Invitation | undefined> {
  return database
    .selectFrom("invitations")
    .select(["id", "collection_id as collectionId", "role", "email"])
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", clock())
    .executeTakeFirst();
}

/** Ends the invitations that an account has used: the one of its address and, unless it is a link, the given one. */
export async function use(transaction: Transaction, { id, collectionId, email }: Invitation, address: string) {
  if (email !== null) await transaction.deleteFrom("invitations").where("id", "=", id).execute();
  await transaction
    .deleteFrom("invitations")
    .where("collection_id", "=", collectionId)
    .where("email_key", "=", toEmailKey(address))
    .execute();
}

/** Ends all invitations to collections, and returns their number. */
export async function deleteAll(transaction: Transaction, collectionIds: readonly number[]): Promise<number> {
  if (collectionIds.length === 0) return 0;
  const { numDeletedRows } = await transaction
    .deleteFrom("invitations")
    .where(engineOf(transaction).isOneOf(sql.ref("collection_id"), collectionIds))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function insert(
  transaction: Transaction,
  clock: () => number,
  { id: collection_id, account_id }: Subject,
  { role, email }: { readonly role: Role; readonly email: string | null },
): Promise<Hashed> {
  const [now, email_key] = [clock(), email === null ? null : toEmailKey(email)];
  const times = { created_at: now, expires_at: now };
  return transaction
    .insertInto("invitations")
    .values({ collection_id, account_id, role, email, email_key, token_hash: "", ...times })
    .returning(["id", "token_hash"])
    .executeTakeFirstOrThrow();
}

async function prolong(
  transaction: Transaction,
  clock: () => number,
  tokenOf: TokenOf,
  invitation: Hashed,
): Promise<string> {
  const token = tokenOf(invitation);
  await transaction
    .updateTable("invitations")
    .set({ token_hash: hashOf(token), expires_at: clock() + LIFETIME_MS })
    .where("id", "=", invitation.id)
    .execute();
  return token;
}

async function deleteExpired(transaction: Transaction, clock: () => number, ownerId: number): Promise<void> {
  await transaction
    .deleteFrom("invitations")
    .where("account_id", "=", ownerId)
    .where("expires_at", "<=", clock())
    .execute();
}

async function countPending(transaction: Transaction, ownerId: number): Promise<number> {
  const { count } = await transaction
    .selectFrom("invitations")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", ownerId)
    .where("email_key", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The tokens of a server: 128 bits in the form of a UUID, which clients of Raindrop.io expect. */
export function tokensFrom({ key, formerKey }: Subkeys["invitations"]): TokenOf {
  const tokenWith = (secret: string, id: number) =>
    toUuid(createHmac("sha256", secret).update(`invitation ${id}`).digest("hex"));
  return ({ id, token_hash }) => {
    const former = tokenWith(formerKey, id);
    return hashOf(former) === token_hash ? former : tokenWith(key, id);
  };
}

function toUuid(digits: string): string {
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join("-");
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function tooManyPending(): Failure {
  const message = "There are 100 invitations that nobody has used yet. Revoke some first.";
  return new Failure("forbidden", message, { reason: "too-many-invitations" });
}
