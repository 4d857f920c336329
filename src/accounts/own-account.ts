import { type Detail, Failure, type FailureKind } from "#contract/failure";
import { networkOf } from "#contract/request/network";
import type { Database } from "../database/database.ts";
import { toEmailKey } from "../mail/email-key.ts";
import type { Language } from "../mail/languages.ts";
import type { Account } from "./account.ts";
import type { Condition } from "./account-row.ts";
import * as accounts from "./accounts.ts";
import * as emailConfirmation from "./email-confirmation.ts";
import { admit, type MailRequest, type MailService } from "./links/mail-service.ts";
import type { LoginClient } from "./login/login-history.ts";
import * as logins from "./login/login-service.ts";
import type { SettingsChange } from "./settings.ts";

/** What the owner of an account may change with a token. Other fields stay as they are. */
export interface OwnChange extends SettingsChange {
  readonly name?: string | undefined;
  /** For callers with two fields for the name: the one that differs from the stored name counts; if both do, `name`. */
  readonly otherName?: string | undefined;
  readonly email?: string | undefined;
  readonly newPassword?: string | undefined;
  /** Required for another e-mail address and for a new password. */
  readonly currentPassword?: string | undefined;
  readonly client: LoginClient;
  /** The language of the mail to another e-mail address; English unless given. */
  readonly language?: Language | undefined;
}

/** Dependencies of `update`. */
export interface OwnAccountServices {
  readonly logins: logins.LoginService;
  readonly mails: MailService;
}

/**
 * Changes the caller's account. If the server sends mail, another e-mail address is sent a link and takes effect when
 * the link is opened; otherwise it takes effect at once. A new password invalidates all tokens and sessions of the
 * account, the caller's token included, but no API key. Throws `invalid` for a wrong current password, `tooMany` after
 * too many of them or too many mails, `unavailable` while too many mails are waiting, and otherwise like
 * `accounts.update`.
 */
export async function update(
  database: Database,
  services: OwnAccountServices,
  id: number,
  { email, newPassword, currentPassword = "", client, language = "en", groups, config, ...names }: OwnChange,
  condition: Condition = {},
): Promise<Account> {
  if (email === "") throw new Failure("invalid", "The e-mail address is empty.", { reason: "address-missing" });
  const account = await accounts.get(database, id);
  const { name: first = names.otherName, otherName: second = first } = names;
  const name = first === account.name ? second : first;
  if (name?.trim() === "") {
    throw new Failure("invalid", "The name is empty.", { reason: "name-missing" });
  }
  const isNewEmail = email !== undefined && email !== account.email;
  if (isNewEmail || newPassword !== undefined) {
    const login = { email: account.email, password: currentPassword, client };
    await logins.confirmPassword(database, services.logins, login, () => wrongPassword("invalid"));
  }
  const request = isNewEmail ? { email, address: client.address, language } : undefined;
  const mail = request && (await admitConfirmation(database, services.mails, account, request));
  const change: accounts.AccountChange = {
    name,
    email: isNewEmail && mail === undefined ? email : undefined,
    password: newPassword,
    network: networkOf(client.address),
    settings: groups === undefined && config === undefined ? undefined : { groups, config },
  };
  const updated = await accounts.update(database, services.logins.clock, id, change, condition);
  mail?.send();
  return updated;
}

/**
 * Counts the mail that confirms a new address, and returns a function that sends it. Returns undefined if no mail is
 * needed: the server sends none, or the address differs only in case. Throws `taken`, and like
 * `emailConfirmation.request`.
 */
async function admitConfirmation(
  database: Database,
  mails: MailService,
  account: Account,
  request: MailRequest,
): Promise<{ readonly send: () => void } | undefined> {
  const { email } = request;
  if (mails.outbox === undefined || toEmailKey(email) === toEmailKey(account.email)) return undefined;
  if ((await accounts.findByEmail(database, email)) !== undefined) {
    throw new Failure("taken", "Email already exists", { reason: "email-taken" });
  }
  const outbox = await admit(mails, request);
  return { send: () => emailConfirmation.send(database, mails, outbox, account.id, request) };
}

/**
 * Deletes the caller's account, like `accounts.remove`: its keys, sessions and tokens are invalid at once. Throws
 * `unprocessable` for a wrong current password, `tooMany` after too many of them, `conflict` for the last active
 * administrator, and `notFound`.
 */
export async function remove(
  database: Database,
  service: logins.LoginService,
  id: number,
  { currentPassword, client }: { readonly currentPassword: string; readonly client: LoginClient },
): Promise<void> {
  const { email } = await accounts.get(database, id);
  const details = [{ path: "/current_password", message: "is wrong", reason: "wrong" }];
  const login = { email, password: currentPassword, client };
  await logins.confirmPassword(database, service, login, () => wrongPassword("unprocessable", details));
  await accounts.remove(database, service.clock, id);
}

function wrongPassword(kind: FailureKind, details: readonly Detail[] = []): Failure {
  return new Failure(kind, "Your password is wrong.", { reason: "own-password-wrong", details });
}
