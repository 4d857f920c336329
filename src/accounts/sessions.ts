import { hash, randomBytes } from "node:crypto";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import type { Flag, Time } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import { networkOf } from "../limits/network.ts";
import { CLOCK_TOLERANCE_MS } from "./clock-tolerance.ts";
import type { Level } from "./levels.ts";
import * as knownNetworks from "./login/known-networks.ts";
import * as loginHistory from "./login-history.ts";

type Clock = () => number;

/** The account that is signed in. */
export interface SignedInUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly locale: "en" | "sv";
  readonly user_level: Level;
  readonly credential_version: number;
}

/** A session that `resume` opened from a remember token ("keep me signed in"). */
export interface ResumedSession {
  readonly user: SignedInUser;
  /** Token of the new session; undefined if it could not be stored. Then only this request is signed in. */
  readonly token: string | undefined;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Lifetime of a session in milliseconds (OWASP's Session Management Cheat Sheet: 4 to 8 hours for
 * office work).
 */
export const SESSION_LIFETIME_MS = 8 * HOUR_MS;

/** Lifetime of a remember token ("keep me signed in") in milliseconds. */
export const REMEMBER_LIFETIME_MS = 30 * 24 * HOUR_MS;

/** Maximum expired rows that are deleted when a session or remember token is inserted. */
const MAX_DELETED = 100;

/** Values of the column `kept`: a session, or a remember token, which only `resume` accepts. */
const SESSION: Flag = 0;
const REMEMBER: Flag = 1;

/** Opens a session. Returns its token (256 random bits); only the hash of the token is stored. */
export async function open(
  database: Database,
  clock: Clock,
  account: Pick<SignedInUser, "id" | "credential_version">,
): Promise<string> {
  return insert(database, clock(), account, SESSION);
}

/**
 * Stores a remember token, valid for 30 days, and returns it. With it, `resume` opens sessions
 * without a password.
 */
export async function openRemembered(
  database: Database,
  clock: Clock,
  account: Pick<SignedInUser, "id" | "credential_version">,
): Promise<string> {
  return insert(database, clock(), account, REMEMBER);
}

/**
 * The account that is signed in; undefined for an unknown, expired or closed session, and when the
 * account is inactive, deleted, or got a new password after the session was opened.
 */
export async function find(database: Database, clock: Clock, token: string): Promise<SignedInUser | undefined> {
  return select(database, clock(), token, SESSION);
}

/**
 * Opens a session with a remember token, and records it as a login. While the database can't write,
 * does neither and signs in for this request only. Returns undefined in the same cases as `find`.
 */
export async function resume(
  database: Database,
  clock: Clock,
  rememberToken: string,
  client: loginHistory.Client,
): Promise<ResumedSession | undefined> {
  const now = clock();
  try {
    return await openResumed(database, now, rememberToken, client);
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "unavailable")) throw error;
    const user = await select(database, now, rememberToken, REMEMBER);
    return user && { user, token: undefined };
  }
}

async function openResumed(
  database: Database,
  now: Time,
  rememberToken: string,
  client: loginHistory.Client,
): Promise<ResumedSession | undefined> {
  return inTransaction(database, async (transaction) => {
    const user = await select(transaction, now, rememberToken, REMEMBER);
    if (user === undefined) return undefined;
    const { id: accountId, credential_version: credentialVersion } = user;
    const login = { accountId, credentialVersion, client, viaRemember: true, now };
    if (!(await loginHistory.record(transaction, login))) return undefined;
    await knownNetworks.remember(transaction, accountId, networkOf(client.address), null, now);
    return { user, token: await insert(transaction, now, user, SESSION) };
  });
}

/** Deletes a session or remember token. */
export async function close(database: Database, token: string): Promise<void> {
  await database.deleteFrom("sessions").where("token_hash", "=", hashOf(token)).execute();
}

async function insert(
  database: Database | Transaction,
  now: Time,
  { id, credential_version }: Pick<SignedInUser, "id" | "credential_version">,
  kept: Flag,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await database
    .insertInto("sessions")
    .values({
      token_hash: hashOf(token),
      account_id: id,
      credential_version,
      kept,
      expires_at: now + lifetimeOf(kept),
    })
    .execute();
  const old = database.selectFrom("sessions").select("token_hash").where("expires_at", "<=", now).limit(MAX_DELETED);
  await database.deleteFrom("sessions").where("token_hash", "in", old).execute();
  return token;
}

/**
 * Finds the account of a session or remember token. A token issued more than a minute in the future is
 * not valid: it would live too long.
 */
async function select(database: Database, now: Time, token: string, kept: Flag): Promise<SignedInUser | undefined> {
  return database
    .selectFrom("sessions")
    .innerJoin("accounts", (join) =>
      join
        .onRef("accounts.id", "=", "sessions.account_id")
        .onRef("accounts.credential_version", "=", "sessions.credential_version"),
    )
    .select(["accounts.id", "email", "name", "locale", "user_level", "accounts.credential_version"])
    .where("token_hash", "=", hashOf(token))
    .where("kept", "=", kept)
    .where("expires_at", ">", now)
    .where("expires_at", "<=", now + lifetimeOf(kept) + CLOCK_TOLERANCE_MS)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

function lifetimeOf(kept: Flag): number {
  return kept === REMEMBER ? REMEMBER_LIFETIME_MS : SESSION_LIFETIME_MS;
}

function hashOf(token: string): string {
  return hash("sha256", token, "hex");
}
