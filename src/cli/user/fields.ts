import type { Account } from "../../accounts/account.ts";
import { LEVELS } from "../../accounts/levels.ts";

/** The fields of an account that commands print. */
export function toFields({ id, email, name, user_level, active, locale, ...account }: Account) {
  const { email_confirmed_at, registered_at, created_at, updated_at } = account;
  const times = { email_confirmed_at, registered_at, created_at, updated_at };
  return { id, email, name, user_level, active: active === 1, locale, ...times };
}

export const LEVEL_OPTION = {
  type: "integer",
  value: "<level>",
  choices: LEVELS,
  description: "1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator",
} as const;
