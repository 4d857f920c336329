import { sql, type UpdateObject } from "kysely";
import type { Database, Transaction } from "../database/database.ts";
import { isTaken } from "../database/failures.ts";
import type { Schema } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import { type Account, toEmailKey, VISIBLE } from "./account.ts";
import * as administrators from "./administrators.ts";
import type { Level } from "./levels.ts";
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

/** Throws when an account, as it is now, is not to be changed. Awaits nothing but the transaction. */
export type Precondition = (transaction: Transaction, current: Account) => Promise<void>;

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

/** The account with this id. Throws `notFound` when there is none, or it is deleted. */
export async function get(database: Database, id: number): Promise<Account> {
  return (await find(database, id)) ?? refuseUnknown();
}

/**
 * Changes what is given, if anything is. Deactivating an account and giving it another password kills its tokens and sessions. Throws
 * `notFound`, `taken` when another one has the address, `conflict` when it would leave no active administrator, and what the
 * precondition throws; then nothing has changed.
 */
export async function update(
  database: Database,
  clock: Clock,
  id: number,
  change: AccountChange,
  precondition?: Precondition,
): Promise<Account> {
  const columns = await toColumns(change);
  const lowers = change.active === false || (change.level !== undefined && change.level < administrators.LEVEL);
  return refusingTaken(() =>
    database.transaction().execute(async (transaction) => {
      const staying = lowers ? await administrators.lock(transaction) : undefined;
      const current = await getForUpdate(transaction, id);
      await precondition?.(transaction, current);
      if (Object.keys(columns).length === 0) return current;
      if (staying !== undefined) administrators.refuseLast(staying, current);
      return write(transaction, id, { ...columns, updated_at: clock() });
    }),
  );
}

/**
 * Deletes an account softly: its keys, tokens and sessions die, its address is free again, its rows stay. Throws `notFound`, `conflict` when
 * it would leave no active administrator, and what the precondition throws; then nothing has changed.
 */
export async function remove(
  database: Database,
  clock: Clock,
  id: number,
  precondition?: Precondition,
): Promise<Account> {
  return database.transaction().execute(async (transaction) => {
    const staying = await administrators.lock(transaction);
    const current = await getForUpdate(transaction, id);
    await precondition?.(transaction, current);
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

async function getForUpdate(transaction: Transaction, id: number): Promise<Account> {
  const account = await transaction
    .selectFrom("accounts")
    .select(VISIBLE)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return account ?? refuseUnknown();
}

/** Every change raises the version, so that a copy read before can be told from one read after. */
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

function refuseUnknown(): never {
  throw new Failure("notFound", "There is no account with this id.");
}
