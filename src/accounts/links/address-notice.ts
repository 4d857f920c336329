import { Failure } from "#contract/failure";
import type { Database } from "../../database/database.ts";
import { languageOf } from "../../mail/account-language.ts";
import { toEmailKey } from "../../mail/email-key.ts";
import { TEXTS } from "../../mail/languages.ts";
import { serverNameOf } from "../../mail/server-name.ts";
import { counterOf, MAILS_PER_ADDRESS, type MailService } from "./mail-service.ts";

/** An account's address before it was changed. */
export interface OldAddress {
  /** The id of the account. */
  readonly id: number;
  readonly email: string;
  /** Whether its owner had confirmed it. */
  readonly isConfirmed: boolean;
}

type Services = Pick<MailService, "outbox" | "counter" | "baseUrl">;

const servicesOf = new WeakMap<Database, Services>();

/** Sends the notices of all changes through this handle from now on. */
export function start(database: Database, services: Services): void {
  servicesOf.set(database, services);
}

/**
 * Tells the old address of an account that it was replaced, whoever replaced it and how. To an address that was not
 * confirmed, which may belong to somebody else, it sends at most as many as `admit`. Sends nothing while too many
 * mails are waiting, or if the address differs only in case.
 */
export function send(database: Database, old: OldAddress, newEmail: string): void {
  const services = servicesOf.get(database);
  if (services?.outbox === undefined || toEmailKey(old.email) === toEmailKey(newEmail)) return;
  const { outbox, counter, baseUrl } = services;
  try {
    outbox.add(async () => {
      if (!old.isConfirmed && (await counter.hit(counterOf(old.email))).count > MAILS_PER_ADDRESS) return undefined;
      const texts = TEXTS[await languageOf(database, old.id)];
      return { to: old.email, ...texts.addressChanged(baseUrl, await serverNameOf(database)) };
    });
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "unavailable")) throw error;
  }
}
