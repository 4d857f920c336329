import { timingSafeEqual } from "node:crypto";
import { Failure, type Problem } from "#contract/failure";
import { record } from "../audit/record.ts";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { isTaken } from "../database/failures.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Time } from "../database/schema/columns.ts";
import { hashOf, isKey, newKey, prefixOf } from "./api-key.ts";
import type { Principal } from "./principal.ts";
import * as scopes from "./scopes.ts";
import type { KeyUseRecorder } from "./use-recorder.ts";

type Clock = () => number;

/** Dependencies of `authenticate`. */
export interface KeyService {
  readonly clock: Clock;
  readonly uses: KeyUseRecorder;
}

/** An API key without its secret. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly created_at: Time;
  readonly expires_at: Time | null;
  /** Rounded down to the minute. */
  readonly last_used_at: Time | null;
  /** What it is limited to; null for everything. */
  readonly scopes: readonly scopes.Scope[] | null;
}

/** Input of `create`. */
export interface NewApiKey {
  /** 1 to 100 characters. */
  readonly name: string;
  /** Milliseconds since 1970; null if the key never expires. */
  readonly expiresAt: Time | null;
  /** What the key is limited to; everything by default and for an empty list. */
  readonly scopes?: readonly scopes.Scope[] | undefined;
}

/** The error message for a missing or invalid key. */
export const UNAUTHORIZED_MESSAGE = "Unauthorized request, please authenticate your request.";

/** Maximum length of a key's name, in characters. */
export const MAX_NAME_LENGTH = 100;

/** Maximum number of keys of an account, not counting revoked ones. */
export const MAX_KEYS = 100;

const COLUMNS = ["id", "name", "prefix", "created_at", "expires_at", "last_used_at", "scopes"] as const;

/**
 * Creates a key and returns it; only its prefix and hash are stored. Throws `invalid` for an invalid
 * name or expiry, `taken` if another key of the account has the name, `conflict` if the account has
 * 100 keys, and `notFound` if there is no such account. Revoked keys do not count.
 */
export async function create(
  database: Database,
  clock: Clock,
  accountId: number,
  { name, expiresAt, scopes: limits }: NewApiKey,
): Promise<string> {
  const now = clock();
  assertValid(name.trim(), expiresAt, now);
  const key = newKey();
  try {
    await inTransaction(database, async (transaction) => {
      await lockAccount(transaction, accountId);
      if ((await list(transaction, accountId)).length >= MAX_KEYS)
        throw new Failure("conflict", `An account can have at most ${MAX_KEYS} keys. Revoke one first.`, {
          reason: "key-limit",
          values: { limit: MAX_KEYS },
        });
      const id = await store(transaction, now, accountId, key, { name, expiresAt, scopes: limits });
      record(transaction, {
        action: "key.create",
        accountId,
        target: { kind: "key", id },
        details: { prefix: prefixOf(key), expires_at: expiresAt, scopes: scopes.toStored(limits ?? []) },
        personal: { name: name.trim() },
      });
    });
  } catch (error) {
    if (!isTaken(error, "api_keys", "name")) throw error;
    throw new Failure("taken", "There is already a key with this name. Choose another name.", {
      reason: "key-name-taken",
      cause: error,
    });
  }
  return key;
}

/**
 * Creates a key for the next `lifetimeMs` milliseconds, and revokes the one that the account got with this name before.
 * Throws like `create`, and `taken` also if the account has a key of its own with the name, which lives longer.
 */
export async function replaceTemporary(
  database: Database,
  clock: Clock,
  accountId: number,
  { name, lifetimeMs }: { readonly name: string; readonly lifetimeMs: number },
): Promise<string> {
  const isReplaced = (key: ApiKey) =>
    key.name === name && key.expires_at !== null && key.expires_at - key.created_at <= lifetimeMs;
  return inTransaction(database, async (transaction) => {
    await lockAccount(transaction, accountId);
    for (const { id } of (await list(transaction, accountId)).filter(isReplaced))
      await revoke(transaction, clock, accountId, id);
    return create(transaction, clock, accountId, { name, expiresAt: clock() + lifetimeMs });
  });
}

/** Stores a given key, without the checks of `create`, and returns its id. */
export async function store(
  database: Database,
  now: Time,
  accountId: number,
  key: string,
  { name, expiresAt, scopes: limits = [] }: NewApiKey,
): Promise<number> {
  const { id } = await database
    .insertInto("api_keys")
    .values({
      account_id: accountId,
      name: name.trim(),
      prefix: prefixOf(key),
      key_hash: hashOf(key),
      created_at: now,
      expires_at: expiresAt,
      scopes: scopes.toStored(limits),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks the account, so that parallel requests cannot exceed `MAX_KEYS`. Throws `notFound`. */
async function lockAccount(transaction: Transaction, accountId: number): Promise<void> {
  const account = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined)
    throw new Failure("notFound", "There is no account with this id.", { reason: "account-not-found" });
}

/** The keys of an account that are not revoked, newest first. */
export async function list(database: Database, accountId: number): Promise<ApiKey[]> {
  const rows = await database
    .selectFrom("api_keys")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .orderBy("id", "desc")
    .execute();
  return rows.map(toKey);
}

function toKey(row: Omit<ApiKey, "scopes"> & { readonly scopes: string | null }): ApiKey {
  return { ...row, scopes: scopes.fromStored(row.scopes) };
}

/** A key of an account. Throws `notFound`, also for a revoked one. */
export async function get(database: Database, accountId: number, id: number): Promise<ApiKey> {
  const key = await database
    .selectFrom("api_keys")
    .select(COLUMNS)
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (key === undefined) throw notFound();
  return toKey(key);
}

/** Revokes a key of an account, effective from the next request. Throws `notFound`. */
export async function revoke(database: Database, clock: Clock, accountId: number, id: number): Promise<ApiKey> {
  return inTransaction(database, async (transaction) => {
    const key = await transaction
      .updateTable("api_keys")
      .set({ revoked_at: clock() })
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .returning(COLUMNS)
      .executeTakeFirst();
    if (key === undefined) throw notFound();
    const target = { kind: "key", id } as const;
    record(transaction, { action: "key.revoke", accountId, target, details: { prefix: key.prefix } });
    return toKey(key);
  });
}

/** Revokes all keys of an account. Returns their number. */
export async function revokeAll(transaction: Transaction, clock: Clock, accountId: number): Promise<number> {
  const revoked = await transaction
    .updateTable("api_keys")
    .set({ revoked_at: clock() })
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .returning(["id", "prefix"])
    .execute();
  for (const { id, prefix } of revoked) {
    record(transaction, { action: "key.revoke", accountId, target: { kind: "key", id }, details: { prefix } });
  }
  return revoked.length;
}

/**
 * The account that a key belongs to. Throws `unauthenticated` for a malformed, unknown, expired or
 * revoked key, and when the account is inactive or deleted. Records the use without waiting for the
 * write.
 */
export async function authenticate(database: Database, { clock, uses }: KeyService, key: string): Promise<Principal> {
  if (!isKey(key)) throw unauthorized();
  const now = clock();
  const hash = hashOf(key);
  const candidates = await findUsable(database, { prefix: prefixOf(key), now });
  const found = candidates.find(({ key_hash }) => isEqual(key_hash, hash));
  if (found === undefined) throw unauthorized();
  uses.record(found.id, found.last_used_at, now);
  const { account_id: accountId, user_level: level, credential_version: credentialVersion } = found;
  return { accountId, level, credentialVersion, scopes: scopes.fromStored(found.scopes), keyPrefix: prefixOf(key) };
}

/** Keys with this prefix that are neither expired nor revoked, of active accounts. */
const findUsable = prepare((database, value: ValueOf<{ prefix: string; now: Time }>) =>
  database
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select([
      "api_keys.id",
      "api_keys.key_hash",
      "api_keys.last_used_at",
      "api_keys.scopes",
      "account_id",
      "user_level",
      "credential_version",
    ])
    .where("prefix", "=", value("prefix"))
    .where("revoked_at", "is", null)
    .where(({ eb }) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", value("now"))]))
    .where("active", "=", 1)
    .where("deleted_at", "is", null),
);

function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, "hex"), Buffer.from(other, "hex"));
}

/** What is wrong with the name of a key; empty for a valid one. */
export function problemsOfName(name: string): readonly Problem[] {
  const isValid = [...name.trim()].length <= MAX_NAME_LENGTH && /^[^\0]+$/.test(name.trim());
  const message = `must have 1 to ${MAX_NAME_LENGTH} characters`;
  return isValid ? [] : [{ message, reason: "not-so-many-characters", values: { least: 1, limit: MAX_NAME_LENGTH } }];
}

function assertValid(name: string, expiresAt: Time | null, now: Time): void {
  const details = [
    ...problemsOfName(name).map((problem) => ({ path: "/name", ...problem })),
    ...(expiresAt === null || expiresAt > now
      ? []
      : [{ path: "/expires", message: "must be in the future", reason: "not-in-future" }]),
  ];
  if (details.length === 0) return;
  throw new Failure("invalid", `The key is not valid: its ${details[0]?.path.slice(1)} ${details[0]?.message}.`, {
    reason: "key-invalid",
    details,
  });
}

function notFound(): Failure {
  return new Failure("notFound", "There is no such key.", { reason: "key-not-found" });
}

function unauthorized(): Failure {
  return new Failure("unauthenticated", UNAUTHORIZED_MESSAGE, { reason: "credential-wrong" });
}
