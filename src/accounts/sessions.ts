import { randomBytes } from "node:crypto";
import { Failure } from "#contract/failure";
import { networkOf } from "#contract/request/network";
import type { Client } from "../audit/origin.ts";
import { record } from "../audit/record.ts";
import { CLOCK_TOLERANCE_MS } from "../base/clock-tolerance.ts";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import type { Flag, Time } from "../database/schema/columns.ts";
import type { Level } from "./levels.ts";
import * as knownNetworks from "./login/known-networks.ts";
import * as loginHistory from "./login/login-history.ts";
import { clientColumns, hashOf, lifetimeOf, REMEMBER, SESSION } from "./session-row.ts";

export { REMEMBER_LIFETIME_MS, SESSION_LIFETIME_MS } from "./session-row.ts";

type Clock = () => number;

/** The account that is signed in. */
export interface SignedInUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly locale: "en" | "sv";
  readonly user_level: Level;
  readonly credential_version: number;
  /** The browser, in the list of all in which the user is signed in. Random; not a secret. */
  readonly browser_id: string;
  /** When the session was last used, with a precision of one minute; null if it was not used yet. */
  readonly last_used_at: Time | null;
}

type Credentials = Pick<SignedInUser, "id" | "credential_version">;

/** Tokens of a browser: 256 random bits each, of which only the hash is stored. */
export interface BrowserTokens {
  readonly session: string;
  /** With it, `resume` opens sessions without a password for 30 days. Undefined unless the browser is kept signed in. */
  readonly remember: string | undefined;
}

/** A session that `resume` opened from a remember token ("keep me signed in"). */
export interface ResumedSession {
  readonly user: SignedInUser;
  /** Token of the new session; undefined if it could not be stored. Then only this request is signed in. */
  readonly token: string | undefined;
}

/** Maximum expired rows that are deleted when a session or remember token is inserted. */
const MAX_DELETED = 100;

/**
 * Opens a session for a browser and, if it is to be kept signed in, stores a remember token. Both are one entry
 * in the list of browsers, and end together.
 */
export async function signIn(
  database: Database,
  clock: Clock,
  account: Credentials,
  { client, isKept }: { readonly client: Client; readonly isKept: boolean },
): Promise<BrowserTokens> {
  const browser = { id: newBrowserId(), client };
  return {
    session: await insert(database, clock(), account, SESSION, browser),
    remember: isKept ? await insert(database, clock(), account, REMEMBER, browser) : undefined,
  };
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
  client: loginHistory.LoginClient,
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
  client: loginHistory.LoginClient,
): Promise<ResumedSession | undefined> {
  return inTransaction(database, async (transaction) => {
    const user = await select(transaction, now, rememberToken, REMEMBER);
    if (user === undefined) return undefined;
    const { id: accountId, credential_version: credentialVersion } = user;
    const login = { accountId, credentialVersion, client, viaRemember: true, now };
    if (!(await loginHistory.record(transaction, login))) return undefined;
    await knownNetworks.remember(transaction, accountId, networkOf(client.address), null, now);
    return { user, token: await insert(transaction, now, user, SESSION, { id: user.browser_id, client }) };
  });
}

/** Deletes sessions and remember tokens. */
export async function close(database: Database, ...tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  await inTransaction(database, async (transaction) => {
    const closed = await transaction
      .deleteFrom("sessions")
      .where("token_hash", "in", tokens.map(hashOf))
      .returning(["account_id", "browser_id"])
      .execute();
    const browsers = new Map(closed.map(({ browser_id, account_id }) => [browser_id, account_id]));
    for (const [id, accountId] of browsers) {
      record(transaction, { action: "session.end", accountId, target: { kind: "session", id } });
    }
  });
}

async function insert(
  database: Database | Transaction,
  now: Time,
  { id, credential_version }: Credentials,
  kept: Flag,
  browser: { readonly id: string; readonly client: Client },
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
      browser_id: browser.id,
      ...clientColumns(browser.client),
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
    .select(["browser_id", "last_used_at"])
    .where("token_hash", "=", hashOf(token))
    .where("kept", "=", kept)
    .where("expires_at", ">", now)
    .where("expires_at", "<=", now + lifetimeOf(kept) + CLOCK_TOLERANCE_MS)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

function newBrowserId(): string {
  return randomBytes(12).toString("base64url");
}
