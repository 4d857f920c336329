import type { Action } from "../audit/action.ts";
import { accountTarget, type Details, record } from "../audit/record.ts";
import type { Transaction } from "../database/database.ts";
import type { Account } from "./account.ts";

/** Records that an account was created, with its first values. */
export function recordCreated(transaction: Transaction, account: Account): void {
  const { id, name, email, user_level: level, active, locale } = account;
  recordOne(transaction, id, "account.create", {
    details: { level, active: active === 1, locale },
    personal: { name, email },
  });
}

/** Records what an update has changed, an event for each kind of change; nothing if all values are the same. */
export function recordUpdated(
  transaction: Transaction,
  before: Account,
  after: Account,
  { isNewPassword }: { readonly isNewPassword: boolean },
): void {
  const { id } = after;
  const isChanged = (field: "name" | "locale" | "email" | "user_level" | "active") => before[field] !== after[field];
  if (isChanged("name") || isChanged("locale")) {
    recordOne(transaction, id, "account.update", {
      details: isChanged("locale") ? { locale: { from: before.locale, to: after.locale } } : {},
      ...(isChanged("name") && { personal: { name: { from: before.name, to: after.name } } }),
    });
  }
  if (isChanged("email")) recordNewEmail(transaction, before, after);
  if (isChanged("user_level")) {
    const level = { from: before.user_level, to: after.user_level };
    recordOne(transaction, id, "account.level.change", { details: { level } });
  }
  if (isNewPassword) recordOne(transaction, id, "account.password.change");
  if (isChanged("active")) recordOne(transaction, id, after.active === 1 ? "account.activate" : "account.deactivate");
}

/** Records another e-mail address. */
export function recordNewEmail(transaction: Transaction, before: Account, after: Account): void {
  const email = { from: before.email, to: after.email };
  recordOne(transaction, after.id, "account.email.change", { personal: { email } });
}

/** Records an event about an account as a whole. */
export function recordOne(
  transaction: Transaction,
  id: number,
  action: Action,
  values: { readonly details?: Details; readonly personal?: Details } = {},
): void {
  record(transaction, { action, accountId: id, target: accountTarget(id), ...values });
}
