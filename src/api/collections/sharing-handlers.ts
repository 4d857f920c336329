import type { Current } from "#contract/request/preconditions";
import type { components } from "../../../generated/collections.ts";
import type { MailService } from "../../accounts/links/mail-service.ts";
import type { Context } from "../../context/context.ts";
import * as access from "../../library/access.ts";
import { LEVEL_OF_ROLE, OWNER } from "../../library/access.ts";
import * as library from "../../library/library.ts";
import { joinUrl } from "../../library/sharing/invitation-mails.ts";
import * as invitations from "../../library/sharing/invitations.ts";
import * as inviting from "../../library/sharing/inviting.ts";
import type { Participant } from "../../library/sharing/participants.ts";
import * as participants from "../../library/sharing/participants.ts";
import * as sharing from "../../library/sharing/sharing.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { toTimestamp } from "./wire.ts";

/** The operations on the collaborators of collections. */
export class SharingHandlers implements Partial<Handlers> {
  readonly #context: Context;
  readonly #service: inviting.InvitationService;

  constructor(context: Context, mails: MailService) {
    this.#context = context;
    this.#service = { tokenOf: invitations.tokensFrom(context.subkeys.invitations), mails };
  }

  async listCollaborators({ params, principal }: Req<"listCollaborators">): Res<"listCollaborators"> {
    return { status: 200, body: await this.#list(principal.accountId, params.id) };
  }

  async shareCollection({ params, body, principal, client }: Req<"shareCollection">): Res<"shareCollection"> {
    const { database, config } = this.#context;
    const inviter = { address: client.address, language: "en" } as const;
    const invited = { role: body.role, emails: body.emails, inviter };
    const token = await inviting.invite(database, this.#service, principal.accountId, params.id, invited);
    return { status: 200, body: toInvitations(token, body.emails ?? [], config.baseUrl) };
  }

  async unshareCollection({ params, principal, ifMatch }: Req<"unshareCollection">): Res<"unshareCollection"> {
    const { accountId } = principal;
    await ifMatch(
      () => this.#current(accountId, params.id),
      (ifVersion) => sharing.end(this.#context.database, accountId, params.id, { ifVersion }),
    );
    return { status: 200, body: { result: true } };
  }

  async updateCollaborator({
    params: { id, userId },
    body,
    principal,
    assertNoIfMatchTags,
  }: Req<"updateCollaborator">): Res<"updateCollaborator"> {
    assertNoIfMatchTags();
    await sharing.setRole(this.#context.database, principal.accountId, id, userId, body.role || undefined);
    return { status: 200, body: { result: true } };
  }

  async removeCollaborator({
    params: { id, userId },
    principal,
    assertNoIfMatchTags,
  }: Req<"removeCollaborator">): Res<"removeCollaborator"> {
    assertNoIfMatchTags();
    await sharing.setRole(this.#context.database, principal.accountId, id, userId, undefined);
    return { status: 200, body: { result: true } };
  }

  async joinCollection({ params, body, principal }: Req<"joinCollection">): Res<"joinCollection"> {
    const { database, clock } = this.#context;
    const role = await sharing.join(database, clock, principal.accountId, params.id, body.token);
    return { status: 200, body: { result: true, role } };
  }

  async #list(accountId: number, id: number) {
    return toCollaboratorList(await participants.list(this.#context.database, accountId, id), accountId);
  }

  /** The body of `listCollaborators`, and the version of the owner's library, read first so that it is never newer. */
  async #current(accountId: number, id: number): Promise<Current> {
    const { database } = this.#context;
    const { account_id: ownerId } = await access.getShared(database, accountId, id);
    const version = await library.versionOf(database, ownerId);
    return { version, body: await this.#list(accountId, id) };
  }
}

type Schemas = components["schemas"];

/** Maps the owner and the collaborators of a collection to the contract's schema, for one caller. */
function toCollaboratorList(found: readonly Participant[], callerId: number): Schemas["CollaboratorList"] {
  const items = found.map(({ id, name, email, role, registered_at }): Schemas["Collaborator"] => ({
    _id: id,
    name,
    fullName: name,
    email,
    avatar: "",
    registered: toTimestamp(registered_at),
    role,
    level: role === "owner" ? OWNER : LEVEL_OF_ROLE[role],
    me: id === callerId,
  }));
  return { result: true, items };
}

/** Maps the token of a link, and the invited addresses, to the contract's schema. */
function toInvitations(token: string, emails: readonly string[], baseUrl: string): Schemas["Invitations"] {
  return { result: true, emails: [...emails], token, link: joinUrl(baseUrl, token) };
}
