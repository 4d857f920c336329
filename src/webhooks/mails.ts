import * as accounts from "../accounts/accounts.ts";
import type { Database } from "../database/database.ts";
import { languageOf } from "../mail/account-language.ts";
import { TEXTS } from "../mail/languages.ts";
import type { Outbox } from "../mail/outbox.ts";
import { serverNameOf } from "../mail/server-name.ts";
import type { DisabledWebhook } from "./housekeeping.ts";

interface MailDependencies {
  readonly database: Database;
  /** Undefined unless mail is set up. */
  readonly outbox: Outbox | undefined;
  readonly config: { readonly baseUrl: string };
}

/**
 * Tells the owner of a webhook that it was disabled. Sends nothing to an e-mail address that was not confirmed, which
 * may belong to somebody else, and nothing if the owner disabled it or the account is deactivated.
 */
export function send({ database, outbox, config }: MailDependencies, webhook: DisabledWebhook): void {
  const { id, account_id, disabled_reason: reason } = webhook;
  if (reason === null || reason === "owner" || reason === "account") return;
  outbox?.add(async () => {
    const account = await accounts.find(database, account_id);
    if (account === undefined || account.active === 0 || account.email_confirmed_at === null) return undefined;
    const link = `${config.baseUrl}/account/webhooks/${id}`;
    const texts = TEXTS[await languageOf(database, account_id)];
    return { to: account.email, ...texts.webhookDisabled(link, await serverNameOf(database)) };
  });
}
