import { hash } from "node:crypto";
import { Failure, tooMany } from "#contract/failure";
import { networkOf } from "#contract/request/network";
import type { RequestCounter } from "../../limits/request-counter.ts";
import { toEmailKey } from "../../mail/email-key.ts";
import type { Language } from "../../mail/languages.ts";
import type { Outbox } from "../../mail/outbox.ts";

/** Dependencies of the functions that send mail. */
export interface MailService {
  readonly clock: () => number;
  /** Undefined if the server sends no mail. */
  readonly outbox: Outbox | undefined;
  readonly counter: Pick<RequestCounter, "hit">;
  /** Maximum mails per hour that one network may ask for. */
  readonly limitPerHour: number;
  /** The server's public URL, for links. */
  readonly baseUrl: string;
}

/** A request for a mail. */
export interface MailRequest {
  readonly email: string;
  /** IP address of the client. */
  readonly address: string;
  readonly language: Language;
}

/** Maximum mails per hour to one e-mail address, or fewer if the limit of networks is lower. */
export const MAILS_PER_ADDRESS = 5;

/** The limits of mails. */
const OF_NETWORK = { limit: "mails", what: "mails for your network", reason: "too-many-mails-of-network" };
const TO_ADDRESS = { limit: "mails", what: "mails to this address", reason: "too-many-mails-to-address" };

/** The name under which mails to an e-mail address are counted. */
export function counterOf(email: string): string {
  return `mails:to:${hash("sha256", toEmailKey(email), "hex")}`;
}

/**
 * Counts a request for a mail, and returns the outbox. Counts by the client's network and by e-mail address,
 * whether or not it has an account. Throws `tooMany` beyond a limit, and `forbidden` if the server sends no mail.
 */
export async function admit(
  { outbox, counter, limitPerHour }: MailService,
  { email, address }: Pick<MailRequest, "email" | "address">,
): Promise<Outbox> {
  if (outbox === undefined)
    throw new Failure("forbidden", "This server sends no mail. Ask an administrator for a link.", {
      reason: "no-mail",
    });
  const ofNetwork = await counter.hit(`mails:${networkOf(address)}`);
  if (ofNetwork.count > limitPerHour) throw tooMany(OF_NETWORK, ofNetwork.remainingMs);
  const ofAddress = await counter.hit(counterOf(email));
  if (ofAddress.count > Math.min(MAILS_PER_ADDRESS, limitPerHour)) {
    throw tooMany(TO_ADDRESS, ofAddress.remainingMs);
  }
  return outbox;
}

/** The address of the page on which a forgotten password is replaced. */
export function resetUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/account/reset-password?token=${token}`;
}

/** The address of the page on which an e-mail address is confirmed. */
export function confirmationUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/account/confirm-email?token=${token}`;
}
