import type { Call } from "#contract/service";
import type { Principal } from "../accounts/principal.ts";
import { runAs } from "../audit/origin.ts";

/** Tells the audit log who causes the changes of a request to a contract. */
export function attributed(contract: string, clock: () => number) {
  return <T>({ operationId, principal, client }: Call<Principal>, work: () => Promise<T>): Promise<T> =>
    runAs(
      {
        actor: principal === undefined ? "anonymous" : "account",
        accountId: principal?.accountId ?? null,
        credentialVersion: principal?.credentialVersion ?? null,
        via: `${contract} ${operationId}`,
        credential: principal?.keyPrefix ?? null,
        client,
        clock,
      },
      work,
    );
}
