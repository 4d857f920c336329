import type { Database } from "../database/database.ts";
import type { Flag, Time } from "../database/schema/columns.ts";
import type { Level } from "./levels.ts";

/** An account without its password hash. */
export interface Account {
  readonly id: number;
  readonly email: string;
  /** When the owner confirmed the address; null if that has not happened. */
  readonly email_confirmed_at: Time | null;
  readonly name: string;
  readonly locale: "en" | "sv";
  readonly active: Flag;
  readonly user_level: Level;
  readonly registered_at: Time;
  readonly created_at: Time;
  readonly updated_at: Time;
  /** Incremented by every update, also of columns not listed here, except when a login rehashes the password. */
  readonly version: number;
}

/** The columns of `Account`. */
export const ACCOUNT_COLUMNS = [
  "id",
  "email",
  "email_confirmed_at",
  "name",
  "locale",
  "active",
  "user_level",
  "registered_at",
  "created_at",
  "updated_at",
  "version",
] as const;

/** Selects the accounts that are not deleted. */
export function selectAccounts(database: Database) {
  return database.selectFrom("accounts").select(ACCOUNT_COLUMNS).where("deleted_at", "is", null);
}
