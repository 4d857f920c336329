import type { components } from "../../../generated/collections.ts";
import { LEVELS, OWNER } from "../../library/access.ts";
import { joinUrl } from "../../library/sharing/invitation-mails.ts";
import type { Participant } from "../../library/sharing/participants.ts";
import { toTimestamp } from "./wire.ts";

type Schemas = components["schemas"];

/** Maps the owner and the collaborators of a collection to the contract's schema, for one caller. */
export function toCollaboratorList(found: readonly Participant[], callerId: number): Schemas["CollaboratorList"] {
  const items = found.map(({ id, name, email, role, registered_at }): Schemas["Collaborator"] => ({
    _id: id,
    name,
    fullName: name,
    email,
    avatar: "",
    registered: toTimestamp(registered_at),
    role,
    level: role === "owner" ? OWNER : LEVELS[role],
    me: id === callerId,
  }));
  return { result: true, items };
}

/** Maps the token of a link, and the invited addresses, to the contract's schema. */
export function toInvitations(token: string, emails: readonly string[], baseUrl: string): Schemas["Invitations"] {
  return { result: true, emails: [...emails], token, link: joinUrl(baseUrl, token) };
}
