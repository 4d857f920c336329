import { sql, type UpdateObject } from "kysely";
import type { Database } from "../database/database.ts";
import { isTaken } from "../database/failures.ts";
import type { Flag, Schema, Time } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import type { Level } from "./levels.ts";
import { hasher } from "./passwords.ts";

type Clock = () => number;
type AccountUpdate = UpdateObject<Schema, "accounts">;

/** An account as anybody in the server may see it: without its password. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly locale: "en" | "sv";
  readonly active: Flag;
  readonly user_level: Level;
  readonly registered_at: Time;
  readonly created_at: Time;
  readonly updated_at: Time;
}

/** What an account is made of. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly level?: Level;
  /** The day or moment of registration, ISO 8601; now where it is left out. */
  readonly date?: string | undefined;
}

/** What may change of an account; what is left out stays. */
export interface AccountChange {
  readonly email?: string;
  readonly name?: string;
  readonly locale?: "en" | "sv";
  readonly active?: boolean;
  readonly level?: Level;
}

const VISIBLE = [
  "id",
  "email",
  "name",
  "locale",
  "active",
  "user_level",
  "registered_at",
  "created_at",
  "updated_at",
] as const;

/** An address as it is compared: without regard to upper and lower case. */
export function toEmailKey(email: string): string {
  return email.toLowerCase();
}

/** Makes an active account. Throws `conflict` when another one has the address. */
export async function create(
  database: Database,
  clock: Clock,
  { email, name, password, level = 1, date }: NewAccount,
): Promise<Account> {
  const now = clock();
  const registeredAt = date === undefined ? now : Date.parse(date);
  const passwordHash = await hasher.hash(password);
  return refusingTaken(() =>
    database
      .insertInto("accounts")
      .values({
        email,
        email_key: toEmailKey(email),
        name: name.trim(),
        locale: "en",
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

/** The account with this id. Throws `notFound` when there is none, or it is deleted. */
export async function get(database: Database, id: number): Promise<Account> {
  return (await find(database, id)) ?? refuseUnknown();
}

/**
 * Changes what is given, if anything is; deactivating an account kills its tokens. Throws `notFound`, and `conflict` when another one
 * has the address.
 */
export async function update(database: Database, clock: Clock, id: number, change: AccountChange): Promise<Account> {
  const { email, name, locale, active, level } = change;
  if (Object.values(change).every((value) => value === undefined)) return get(database, id);
  return refusingTaken(() =>
    write(database, clock, id, {
      ...(email !== undefined && { email, email_key: toEmailKey(email) }),
      ...(name !== undefined && { name: name.trim() }),
      ...(locale !== undefined && { locale }),
      ...(active !== undefined && { active: active ? 1 : 0 }),
      ...(level !== undefined && { user_level: level }),
      ...(active === false && killTokens()),
    }),
  );
}

/** Gives an account another password and kills its tokens. Throws `notFound`. */
export async function setPassword(database: Database, clock: Clock, id: number, password: string): Promise<Account> {
  const passwordHash = await hasher.hash(password);
  return write(database, clock, id, { password_hash: passwordHash, ...killTokens() });
}

/** Deletes an account softly: its tokens die, its address is free again, its rows stay. Throws `notFound`. */
export async function remove(database: Database, clock: Clock, id: number): Promise<Account> {
  return write(database, clock, id, { deleted_at: clock(), ...killTokens() });
}

/** Every token carries the version that it was issued under. */
function killTokens() {
  return { credential_version: sql<number>`credential_version + 1` };
}

async function write(database: Database, clock: Clock, id: number, columns: AccountUpdate): Promise<Account> {
  const account = await database
    .updateTable("accounts")
    .set({ ...columns, updated_at: clock() })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(VISIBLE)
    .executeTakeFirst();
  return account ?? refuseUnknown();
}

async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isTaken(error, "accounts", "email_key"))
      throw new Failure("conflict", "Email already exists", { cause: error });
    throw error;
  }
}

function refuseUnknown(): never {
  throw new Failure("notFound", "There is no account with this id.");
}
