import { sql, type UpdateObject } from "kysely";
import type { Database, Transaction } from "../database/database.ts";
import { isTaken } from "../database/failures.ts";
import type { Schema } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import { type Account, toEmailKey, VISIBLE } from "./account.ts";
import * as administrators from "./administrators.ts";
import type { Level } from "./levels.ts";
import type { LoginRow } from "./login-history.ts";
import * as loginHistory from "./login-history.ts";
import { hasher } from "./passwords.ts";

type Clock = () => number;
type AccountUpdate = UpdateObject<Schema, "accounts">;

/** What an account is made of. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly level?: Level | undefined;
  readonly locale?: "en" | "sv" | undefined;
  readonly active?: boolean | undefined;
  /** The day or moment of registration, ISO 8601; now where it is left out. */
  readonly date?: string | undefined;
}

/** What may change of an account; what is left out stays. */
export interface AccountChange {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly locale?: "en" | "sv" | undefined;
  readonly active?: boolean | undefined;
  readonly level?: Level | undefined;
  readonly password?: string | undefined;
}

/** Condition of a change. */
export interface Condition {
  /** The version that the account must still have; undefined: any. */
  readonly ifVersion?: number | undefined;
}

/** Makes an account. Throws `taken` when another one has the address. */
export async function create(database: Database, clock: Clock, account: NewAccount): Promise<Account> {
  return createWithHash(database, clock, account, await hasher.hash(account.password));
}

/** The same with a password whose hash is known already. */
export async function createWithHash(
  database: Database,
  clock: Clock,
  { email, name, level = 1, locale = "en", active = true, date }: NewAccount,
  passwordHash: string,
): Promise<Account> {
  const now = clock();
  const registeredAt = date === undefined ? now : Date.parse(date);
  return refusingTaken(() =>
    database
      .insertInto("accounts")
      .values({
        email,
        email_key: toEmailKey(email),
        name: name.trim(),
        locale,
        active: active ? 1 : 0,
        user_level: level,
        password_hash: passwordHash,
        registered_at: registeredAt,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      .returning(VISIBLE)
      .executeTakeFirstOrThrow(),
  );
}

/** The account with this id, unless it is deleted. */
export async function find(database: Database, id: number): Promise<Account | undefined> {
  return database
    .selectFrom("accounts")
    .select(VISIBLE)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** The account with this address, unless it is deleted. */
export async function findByEmail(database: Database, email: string): Promise<Account | undefined> {
  return database
    .selectFrom("accounts")
    .select(VISIBLE)
    .where("email_key", "=", toEmailKey(email))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** The account with this id. Throws `notFound` also for a deleted one. */
export async function get(database: Database, id: number): Promise<Account> {
  const account = await find(database, id);
  if (account === undefined) throw notFound();
  return account;
}

/** An account with its newest 20 logins, newest first. Throws `notFound`. */
export async function getProfile(
  database: Database,
  id: number,
): Promise<{ readonly account: Account; readonly logins: readonly LoginRow[] }> {
  return { account: await get(database, id), logins: await loginHistory.of(database, id) };
}

/**
 * Changes the given fields. A new password and deactivation invalidate all tokens and sessions of the account. Throws `notFound`,
 * `changed` if the account no longer has `ifVersion`, `taken` if another account has the address, and `conflict` if no active
 * administrator would remain.
 */
export async function update(
  database: Database,
  clock: Clock,
  id: number,
  change: AccountChange,
  condition: Condition = {},
): Promise<Account> {
  const columns = await toColumns(change);
  const lowers = change.active === false || (change.level !== undefined && change.level < administrators.LEVEL);
  return refusingTaken(() =>
    database.transaction().execute(async (transaction) => {
      const staying = lowers ? await administrators.lock(transaction) : undefined;
      const current = await getForUpdate(transaction, id, condition);
      if (Object.keys(columns).length === 0) return current;
      if (staying !== undefined) administrators.refuseLast(staying, current);
      return write(transaction, id, { ...columns, updated_at: clock() });
    }),
  );
}

/**
 * Deletes an account softly: its rows stay, its keys, tokens and sessions become invalid, and its address can be registered again.
 * Throws `notFound`, `changed` and `conflict` like `update`.
 */
export async function remove(
  database: Database,
  clock: Clock,
  id: number,
  condition: Condition = {},
): Promise<Account> {
  return database.transaction().execute(async (transaction) => {
    const staying = await administrators.lock(transaction);
    const current = await getForUpdate(transaction, id, condition);
    administrators.refuseLast(staying, current);
    const now = clock();
    return write(transaction, id, { deleted_at: now, updated_at: now, ...killTokens() });
  });
}

/** What a change writes. Hashes the password, and is not to be awaited in a transaction. */
async function toColumns({ email, name, locale, active, level, password }: AccountChange): Promise<AccountUpdate> {
  return {
    ...(email !== undefined && { email, email_key: toEmailKey(email) }),
    ...(name !== undefined && { name: name.trim() }),
    ...(locale !== undefined && { locale }),
    ...(active !== undefined && { active: active ? 1 : 0 }),
    ...(level !== undefined && { user_level: level }),
    ...(password !== undefined && { password_hash: await hasher.hash(password) }),
    ...((password !== undefined || active === false) && killTokens()),
  };
}

/** Every token and session carries the version that it was issued under. */
function killTokens() {
  return { credential_version: sql<number>`credential_version + 1` };
}

/** Locks the row, so that what was checked here still holds when the transaction writes. */
async function getForUpdate(transaction: Transaction, id: number, { ifVersion }: Condition): Promise<Account> {
  const account = await transaction
    .selectFrom("accounts")
    .select(VISIBLE)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) throw notFound();
  if (ifVersion !== undefined && account.version !== ifVersion)
    throw new Failure("changed", "The object has changed since you read it. Read it again.");
  return account;
}

/** Every change raises the version, also one that no response shows. */
async function write(transaction: Transaction, id: number, columns: AccountUpdate): Promise<Account> {
  return transaction
    .updateTable("accounts")
    .set({ ...columns, version: sql`version + 1` })
    .where("id", "=", id)
    .returning(VISIBLE)
    .executeTakeFirstOrThrow();
}

async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isTaken(error, "accounts", "email_key")) throw new Failure("taken", "Email already exists", { cause: error });
    throw error;
  }
}

function notFound(): Failure {
  return new Failure("notFound", "There is no account with this id.");
}
