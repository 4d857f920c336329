import { Failure, type FailureKind } from "#contract/failure";
import { currentOrigin } from "../audit/origin.ts";
import { type Database, inTransaction } from "../database/database.ts";
import { toEmailKey } from "../mail/email-key.ts";
import { TEXTS } from "../mail/languages.ts";
import type { Outbox } from "../mail/outbox.ts";
import { serverNameOf } from "../mail/server-name.ts";
import type { Account } from "./account.ts";
import * as accountAudit from "./account-audit.ts";
import { getForUpdate, nextCredentialVersion, translateTakenEmail, write } from "./account-row.ts";
import * as accounts from "./accounts.ts";
import * as addressNotice from "./links/address-notice.ts";
import { admit, confirmationUrl, type MailRequest, type MailService } from "./links/mail-service.ts";
import * as links from "./links/one-time-links.ts";

/** Failures after which an account can still be created: its owner can ask for the mail again. */
const TOLERATED: readonly FailureKind[] = ["tooMany", "forbidden", "unavailable"];

/**
 * Mails a link that confirms an address of an account once, within 24 hours: its own, or the one to which it
 * changes. Throws `tooMany` and `forbidden` like `admit`, and `unavailable` while too many mails are waiting.
 */
export async function request(
  database: Database,
  service: MailService,
  accountId: number,
  request: MailRequest,
): Promise<void> {
  send(database, service, await admit(service, request), accountId, request);
}

/**
 * Like `request`, for an account that was just created; sends no mail instead of throwing, or if the account has another
 * address when it is sent.
 */
export async function requestFirst(
  database: Database,
  service: MailService,
  accountId: number,
  firstRequest: MailRequest,
): Promise<void> {
  try {
    const outbox = await admit(service, firstRequest);
    const isCurrent = async () => (await accounts.find(database, accountId))?.email === firstRequest.email;
    add(database, service, outbox, accountId, firstRequest, isCurrent);
  } catch (error) {
    if (!(error instanceof Failure && TOLERATED.includes(error.kind))) throw error;
  }
}

/**
 * Mails the link of a request that `admit` has counted, unless the credentials of the owner, who asked for it, end
 * before. Throws `unavailable` while too many mails are waiting.
 */
export function send(
  database: Database,
  service: MailService,
  outbox: Outbox,
  accountId: number,
  request: MailRequest,
): void {
  add(database, service, outbox, accountId, request, async () => true);
}

function add(
  database: Database,
  { clock, baseUrl }: MailService,
  outbox: Outbox,
  accountId: number,
  { email, language }: MailRequest,
  isWanted: () => Promise<boolean>,
): void {
  const { credentialVersion } = currentOrigin();
  outbox.add(async () => {
    if (!(await isWanted())) return undefined;
    const link = { accountId, purpose: "confirm", email, credentialVersion } as const;
    const token = await links.create(database, clock(), link);
    if (token === undefined) return undefined;
    return {
      to: email,
      ...TEXTS[language].confirmEmail(confirmationUrl(baseUrl, token), await serverNameOf(database)),
    };
  });
}

/** The address that a link confirms. Throws `invalid` if its token is unknown, used or expired. */
export async function addressOf(database: Database, clock: () => number, token: string): Promise<string | null> {
  return (await links.get(database, clock(), "confirm", token)).email;
}

/**
 * Confirms the address that a link was mailed to, and makes it the address of the account. Another address ends all
 * sessions, login tokens and links, and the old one gets a notice. Returns the account. Throws `invalid` for an
 * invalid link, with the reason `link-invalid`, and `taken` if another account has the address.
 */
export async function confirm(database: Database, clock: () => number, token: string): Promise<Account> {
  const { account_id: id, email } = await links.get(database, clock(), "confirm", token);
  const { before, after } = await translateTakenEmail(() =>
    inTransaction(database, async (transaction) => {
      const now = clock();
      const before = await getForUpdate(transaction, id, {});
      await links.get(transaction, now, "confirm", token);
      await links.use(transaction, token);
      const isNew = email !== null && email !== before.email;
      const endsCredentials = isNew && toEmailKey(email) !== toEmailKey(before.email);
      const after = await write(transaction, id, {
        ...(isNew && { email, email_key: toEmailKey(email) }),
        ...(endsCredentials && nextCredentialVersion(transaction, id)),
        email_confirmed_at: now,
        updated_at: now,
      });
      if (isNew) accountAudit.recordNewEmail(transaction, before, after);
      else accountAudit.recordOne(transaction, id, "account.email.confirm");
      return { before, after };
    }),
  );
  addressNotice.send(database, { ...before, isConfirmed: before.email_confirmed_at !== null }, after.email);
  return after;
}
