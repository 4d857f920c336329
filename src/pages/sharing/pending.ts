import { html } from "ghtml";
import { joinUrl } from "../../library/sharing/invitation-mails.ts";
import type { PendingInvitation } from "../../library/sharing/pending-invitations.ts";
import { card } from "../design/card.ts";
import { copyable } from "../design/copyable.ts";
import { sendsPageFormTo } from "../design/page-form.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import type { Texts } from "../texts/en.ts";

/** Where the links of a collection are shown. */
interface Place {
  /** The server's public URL. */
  readonly baseUrl: string;
  /** The path of the page. */
  readonly path: string;
}

/**
 * The links and invitations that are still valid, each with its link and a button that revokes it; empty without any.
 */
export function pendingCard(texts: Texts, pending: readonly PendingInvitation[], place: Place): string {
  if (pending.length === 0) return "";
  const { title, hand } = texts.sharing.pending;
  return card(
    { id: "links", title },
    html`!${pending.some(({ email }) => email !== null) ? html`<p class="hint">${hand}</p>` : ""}
<ul class="invitations">
!${pending.map((invitation) => entry(texts, invitation, place))}</ul>`,
  );
}

function entry(texts: Texts, { id, email, role, expires_at, token }: PendingInvitation, place: Place): string {
  const { pending, roles } = texts.sharing;
  const name = email ?? pending.link;
  const label = html`${pending.copy}<span class="visually-hidden"> ${name}</span>`;
  return html`<li>
<div class="invitation"><div><strong>!${email === null ? html`${name}` : userText(email)}</strong>
<p class="hint">${roles[role]} · ${pending.expires} !${time(expires_at)}</p></div>
<button class="secondary small"!${sendsPageFormTo(`${place.path}/revoke`)} name="invitation" value="${id}">${pending.revoke}<span class="visually-hidden"> ${name}</span></button></div>
!${copyable(texts, `link-${id}`, joinUrl(place.baseUrl, token), label)}
</li>
`;
}
