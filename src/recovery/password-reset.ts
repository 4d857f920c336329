import { Failure, type FailureKind } from "#contract/failure";
import { networkOf } from "#contract/request/network";
import * as accountAudit from "../accounts/account-audit.ts";
import { getForUpdate, nextCredentialVersion, write } from "../accounts/account-row.ts";
import * as accounts from "../accounts/accounts.ts";
import { admit, type MailRequest, type MailService, resetUrl } from "../accounts/links/mail-service.ts";
import * as links from "../accounts/links/one-time-links.ts";
import * as throttle from "../accounts/login/login-throttle.ts";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { toEmailKey } from "../mail/email-key.ts";
import { TEXTS } from "../mail/languages.ts";
import { serverNameOf } from "../mail/server-name.ts";
import { type Evicted, evict } from "./eviction.ts";

/** A new password, and the token of the link that allows it. */
export interface NewPassword {
  readonly token: string;
  readonly password: string;
  /** IP address of the client. */
  readonly address: string;
}

/**
 * Mails a link with which the password of an account can be replaced once, within 30 minutes. Returns before
 * the account is looked up, so that neither result nor duration shows whether it exists. Throws `tooMany` and
 * `forbidden` like `admit`, and `unavailable` while too many mails are waiting.
 */
export async function request(database: Database, service: MailService, request: MailRequest): Promise<void> {
  const outbox = await admit(service, request);
  outbox.add(async () => {
    const account = await accounts.findByEmail(database, request.email);
    if (account === undefined) return undefined;
    const { id, email } = account;
    const token = await links.create(database, service.clock(), { accountId: id, purpose: "reset", email });
    if (token === undefined) return undefined;
    return {
      to: email,
      ...TEXTS[request.language].resetPassword(resetUrl(service.baseUrl, token), await serverNameOf(database)),
    };
  });
}

/** Failures after which an administrator can pass on a link that was not mailed. */
const TOLERATED: readonly FailureKind[] = ["tooMany", "forbidden", "unavailable"];

/**
 * Mails the owner of a new account a link with which to choose its password, valid for 3 days. Returns whether a mail
 * will be sent: not by a server that sends none, and not beyond the limits of `admit`.
 */
export async function mailFirstLink(
  database: Database,
  service: MailService,
  accountId: number,
  { email, address, language }: MailRequest,
): Promise<boolean> {
  try {
    const outbox = await admit(service, { email, address });
    outbox.add(async () => {
      const token = await links.create(database, service.clock(), {
        accountId,
        purpose: "reset",
        email,
        lifetime: links.FIRST_PASSWORD_MS,
      });
      if (token === undefined) return undefined;
      const link = resetUrl(service.baseUrl, token);
      return { to: email, ...TEXTS[language].choosePassword(link, await serverNameOf(database)) };
    });
    return true;
  } catch (error) {
    if (!(error instanceof Failure && TOLERATED.includes(error.kind))) throw error;
    return false;
  }
}

/**
 * Creates a link like the one that `request` mails, for an administrator who passes it on. `isFirst`: it is valid for 3
 * days, for the owner of a new account. Throws `notFound`, and `conflict` for an inactive account.
 */
export async function createLink(
  database: Database,
  { clock, baseUrl }: Pick<MailService, "clock" | "baseUrl">,
  accountId: number,
  { isFirst = false } = {},
): Promise<string> {
  await accounts.get(database, accountId);
  const token = await inTransaction(database, async (transaction) => {
    const created = await links.create(transaction, clock(), {
      accountId,
      purpose: "reset",
      email: null,
      lifetime: isFirst ? links.FIRST_PASSWORD_MS : undefined,
    });
    if (created !== undefined) accountAudit.recordOne(transaction, accountId, "account.reset-link");
    return created;
  });
  if (token === undefined)
    throw new Failure("conflict", "The account is inactive. Activate it first.", { reason: "account-inactive" });
  return resetUrl(baseUrl, token);
}

/** What a link is for. Throws `invalid` if its token is unknown, used or expired. */
export async function getLink(database: Database, clock: () => number, token: string): Promise<{ isFirst: boolean }> {
  const now = clock();
  return { isFirst: links.isFirst(await links.get(database, now, "reset", token), now) };
}

/** What a completed reset has ended. */
export interface CompletedReset {
  readonly accountId: number;
  /** What else has ended than sessions, login tokens and links; undefined for an account with a confirmed address. */
  readonly evicted: Evicted | undefined;
}

/**
 * Replaces a password. Ends all sessions and login tokens of the account, makes its links invalid, and clears its
 * failed logins. If its address had never been confirmed, somebody else may have registered it: then all its keys,
 * webhooks and shares end too; see `evict`. A link that was mailed also confirms the address. Throws `invalid` for an
 * invalid link, with the reason `link-invalid`, and for a password that is easy to guess, and `unavailable` like
 * `accounts.hashPassword`.
 */
export async function complete(
  database: Database,
  clock: () => number,
  { token, password, address }: NewPassword,
): Promise<CompletedReset> {
  const { account_id: id, email: mailedTo } = await links.get(database, clock(), "reset", token);
  const { email, name, email_confirmed_at: confirmedAt } = await accounts.get(database, id);
  // Before the transaction, because hashing is slow; after the check of the link, so that only its owner causes it.
  const passwordHash = await accounts.hashPassword({ email, name, password, network: networkOf(address) });
  const replace = async (transaction: Transaction) => {
    const now = clock();
    await getForUpdate(transaction, id, {});
    await links.get(transaction, now, "reset", token);
    await links.use(transaction, token);
    await links.removeAll(transaction, id);
    await write(transaction, id, {
      password_hash: passwordHash,
      ...nextCredentialVersion(transaction, id),
      updated_at: now,
      // Whoever has a mailed link can read the mail of the account.
      ...(mailedTo !== null && { email_confirmed_at: now }),
    });
    await throttle.unlock(transaction, toEmailKey(email));
    const via = mailedTo === null ? "link of an administrator" : "mailed link";
    accountAudit.recordOne(transaction, id, "account.password.change", { details: { with: via } });
  };
  // A change of the address would make the link invalid, so this still holds in the transaction.
  if (confirmedAt === null) {
    return { accountId: id, evicted: await evict(database, clock, id, { unpublishes: true }, replace) };
  }
  await inTransaction(database, replace);
  return { accountId: id, evicted: undefined };
}
