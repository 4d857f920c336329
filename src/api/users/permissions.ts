import type { operations } from "../../../generated/users.ts";
import * as administrators from "../../accounts/administrators.ts";
import type { Principal } from "../../accounts/principal.ts";
import { Failure } from "../../errors.ts";

/** Asked before a body is read: what only administrators may. */
export const permissions = {
  listUsers: refuseOthers,
  createUser: refuseOthers,
  deleteUser: refuseOthers,
} satisfies Partial<Record<keyof operations, (principal: Principal | undefined) => void>>;

/** What only administrators may change, of themselves too. */
interface Privileged {
  readonly active?: unknown;
  readonly user_level?: unknown;
}

/** An account may be seen and changed by itself and by administrators; a change of its activity or level by these alone. */
export function assertSelfOrAdministrator(
  principal: Principal,
  id: number,
  { active, user_level }: Privileged = {},
): void {
  if (isAdministrator(principal)) return;
  if (principal.accountId !== id || active !== undefined || user_level !== undefined) refuse();
}

function refuseOthers(principal: Principal | undefined): void {
  if (!isAdministrator(principal)) refuse();
}

function isAdministrator(principal: Principal | undefined): boolean {
  return principal?.level === administrators.LEVEL;
}

function refuse(): never {
  throw new Failure("forbidden", "Insufficient privileges. Access forbidden.");
}
