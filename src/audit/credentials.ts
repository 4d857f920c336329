import { Failure } from "#contract/failure";
import type { Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Origin } from "./origin.ts";

/** How often each transaction has itself ended the credentials of accounts, by account. */
const endedIn = new WeakMap<Transaction, Map<number, number>>();

/** Tells that a transaction increments the credential version of an account, so that it may still record events. */
export function noteEnd(transaction: Transaction, accountId: number): void {
  const ended = endedIn.get(transaction) ?? new Map<number, number>();
  endedIn.set(transaction, ended.set(accountId, (ended.get(accountId) ?? 0) + 1));
}

/**
 * Throws `unauthenticated` if the credentials with which a request was authenticated have ended since, for example
 * because the password was reset while the request waited for a thread. Locks the account until the transaction ends.
 */
export async function assertCurrent(
  transaction: Transaction,
  { accountId, credentialVersion }: Pick<Origin, "accountId" | "credentialVersion">,
): Promise<void> {
  if (accountId === null || credentialVersion === null) return;
  const [account] = await lockVersion(transaction, { accountId });
  const ended = endedIn.get(transaction)?.get(accountId) ?? 0;
  if (account?.credential_version === credentialVersion + ended) return;
  throw new Failure("unauthenticated", "Your login, session or key has ended. Log in again.", {
    reason: "credential-ended",
  });
}

/** Shared, because foreign keys lock the row too. */
const lockVersion = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database.selectFrom("accounts").select("credential_version").where("id", "=", value("accountId")).forShare(),
);
