import { Failure } from "#contract/failure";
import { beforeLong } from "#contract/scheduling";
import type { Account } from "../../accounts/account.ts";
import * as accounts from "../../accounts/accounts.ts";
import * as loginHistory from "../../accounts/login/login-history.ts";
import * as settings from "../../accounts/settings.ts";
import type { Database } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import * as library from "../library.ts";
import * as collections from "./collections.ts";
import * as groups from "./groups.ts";

/** An account as its owner sees it. */
export interface Profile {
  readonly account: Account;
  /** At least one; together they have all root collections. */
  readonly groups: readonly settings.Group[];
  readonly config: settings.AccountConfig;
  /** Bytes that the account stores. */
  readonly usedBytes: number;
  /** When the account or its items last changed. */
  readonly changedAt: Time;
  /** When somebody last logged in to the account; undefined if never. */
  readonly lastLoginAt: Time | undefined;
}

/** Returns the profile of an account. Throws `notFound` if the account doesn't exist. */
export async function getProfile(database: Database, accountId: number): Promise<Profile> {
  const account = await accounts.get(database, accountId);
  const stored = await settings.get(database, accountId);
  const ownLibrary = await library.find(database, accountId);
  const rootIds = await collections.listRootIds(database, accountId);
  await beforeLong(rootIds.length);
  return {
    account,
    groups: groups.withRoots(stored.groups, rootIds),
    config: stored.config,
    usedBytes: ownLibrary?.stored_bytes ?? 0,
    changedAt: Math.max(account.updated_at, ownLibrary?.items_changed_at ?? 0),
    lastLoginAt: await loginHistory.lastTimeOf(database, accountId),
  };
}

/**
 * Finds an active account by its id as text or by its exact name. A text that is both means the id.
 * Throws `notFound`.
 */
export async function findPublic(database: Database, idOrName: string): Promise<Account> {
  const byId = /^[1-9]\d{0,14}$/.test(idOrName) ? await accounts.find(database, Number(idOrName)) : undefined;
  const account = byId?.active === 1 ? byId : await accounts.findByName(database, idOrName);
  if (account === undefined)
    throw new Failure("notFound", "There is no account with this name or id.", { reason: "profile-not-found" });
  return account;
}
