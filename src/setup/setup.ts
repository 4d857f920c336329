import { hash, randomBytes } from "node:crypto";
import { Failure } from "#contract/failure";
import { networkOf } from "#contract/request/network";
import type { Account } from "../accounts/account.ts";
import * as accounts from "../accounts/accounts.ts";
import * as administrators from "../accounts/administrators.ts";
import { CLOCK_TOLERANCE_MS } from "../base/clock-tolerance.ts";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import * as registrationPolicy from "./registration-policy.ts";

/** The first administrator, and what that person decides. */
export interface Setup {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Whether anybody may register. */
  readonly isRegistrationOpen: boolean;
  /** IP address of the client. */
  readonly address: string;
}

/** How long a setup link is valid, in milliseconds. */
export const LIFETIME_MS = 60 * 60 * 1000;

/**
 * Creates a link with which the first administrator can be created, valid for an hour. Its token (160 random bits) is
 * in the fragment, which browsers send to no server; only a hash is stored. Returns undefined if there is an
 * administrator; other accounts do not matter, because anybody may register. Each start of a server creates a link; all
 * become invalid together.
 */
export async function createLink(
  database: Database,
  { clock, baseUrl }: { readonly clock: () => number; readonly baseUrl: string },
): Promise<string | undefined> {
  if (await administrators.exist(database)) return undefined;
  const now = clock();
  const token = randomBytes(20).toString("base64url");
  await database.deleteFrom("setup_links").where("expires_at", "<=", now).execute();
  await database
    .insertInto("setup_links")
    .values({ token_hash: hashOf(token), expires_at: now + LIFETIME_MS })
    .execute();
  return `${baseUrl}/setup#${token}`;
}

/** Throws `invalid` if the token of a link is unknown or expired, or there is an administrator. */
export async function assertValid(database: Database, clock: () => number, token: string): Promise<void> {
  const link = await database
    .selectFrom("setup_links")
    .select("expires_at")
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirst();
  if (!isValid(link?.expires_at, clock()) || (await administrators.exist(database))) throw invalidLink();
}

/**
 * Creates the first administrator, and stores whether registration is open. All setup links become invalid. Throws
 * `invalid` for an invalid link, with the reason `link-invalid`, and for a password that is easy to guess, and `unavailable`
 * like `accounts.hashPassword`.
 */
export async function complete(
  database: Database,
  clock: () => number,
  { token, isRegistrationOpen, address, ...person }: Setup,
): Promise<Account> {
  await assertValid(database, clock, token);
  const passwordHash = await accounts.hashPassword({ ...person, network: networkOf(address) });
  return inTransaction(database, async (transaction) => {
    await useLink(transaction, clock(), token);
    await registrationPolicy.store(transaction, isRegistrationOpen);
    return accounts.createWithHash(transaction, clock, { ...person, level: administrators.LEVEL }, passwordHash);
  });
}

/** Deletes all links, so that of several requests only the first finds its own. Throws `invalid` like `assertValid`. */
async function useLink(transaction: Transaction, now: Time, token: string): Promise<void> {
  const links = await transaction.deleteFrom("setup_links").returning(["token_hash", "expires_at"]).execute();
  const link = links.find(({ token_hash }) => token_hash === hashOf(token));
  if (!isValid(link?.expires_at, now) || (await administrators.exist(transaction))) throw invalidLink();
}

/** Whether a link that expires at this time is valid. One that is valid for too long was created by a wrong clock. */
function isValid(expiresAt: Time | undefined, now: Time): boolean {
  return expiresAt !== undefined && expiresAt > now && expiresAt <= now + LIFETIME_MS + CLOCK_TOLERANCE_MS;
}

function invalidLink(): Failure {
  const message =
    "This setup link is not valid any more. Restart the server for a new one, if it has no administrator yet.";
  return new Failure("invalid", message, { reason: "link-invalid" });
}

function hashOf(token: string): string {
  return hash("sha256", token, "hex");
}
