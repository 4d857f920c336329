import { tooMany } from "#contract/failure";
import { networkOf } from "#contract/request/network";
import type { RequestCounter } from "../limits/request-counter.ts";
import * as accounts from "./accounts.ts";

/** Dependencies of `admitRegistration`. */
export interface RegistrationService {
  readonly clock: () => number;
  readonly counter: Pick<RequestCounter, "hit">;
  /** Maximum registrations per hour from one network. */
  readonly limitPerHour: number;
}

/** The limit of registrations. */
const REGISTRATIONS = {
  limit: "registrations",
  what: "registrations from your network",
  reason: "too-many-registrations",
};

/** The fields of a new account that a registration may set. */
export type Registration = Pick<accounts.NewAccount, "email" | "name" | "password" | "date">;

/**
 * Counts the registration of a client with this IP address, then hashes its password for
 * `accounts.createWithHash`. Throws `tooMany` beyond `limitPerHour` registrations of the client's
 * network, and like `accounts.hashPassword`. Registrations of taken e-mail addresses count too: they
 * cost as much, and reveal that the address has an account.
 */
export async function admitRegistration(
  { counter, limitPerHour }: RegistrationService,
  registration: Registration,
  address: string,
): Promise<string> {
  const network = networkOf(address);
  const { count, remainingMs } = await counter.hit(`registrations:${network}`);
  if (count > limitPerHour) throw tooMany(REGISTRATIONS, remainingMs);
  return accounts.hashPassword({ ...registration, network });
}
