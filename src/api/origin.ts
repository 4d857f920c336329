import type { Principal } from "../accounts/principal.ts";
import type { Client, Origin } from "../audit/origin.ts";

/** Returns who causes the changes of a request to a contract, for the audit log. */
export function originsOf(contract: string, clock: () => number) {
  return (operationId: string, principal: Principal | undefined, client: Client): Origin => ({
    actor: principal === undefined ? "anonymous" : "account",
    accountId: principal?.accountId ?? null,
    credentialVersion: principal?.credentialVersion ?? null,
    via: `${contract} ${operationId}`,
    credential: principal?.keyPrefix ?? null,
    client,
    clock,
  });
}
