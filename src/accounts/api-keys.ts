import { timingSafeEqual } from "node:crypto";
import type { Database, Transaction } from "../database/database.ts";
import { isTaken } from "../database/failures.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Time } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import { hashOf, isKey, newKey, prefixOf } from "./api-key.ts";
import type { Principal } from "./principal.ts";

type Clock = () => number;

/** A key as its owner sees it, once it has been made. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly created_at: Time;
  readonly expires_at: Time | null;
  /** To the minute. */
  readonly last_used_at: Time | null;
}

/** What a key is made of. */
export interface NewApiKey {
  /** 1 to 100 characters. */
  readonly name: string;
  /** When it stops working, in milliseconds since 1970; null: never. */
  readonly expiresAt: Time | null;
}

/** What is said to whoever shows no key, or one that is no good. */
export const UNAUTHORIZED = "Unauthorized request, please authenticate your request.";

/** The most keys of one account that are not revoked. */
export const MOST_KEYS = 100;

const MINUTE = 60_000;

const VISIBLE = ["id", "name", "prefix", "created_at", "expires_at", "last_used_at"] as const;

/**
 * Makes a key and gives it back, for this once. Throws `invalid` for a name or an expiry that makes no sense, `taken` when another key of the
 * account has the name, `conflict` when the account has 100 keys, `notFound` when there is no account.
 */
export async function create(
  database: Database,
  clock: Clock,
  accountId: number,
  { name, expiresAt }: NewApiKey,
): Promise<string> {
  const now = clock();
  refuseInvalid(name.trim(), expiresAt, now);
  const key = newKey();
  try {
    await database.transaction().execute(async (transaction) => {
      await holdAccount(transaction, accountId);
      if ((await list(transaction, accountId)).length >= MOST_KEYS)
        throw new Failure("conflict", `An account has ${MOST_KEYS} keys at most. Revoke one first.`);
      await keep(transaction, now, accountId, key, { name, expiresAt });
    });
  } catch (error) {
    if (!isTaken(error, "api_keys", "name")) throw error;
    throw new Failure("taken", "There is a key of this name already. Choose another name.", { cause: error });
  }
  return key;
}

/** Stores a key that is known already. Everything that could be wrong with it is for the caller to look at. */
export async function keep(
  database: Database,
  now: Time,
  accountId: number,
  key: string,
  { name, expiresAt }: NewApiKey,
): Promise<void> {
  await database
    .insertInto("api_keys")
    .values({
      account_id: accountId,
      name: name.trim(),
      prefix: prefixOf(key),
      key_hash: hashOf(key),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

/** Lets two requests for one account count its keys one after the other. Throws `notFound` when it is not there. */
async function holdAccount(transaction: Transaction, accountId: number): Promise<void> {
  const account = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) throw new Failure("notFound", "There is no account with this id.");
}

/** The keys of an account that are not revoked, the newest first. */
export async function list(database: Database, accountId: number): Promise<ApiKey[]> {
  return database
    .selectFrom("api_keys")
    .select(VISIBLE)
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .orderBy("id", "desc")
    .execute();
}

/** One of the keys that `list` gives. Throws `notFound`. */
export async function get(database: Database, accountId: number, id: number): Promise<ApiKey> {
  const key = await database
    .selectFrom("api_keys")
    .select(VISIBLE)
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return key ?? refuseUnknown();
}

/** Makes a key of an account useless, from the next request on. Throws `notFound`. */
export async function revoke(database: Database, clock: Clock, accountId: number, id: number): Promise<ApiKey> {
  const key = await database
    .updateTable("api_keys")
    .set({ revoked_at: clock() })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .returning(VISIBLE)
    .executeTakeFirst();
  return key ?? refuseUnknown();
}

/**
 * Whose key this is. Throws `unauthenticated` for one that is malformed, unknown, expired or revoked, and for one whose account is inactive or
 * deleted. Notes the use, once a minute.
 */
export async function authenticate(database: Database, clock: Clock, key: string): Promise<Principal> {
  if (!isKey(key)) return refuse();
  const now = clock();
  const hash = hashOf(key);
  const candidates = await usable(database, { prefix: prefixOf(key), now });
  const found = candidates.find(({ key_hash }) => isEqual(key_hash, hash));
  if (found === undefined) return refuse();
  await noteUse(database, found.id, found.last_used_at, now);
  return { accountId: found.account_id, level: found.user_level };
}

/** The keys that begin so and can be used now, of accounts that are there and active. */
const usable = prepare((database, value: ValueOf<{ prefix: string; now: Time }>) =>
  database
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select(["api_keys.id", "api_keys.key_hash", "api_keys.last_used_at", "account_id", "user_level"])
    .where("prefix", "=", value("prefix"))
    .where("revoked_at", "is", null)
    .where(({ eb }) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", value("now"))]))
    .where("active", "=", 1)
    .where("deleted_at", "is", null),
);

/** Writes only when the minute is another one, so that a busy key costs no write per request. */
async function noteUse(database: Database, id: number, lastUsedAt: Time | null, now: Time): Promise<void> {
  const minute = now - (now % MINUTE);
  if (lastUsedAt !== null && lastUsedAt >= minute) return;
  await database.updateTable("api_keys").set({ last_used_at: minute }).where("id", "=", id).execute();
}

function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, "hex"), Buffer.from(other, "hex"));
}

function refuseInvalid(name: string, expiresAt: Time | null, now: Time): void {
  const details = [
    ...(/^[^\0]{1,100}$/u.test(name) ? [] : [{ path: "/name", message: "must have 1 to 100 characters" }]),
    ...(expiresAt === null || expiresAt > now ? [] : [{ path: "/expires", message: "must lie in the future" }]),
  ];
  if (details.length === 0) return;
  throw new Failure("invalid", `The key is not valid: its ${details[0]?.path.slice(1)} ${details[0]?.message}.`, {
    details,
  });
}

function refuseUnknown(): never {
  throw new Failure("notFound", "There is no such key.");
}

function refuse(): never {
  throw new Failure("unauthenticated", UNAUTHORIZED);
}
