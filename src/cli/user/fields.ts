import type { Account } from "../../accounts/account.ts";

/** The fields of an account that commands print. */
export function toFields({ id, email, name, user_level, active, locale, ...account }: Account) {
  const { email_confirmed_at, registered_at, created_at, updated_at } = account;
  const times = { email_confirmed_at, registered_at, created_at, updated_at };
  return { id, email, name, user_level, active: active === 1, locale, ...times };
}
