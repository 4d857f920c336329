import { sql, type UpdateObject } from "kysely";
import { changed, Failure } from "#contract/failure";
import * as credentials from "../audit/credentials.ts";
import type { Transaction } from "../database/database.ts";
import { isTaken } from "../database/failures.ts";
import type { Schema } from "../database/schema/schema.ts";
import { ACCOUNT_COLUMNS, type Account, selectAccounts } from "./account.ts";

/** Columns of an account to write. */
export type AccountUpdate = UpdateObject<Schema, "accounts">;

/** Precondition of a change. */
export interface Condition {
  /** The version that the account must still have; undefined allows any version. */
  readonly ifVersion?: number | undefined;
}

/**
 * Reads and locks a row, so that checks on it still hold when the transaction writes.
 * Throws `notFound`, and `changed` if the condition is not met.
 */
export async function getForUpdate(transaction: Transaction, id: number, { ifVersion }: Condition): Promise<Account> {
  const account = await selectAccounts(transaction).where("id", "=", id).forUpdate().executeTakeFirst();
  if (account === undefined) throw notFound();
  if (ifVersion !== undefined && account.version !== ifVersion) throw changed();
  return account;
}

/** Writes columns and increments the version, even if no response shows the written columns. */
export async function write(transaction: Transaction, id: number, columns: AccountUpdate): Promise<Account> {
  return transaction
    .updateTable("accounts")
    .set({ ...columns, version: sql`version + 1` })
    .where("id", "=", id)
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The column that invalidates all tokens and sessions: each is valid for one credential version only. */
export function nextCredentialVersion(transaction: Transaction, id: number) {
  credentials.noteEnd(transaction, id);
  return { credential_version: sql<number>`credential_version + 1` };
}

/** Runs an insert or update. Throws `taken` if the unique index on e-mail addresses rejects it. */
export async function translateTakenEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isTaken(error, "accounts", "email_key"))
      throw new Failure("taken", "Email already exists", { reason: "email-taken", cause: error });
    throw error;
  }
}

/** The failure of an account that does not exist. */
export function notFound(): Failure {
  return new Failure("notFound", "There is no account with this id.", { reason: "account-not-found" });
}
