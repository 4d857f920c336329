import { Failure, type FailureKind } from "#contract/failure";
import { admit, type MailService } from "../../accounts/links/mail-service.ts";
import type { Database } from "../../database/database.ts";
import { toEmailKey } from "../../mail/email-key.ts";
import { type Language, TEXTS } from "../../mail/languages.ts";
import { serverNameOf } from "../../mail/server-name.ts";
import * as invitations from "./invitations.ts";

/** An address that was invited, and the token with which somebody joins. */
export interface Invited {
  readonly email: string;
  readonly token: string;
}

/** Who asked to invite. */
export interface Inviter {
  /** IP address of the client. */
  readonly address: string;
  /** The language of the mails. */
  readonly language: Language;
}

/** Failures after which an invitation stays valid: its link can be handed on. */
const TOLERATED: readonly FailureKind[] = ["tooMany", "forbidden", "unavailable"];

/** The address of the page on which somebody joins. */
export function joinUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/join/${token}`;
}

/**
 * Mails each invited address its link. Returns the addresses that get no mail, because the server sends none or
 * the limits of `admit` are reached.
 */
export async function send(
  database: Database,
  mails: MailService,
  invited: readonly Invited[],
  inviter: Inviter,
): Promise<string[]> {
  const byAddress = new Map(invited.map((one) => [toEmailKey(one.email), one]));
  const unmailed: string[] = [];
  for (const one of byAddress.values()) {
    try {
      await sendOne(database, mails, one, inviter);
    } catch (error) {
      if (!(error instanceof Failure && TOLERATED.includes(error.kind))) throw error;
      unmailed.push(one.email);
    }
  }
  return unmailed;
}

async function sendOne(
  database: Database,
  mails: MailService,
  { email, token }: Invited,
  { address, language }: Inviter,
): Promise<void> {
  const outbox = await admit(mails, { email, address });
  outbox.add(async () => {
    const invitation = await invitations.find(database, mails.clock, token);
    if (invitation === undefined) return undefined;
    const link = joinUrl(mails.baseUrl, token);
    return { to: email, ...TEXTS[language].joinCollection[invitation.role](link, await serverNameOf(database)) };
  });
}
