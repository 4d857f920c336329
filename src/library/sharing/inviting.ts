import { Failure, type Problem } from "#contract/failure";
import type { MailService } from "../../accounts/links/mail-service.ts";
import { record } from "../../audit/record.ts";
import type { Database, Transaction } from "../../database/database.ts";
import * as access from "../access.ts";
import * as library from "../library.ts";
import * as invitationMails from "./invitation-mails.ts";
import * as invitations from "./invitations.ts";

/** What inviting needs. */
export interface InvitationService {
  readonly tokenOf: invitations.TokenOf;
  readonly mails: MailService;
}

/** Who is invited, and by whom. */
export interface NewInvitations {
  readonly role: invitations.Role;
  readonly emails: readonly string[];
  readonly inviter: invitationMails.Inviter;
}

/** Maximum addresses that one call invites. */
const MAX_ADDRESSES = 10;

const TOO_MANY = {
  message: `must have at most ${MAX_ADDRESSES} addresses`,
  reason: "too-many-addresses",
  values: { limit: MAX_ADDRESSES },
};

/**
 * Returns the token of the link for a role, and invites addresses, if there are any, like `inviteAddresses`. Throws
 * like that, and `invalid` for an empty list.
 */
export async function invite(
  database: Database,
  service: InvitationService,
  accountId: number,
  id: number,
  { role, emails, inviter }: Omit<NewInvitations, "emails"> & { readonly emails: readonly string[] | undefined },
): Promise<string> {
  const { token, invited } = await change(
    database,
    accountId,
    id,
    { role, emails },
    async (transaction, collection) => ({
      token: await invitations.addLink(transaction, service.mails.clock, service.tokenOf, collection, role),
      invited: emails === undefined ? [] : await add(transaction, service, collection, { role, emails }),
    }),
  );
  await invitationMails.send(database, service.mails, invited, inviter);
  return token;
}

/**
 * Stores invitations for addresses, and mails them after the commit. Returns the addresses that get no mail, so that
 * their links must be handed on. Throws `notFound`, `forbidden` unless the caller is the owner or a member, and beyond
 * 100 pending addresses, and `invalid` for no addresses or more than 10.
 */
export async function inviteAddresses(
  database: Database,
  service: InvitationService,
  accountId: number,
  id: number,
  { role, emails, inviter }: NewInvitations,
): Promise<readonly string[]> {
  const invited = await change(database, accountId, id, { role, emails }, (transaction, collection) =>
    add(transaction, service, collection, { role, emails }),
  );
  return invitationMails.send(database, service.mails, invited, inviter);
}

function add(
  transaction: Transaction,
  { tokenOf, mails: { clock } }: InvitationService,
  collection: access.VisibleCollection,
  addresses: Pick<NewInvitations, "role" | "emails">,
) {
  return invitations.addAddresses(transaction, clock, tokenOf, collection, addresses);
}

/** Runs `work` in a change of the owner's library, if the caller may invite and the addresses are acceptable. */
async function change<T>(
  database: Database,
  accountId: number,
  id: number,
  { role, emails }: { readonly role: invitations.Role; readonly emails: readonly string[] | undefined },
  work: (transaction: Transaction, collection: access.VisibleCollection) => Promise<T>,
): Promise<T> {
  const { account_id: ownerId, level } = await access.getShared(database, accountId, id);
  if (level < access.MEMBER) {
    const message = "You may not invite people to this collection.";
    throw new Failure("forbidden", message, { reason: "may-not-invite" });
  }
  if (emails?.length === 0) throw invalidEmails({ message: "is required", reason: "no-addresses" });
  if (emails !== undefined && emails.length > MAX_ADDRESSES) throw invalidEmails(TOO_MANY);
  return library.change(database, ownerId, async (transaction) => {
    const result = await work(transaction, await access.getWritable(transaction, accountId, id));
    record(transaction, {
      action: "share.invite",
      accountId: ownerId,
      target: { kind: "collection", id },
      details: { role, addresses: emails?.length ?? 0 },
    });
    return result;
  });
}

function invalidEmails(problem: Problem): Failure {
  const { reason, values } = problem;
  return new Failure("invalid", `The list of e-mail addresses ${problem.message}.`, {
    reason,
    values,
    details: [{ path: "/emails", ...problem }],
  });
}
