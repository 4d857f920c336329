import { hash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "../database/database.ts";
import type { Flag, Time } from "../database/schema.ts";
import type { Level } from "./levels.ts";
import * as loginHistory from "./login-history.ts";

type Clock = () => number;

/** The account that is signed in. */
export interface SignedInUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly user_level: Level;
  readonly credential_version: number;
}

/** A session that `resume` opened from a remember token ("keep me signed in"). */
export interface ResumedSession {
  readonly user: SignedInUser;
  /** Token of the new session. */
  readonly token: string;
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

/** The values of the column `kept`: 0 for a session, 1 for a remember token, which only `resume` accepts. */
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
 * Opens a session with a remember token, and records it as a login. Returns undefined if the token
 * is not valid, in the same cases as `find`.
 */
export async function resume(
  database: Database,
  clock: Clock,
  rememberToken: string,
  origin: loginHistory.Origin,
): Promise<ResumedSession | undefined> {
  const now = clock();
  return database.transaction().execute(async (transaction) => {
    const user = await select(transaction, now, rememberToken, REMEMBER);
    if (user === undefined) return undefined;
    const { id: accountId, credential_version: credentialVersion } = user;
    const login = { accountId, credentialVersion, origin, viaRemember: true, now };
    if (!(await loginHistory.record(transaction, login))) return undefined;
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
      expires_at: now + (kept === REMEMBER ? REMEMBER_LIFETIME_MS : SESSION_LIFETIME_MS),
    })
    .execute();
  const old = database.selectFrom("sessions").select("token_hash").where("expires_at", "<=", now).limit(MAX_DELETED);
  await database.deleteFrom("sessions").where("token_hash", "in", old).execute();
  return token;
}

async function select(database: Database, now: Time, token: string, kept: Flag): Promise<SignedInUser | undefined> {
  return database
    .selectFrom("sessions")
    .innerJoin("accounts", (join) =>
      join
        .onRef("accounts.id", "=", "sessions.account_id")
        .onRef("accounts.credential_version", "=", "sessions.credential_version"),
    )
    .select(["accounts.id", "email", "name", "user_level", "accounts.credential_version"])
    .where("token_hash", "=", hashOf(token))
    .where("kept", "=", kept)
    .where("expires_at", ">", now)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

function hashOf(token: string): string {
  return hash("sha256", token, "hex");
}
