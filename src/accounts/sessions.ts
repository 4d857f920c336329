import { hash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "../database/database.ts";
import type { Flag, Time } from "../database/schema.ts";
import type { Level } from "./levels.ts";
import * as loginHistory from "./login-history.ts";

type Clock = () => number;

/** Who is signed in. */
export interface Visitor {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly user_level: Level;
  readonly credential_version: number;
}

/** A session that a browser took up again. */
export interface Resumed {
  readonly visitor: Visitor;
  /** The secret of the new session. */
  readonly token: string;
}

const HOUR = 60 * 60 * 1000;

/** How long a session lasts, in milliseconds (OWASP's Session Management Cheat Sheet: 4 to 8 hours for a day at the office). */
export const SESSION_LIFETIME = 8 * HOUR;

/** How long a browser can be kept signed in, in milliseconds. */
export const REMEMBER_LIFETIME = 30 * 24 * HOUR;

/** The most expired sessions that are forgotten at a time. */
const FORGOTTEN = 100;

/** Opens a session; gives back the 256-bit secret that stands for it, which is stored as its hash alone. */
export async function open(
  database: Database,
  clock: Clock,
  account: Pick<Visitor, "id" | "credential_version">,
): Promise<string> {
  return insert(database, clock(), account, 0);
}

/** Lets a browser open sessions without the password for 30 days; gives back the secret that it does so with. */
export async function openRemembered(
  database: Database,
  clock: Clock,
  account: Pick<Visitor, "id" | "credential_version">,
): Promise<string> {
  return insert(database, clock(), account, 1);
}

/**
 * Whose session this is; undefined for one that is unknown, expired or closed, and for one whose account is inactive, deleted or has had its
 * password changed since.
 */
export async function find(database: Database, clock: Clock, token: string): Promise<Visitor | undefined> {
  return select(database, clock(), token, 0);
}

/** Opens the next session of a browser that is kept signed in, and writes it down as a login. */
export async function resume(
  database: Database,
  clock: Clock,
  keptToken: string,
  origin: loginHistory.Origin,
): Promise<Resumed | undefined> {
  const now = clock();
  return database.transaction().execute(async (transaction) => {
    const visitor = await select(transaction, now, keptToken, 1);
    if (visitor === undefined) return undefined;
    const { id: accountId, credential_version: credentialVersion } = visitor;
    const login = { accountId, credentialVersion, origin, viaRemember: true, now };
    if (!(await loginHistory.record(transaction, login))) return undefined;
    return { visitor, token: await insert(transaction, now, visitor, 0) };
  });
}

/** Ends a session, or the keeping of one. */
export async function close(database: Database, token: string): Promise<void> {
  await database.deleteFrom("sessions").where("token_hash", "=", hashOf(token)).execute();
}

async function insert(
  database: Database | Transaction,
  now: Time,
  { id, credential_version }: Pick<Visitor, "id" | "credential_version">,
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
      expires_at: now + (kept === 1 ? REMEMBER_LIFETIME : SESSION_LIFETIME),
    })
    .execute();
  const old = database.selectFrom("sessions").select("token_hash").where("expires_at", "<=", now).limit(FORGOTTEN);
  await database.deleteFrom("sessions").where("token_hash", "in", old).execute();
  return token;
}

async function select(database: Database, now: Time, token: string, kept: Flag): Promise<Visitor | undefined> {
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
