import type { Account } from "../accounts/account.ts";
import * as accounts from "../accounts/accounts.ts";
import type { Database } from "../database/database.ts";
import type { Collection } from "./collection.ts";
import * as collections from "./collections.ts";

/** An account with its root collections, by `sort` descending, then id. */
export interface Profile {
  readonly account: Account;
  readonly roots: readonly Collection[];
}

/** Returns the profile of an account. Throws `notFound` if the account doesn't exist. */
export async function getProfile(database: Database, accountId: number): Promise<Profile> {
  const account = await accounts.get(database, accountId);
  return { account, roots: await collections.list(database, accountId, "root") };
}
