import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { MEMBER, type VisibleCollection } from "../../library/access.ts";
import * as offers from "../../library/sharing/offers.ts";
import * as shared from "../../library/sharing/shared.ts";
import { assetPath } from "../design/assets.ts";
import { buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import { emptyState } from "../design/empty-state.ts";
import { valuesIn } from "../design/form-state.ts";
import { idIn } from "../design/form-values.ts";
import { BOOKMARKS, JOIN, PROFILE, SHARED, sharingOf } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS } from "../forms/drafts.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Texts } from "../texts/en.ts";
import type { Dependencies } from "./dependencies.ts";
import { join } from "./join.ts";
import { sentence } from "./sentence.ts";

type Invitations = Awaited<ReturnType<typeof offers.listFor>>;

/**
 * Serves the page of the collections that are shared with the user, at most 100, and of the invitations to more, which
 * its buttons accept and decline.
 */
export function serveShared(scope: FastifyInstance, { context, service }: Dependencies): void {
  const { database, clock } = context;
  const path = SHARED.slice(BOOKMARKS.length);
  const invitationsOf = (accountId: number) => offers.listFor(database, clock, service.tokenOf, accountId);

  scope.post(path, KEEPS_DRAFTS, async (request, reply) => {
    const { id: accountId } = getSignedInUser(request);
    const { accept, decline } = valuesIn(request.body);
    const wanted = idIn(accept ?? decline);
    const invitation = (await invitationsOf(accountId)).find(({ id }) => id === wanted);
    if (invitation === undefined) return redirect(reply, { path: SHARED, notice: "sharing-ended" });
    if (accept !== undefined) return redirect(reply, await join(context, accountId, invitation));
    await offers.decline(database, accountId, invitation.id);
    return redirect(reply, { path: SHARED, notice: "sharing-declined" });
  });

  scope.get(path, async (request, reply) => {
    const { id } = getSignedInUser(request);
    const collections = await shared.list(database, id, "root");
    const invitations = await invitationsOf(id);
    const isConfirmed = await offers.hasConfirmedAddress(database, id);
    return sharedPage(request, reply, collections, invitations, isConfirmed || service.mails.outbox === undefined);
  });
}

function sharedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  collections: readonly VisibleCollection[],
  invitations: Invitations,
  isComplete: boolean,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { shared: words } = texts.sharing;
    const none = emptyState({
      title: words.none,
      text: words.noneText,
      action: buttonLink(BOOKMARKS, words.own, "secondary"),
    });
    return {
      title: words.title,
      lead: html`${words.lead}`,
      head: html`<link rel="stylesheet" href="${assetPath("sharing.css")}">`,
      actions: buttonLink(BOOKMARKS, texts.bookmarks.all, "secondary"),
      content: html`!${invitations.length === 0 ? "" : card({ id: "invitations", title: words.invitations }, listOf(texts.sharing, invitations, csrfField(request, reply)))}
!${card({ id: "collections", title: words.collections }, collections.length === 0 ? none : table(columnsOf(texts.sharing), collections))}
!${isComplete ? "" : html`<p class="aside">${words.unconfirmed} <a href="${PROFILE}">${texts.header.profile}</a></p>`}`,
    };
  });
}

function listOf(
  { shared: words, join: { seen }, roles, untitled }: Texts["sharing"],
  invitations: Invitations,
  csrf: string,
) {
  return html`<p class="hint">${seen}</p>
<form method="post" action="${SHARED}">
!${csrf}
<ul class="invitations">
!${invitations.map(({ id, title, ownerName, role, token }) => {
    const name = title || untitled;
    const button = (field: string, kind: string, text: string) =>
      html`<button class="${kind}" name="${field}" value="${id}">${text}<span class="visually-hidden"> ${name}</span></button>`;
    return html`<li class="invitation"><div><a href="${JOIN}/${token}"><strong>!${userText(name)}</strong></a>
<p class="hint">!${sentence(words.invited, ownerName)} · ${roles[role]}</p></div>
<div class="actions">!${button("accept", "small", words.accept)} !${button("decline", "secondary small", words.decline)}</div></li>
`;
  })}</ul>
</form>`;
}

function columnsOf({ shared: words, roles, untitled }: Texts["sharing"]): readonly Column<VisibleCollection>[] {
  return [
    {
      label: words.collection,
      width: 4,
      kind: "text",
      cell: ({ id, title }) => html`<a href="${BOOKMARKS}/${id}">!${userText(title || untitled)}</a>`,
    },
    { label: words.owner, width: 3, kind: "text", cell: ({ owner_name }) => userText(owner_name) },
    { label: words.role, width: 2, cell: ({ level }) => html`${level === MEMBER ? roles.member : roles.viewer}` },
    {
      label: words.action,
      width: 3,
      kind: "action",
      cell: ({ id, title }) =>
        html`<a class="button secondary small" href="${sharingOf(id)}/end">${words.leave}<span class="visually-hidden"> ${title}</span></a>`,
    },
  ];
}
