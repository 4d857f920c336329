import { Failure } from "#contract/failure";
import type { operations } from "../../../generated/users.ts";
import * as administrators from "../../accounts/administrators.ts";
import type { Principal } from "../../accounts/principal.ts";

/** Checks of the operations that only administrators may call; they run before the body is read. */
export const permissions = {
  listUsers: assertAdministrator,
  createUser: assertAdministrator,
  deleteUser: assertAdministrator,
} satisfies Partial<Record<keyof operations, (principal: Principal | undefined) => void>>;

/** Fields that only administrators may change; other users can't change them on their own account either. */
interface PrivilegedFields {
  readonly active?: unknown;
  readonly user_level?: unknown;
}

/**
 * Throws `forbidden` unless the caller is an administrator, or owns the account and changes no
 * privileged field.
 */
export function assertSelfOrAdministrator(
  principal: Principal,
  id: number,
  { active, user_level }: PrivilegedFields = {},
): void {
  if (isAdministrator(principal)) return;
  if (principal.accountId !== id || active !== undefined || user_level !== undefined) throw forbidden();
}

/** Fields with which somebody takes over an account. */
interface Credentials {
  readonly email_address?: unknown;
  readonly password?: unknown;
}

/** Throws `forbidden` if an API key with scopes changes a password or an e-mail address, of whichever account. */
export function assertMayChangeCredentials({ scopes }: Principal, { email_address, password }: Credentials): void {
  if (scopes === null || (email_address === undefined && password === undefined)) return;
  const message = "An API key with scopes can't change a password or an e-mail address. Use a key without scopes.";
  throw new Failure("forbidden", message);
}

function assertAdministrator(principal: Principal | undefined): void {
  if (!isAdministrator(principal)) throw forbidden();
}

function isAdministrator(principal: Principal | undefined): boolean {
  return principal?.level === administrators.LEVEL;
}

function forbidden(): Failure {
  return new Failure("forbidden", "Insufficient privileges. Access forbidden.");
}
