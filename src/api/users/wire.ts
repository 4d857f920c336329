import { type Detail, Failure } from "#contract/failure";
import { statusOf } from "#contract/response/failures";
import type { components } from "../../../generated/users.ts";
import type { Account } from "../../accounts/account.ts";
import type { AccountChange, NewAccount } from "../../accounts/accounts.ts";
import type { AccountPage } from "../../accounts/listing.ts";
import type { LoginRow } from "../../accounts/login/login-history.ts";

type Schemas = components["schemas"];

/** Maps an account to a user in a list. */
export function toUser(account: Account, logins: readonly LoginRow[]): Schemas["User"] {
  const { id, email, name, locale, created_at, updated_at } = account;
  return {
    id,
    email_address: email,
    name,
    locale,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
    deleted_at: null,
    logins: logins.map(toLogin),
  };
}

/** Maps an account to a single user: `status`, but no `email_address` and no `deleted_at`. */
export function toSingleUser(account: Account, logins: readonly LoginRow[]): Schemas["SingleUser"] {
  const { email_address, deleted_at, ...user } = toUser(account, logins);
  return { status: { code: 200 }, ...user };
}

/** Maps a page to its envelope. `from` and `to` are 0 on a page after the last one. */
export function toUserPage({ total, limit, page, accounts, logins }: AccountPage): Schemas["UserPage"] {
  const from = accounts.length === 0 ? 0 : (page - 1) * limit + 1;
  return {
    users: {
      total,
      per_page: limit,
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / limit)),
      from,
      to: from === 0 ? 0 : from + accounts.length - 1,
      data: accounts.map((account) => toUser(account, logins.get(account.id) ?? [])),
    },
  };
}

/** Maps a body to a new account. Throws `unprocessable` if password and confirmation differ. */
export function toNewAccount(body: Schemas["UserInput"]): NewAccount {
  assertConfirmed(body);
  const { email_address, password, name, locale, active, user_level } = body;
  return { email: email_address, password, name, locale, active, level: user_level };
}

/** Maps a body to an account change. Throws `unprocessable` if password and confirmation differ. */
export function toAccountChange(body: Schemas["UserChange"]): AccountChange {
  assertConfirmed(body);
  const { email_address, password, name, locale, active, user_level } = body;
  return { email: email_address, password, name, locale, active, level: user_level };
}

/** Maps a failure to the status envelope; `unprocessable` also lists the errors of each field. */
export function toFailureBody(failure: Failure): Schemas["Failure"] | Schemas["FieldFailure"] {
  const { kind, message, details } = failure;
  const status = { code: statusOf(failure), message };
  return kind === "unprocessable" ? { status: { ...status, code: 422, errors: byField(details) } } : { status };
}

/** Converts `taken` and `invalid` to `unprocessable`, as this contract reports invalid fields. */
export async function withFieldErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === "taken") throw invalidField(error.message, "email_address", "belongs to another account");
    if (error.kind === "invalid") throw new Failure("unprocessable", error.message, { details: error.details });
    throw error;
  }
}

function assertConfirmed(body: { password?: string | undefined; password_confirmation?: string | undefined }): void {
  if (body.password === body.password_confirmation) return;
  throw invalidField("The two passwords differ.", "password_confirmation", "must equal password");
}

function invalidField(sentence: string, field: string, message: string): Failure {
  return new Failure("unprocessable", sentence, { details: [{ path: `/${field}`, message }] });
}

function byField(details: readonly Detail[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of details) {
    const field = path.split("/")[1] ?? "";
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

function toLogin({ account_id, created_at, ...login }: LoginRow): Schemas["Login"] {
  const { id, ip_address, user_agent, referer, via_remember } = login;
  const time = toTimestamp(created_at);
  return {
    id,
    user_id: account_id,
    ip_address,
    user_agent,
    referer,
    via_remember,
    created_at: time,
    updated_at: time,
    deleted_at: null,
  };
}

/** ISO 8601 in UTC, to the second. */
function toTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
