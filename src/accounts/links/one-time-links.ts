import { hash, randomBytes } from "node:crypto";
import { Failure } from "#contract/failure";
import { CLOCK_TOLERANCE_MS } from "../../base/clock-tolerance.ts";
import type { Database, Transaction } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";

/** What a link is for: replacing a forgotten password, or confirming an e-mail address. */
export type Purpose = "reset" | "confirm";

/** A valid link. */
export interface OneTimeLink {
  readonly account_id: number;
  /** The address that the link was mailed to; null if it was not mailed. */
  readonly email: string | null;
  readonly expires_at: Time;
}

/** Input of `create`. */
interface NewLink {
  readonly accountId: number;
  readonly purpose: Purpose;
  readonly email: string | null;
  /** The version that the credentials of the account must have; null allows any. */
  readonly credentialVersion?: number | null;
  /** How long it is valid, in milliseconds; by default as long as others for this purpose. */
  readonly lifetime?: number | undefined;
}

const MINUTE_MS = 60_000;

/** How long links are valid, in milliseconds. */
export const LIFETIME_MS: Readonly<Record<Purpose, number>> = {
  reset: 30 * MINUTE_MS,
  confirm: 24 * 60 * MINUTE_MS,
};

/** How long the link is valid with which the owner of a new account chooses its first password, in milliseconds. */
export const FIRST_PASSWORD_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * Whether a link for a password is the one that the owner of a new account got: such links are valid for longer, except
 * for their last 30 minutes.
 */
export function isFirst({ expires_at: expiresAt }: OneTimeLink, now: Time): boolean {
  return expiresAt > now + LIFETIME_MS.reset + CLOCK_TOLERANCE_MS;
}

/** The longest time for which a link can be valid, in milliseconds. */
const LONGEST_MS: Readonly<Record<Purpose, number>> = { ...LIFETIME_MS, reset: FIRST_PASSWORD_MS };

/** Maximum expired links that are deleted when one is created. */
const MAX_DELETED = 100;

/**
 * Creates a link for an active account, and returns its token (160 random bits); only the hash of the token
 * is stored. An earlier link of the account for the same purpose becomes invalid, and so does this one when
 * the credentials of the account change; see `get`. Returns undefined if there is no such active account, or its credentials have
 * changed already.
 */
export async function create(
  database: Database,
  now: Time,
  { accountId, purpose, email, credentialVersion = null, lifetime = LIFETIME_MS[purpose] }: NewLink,
): Promise<string | undefined> {
  const account = await database
    .selectFrom("accounts")
    .select("credential_version")
    .where("id", "=", accountId)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .$if(credentialVersion !== null, (query) => query.where("credential_version", "=", credentialVersion))
    .executeTakeFirst();
  if (account === undefined) return undefined;
  const token = randomBytes(20).toString("base64url");
  const columns = { token_hash: hashOf(token), email, ...account, expires_at: now + lifetime };
  await database
    .insertInto("one_time_links")
    .values({ account_id: accountId, purpose, ...columns })
    .onConflict((conflict) => conflict.columns(["account_id", "purpose"]).doUpdateSet(columns))
    .execute();
  const old = database.selectFrom("one_time_links").select("token_hash").where("expires_at", "<=", now);
  await database.deleteFrom("one_time_links").where("token_hash", "in", old.limit(MAX_DELETED)).execute();
  return token;
}

/**
 * The valid link with this token. Throws `invalid` for an unknown, used or expired one. New credentials of an account
 * with an unconfirmed address leave its reset links valid: otherwise whoever registered somebody else's address could
 * change the password so often that the owner never gets to use one.
 */
export async function get(
  database: Database | Transaction,
  now: Time,
  purpose: Purpose,
  token: string,
): Promise<OneTimeLink> {
  const link = await database
    .selectFrom("one_time_links")
    .innerJoin("accounts", "accounts.id", "one_time_links.account_id")
    .select(["account_id", "one_time_links.email", "expires_at"])
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where(({ eb, and, or, ref }) =>
      or([
        eb("accounts.credential_version", "=", ref("one_time_links.credential_version")),
        and([
          eb("purpose", "=", "reset"),
          eb("email_confirmed_at", "is", null),
          or([eb("one_time_links.email", "is", null), eb("one_time_links.email", "=", ref("accounts.email"))]),
        ]),
      ]),
    )
    .where("expires_at", ">", now)
    // A link from the future would be valid for too long: the clock was ahead.
    .where("expires_at", "<=", now + LONGEST_MS[purpose] + CLOCK_TOLERANCE_MS)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (link === undefined) throw invalidLink();
  return link;
}

/**
 * Deletes a link, so that it can't be used again. To avoid deadlocks, lock its account first. Throws
 * `invalid` if another request has used it.
 */
export async function use(transaction: Transaction, token: string): Promise<void> {
  const used = await transaction
    .deleteFrom("one_time_links")
    .where("token_hash", "=", hashOf(token))
    .returning("account_id")
    .executeTakeFirst();
  if (used === undefined) throw invalidLink();
}

/** Makes all links of an account invalid. */
export async function removeAll(transaction: Transaction, accountId: number): Promise<void> {
  await transaction.deleteFrom("one_time_links").where("account_id", "=", accountId).execute();
}

function invalidLink(): Failure {
  return new Failure("invalid", "This link is not valid any more. Ask for a new one.", { reason: "link-invalid" });
}

function hashOf(token: string): string {
  return hash("sha256", token, "hex");
}
