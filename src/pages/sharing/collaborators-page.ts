import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { MEMBER, OWNER, type VisibleCollection } from "../../library/access.ts";
import { joinUrl } from "../../library/sharing/invitation-mails.ts";
import type { Participant } from "../../library/sharing/participants.ts";
import type { PendingInvitation } from "../../library/sharing/pending-invitations.ts";
import { assetPath } from "../design/assets.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import { copyable } from "../design/copyable.ts";
import type { Page } from "../design/document.ts";
import { input, select } from "../design/field.ts";
import { errorSummary, type FormErrors, type FormState, type Values, valuesIn } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM, sendsPageFormTo } from "../design/page-form.ts";
import { BOOKMARKS, sharingOf } from "../design/paths.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { sendPage } from "../forms/layout.ts";
import * as publicPages from "../public/addresses.ts";
import type { Texts } from "../texts/en.ts";
import { PAGE_SIZE, peopleTable } from "./people.ts";

/** What the page shows. */
interface Shown {
  readonly collection: VisibleCollection;
  readonly people: readonly Participant[];
  readonly pending: readonly PendingInvitation[];
  readonly viewerId: number;
  readonly sendsMail: boolean;
  /** The server's public URL. */
  readonly baseUrl: string;
  readonly values: Values;
  readonly errors: FormErrors;
}

/** Sends the page of the people who may use a collection. Readers without the right to invite see only the people. */
export function collaboratorsPage(request: FastifyRequest, reply: FastifyReply, shown: Shown): FastifyReply {
  const { collection, people, viewerId, baseUrl, pending } = shown;
  const [path, mayManage] = [sharingOf(collection.id), collection.level >= MEMBER];
  const csrf = csrfField(request, reply);
  return sendPage(request, reply, ({ texts }) => {
    const { collaborators, openCollection, untitled } = texts.sharing;
    const list = peopleTable(texts, { all: people, start: startIn(request), viewerId, mayManage, path });
    return {
      title: collaborators.title(collection.title || untitled),
      isUserText: true,
      actions: buttonLink(`${BOOKMARKS}/${collection.id}`, openCollection, "secondary"),
      head: html`<link rel="stylesheet" href="${assetPath("sharing.css")}">`,
      ...lead(texts, collection),
      ...(mayManage && { form: POST_FORM }),
      content: html`!${card({ id: "people", title: collaborators.list }, list)}
!${mayManage ? invitationForms(texts, shown, csrf) : ""}
!${pendingCard(texts, pending, { baseUrl, path })}
!${ending(texts, shown)}`,
    };
  });
}

/** The sentences below the heading: what the reader may do, and that everybody may read; nothing without any. */
function lead({ sharing }: Texts, collection: VisibleCollection): Pick<Page, "lead"> {
  const { readOnly, everybody } = sharing.collaborators;
  const sentences = [
    ...(collection.level >= MEMBER ? [] : [html`${readOnly}`]),
    ...(collection.public === 0
      ? []
      : [
          html`${everybody.before} <a href="${publicPages.pathOf(collection)}">${everybody.link}</a>${everybody.after}`,
        ]),
  ];
  return sentences.length === 0 ? {} : { lead: sentences.join(" ") };
}

/** The form that invites addresses, and the button that creates a link. */
function invitationForms(texts: Texts, { collection, sendsMail, values, errors }: Shown, csrf: string): string {
  const { invite, link, roleOptions } = texts.sharing;
  const options = [
    ["viewer", roleOptions.viewer],
    ["member", roleOptions.member],
  ] as const;
  const path = sharingOf(collection.id);
  const form: FormState = {
    texts,
    labels: { emails: invite.emails, role: invite.role, link_role: link.role },
    constraints: { emails: { required: true, maxLength: 3000 } },
    values,
    errors,
  };
  return html`<form class="card" id="${PAGE_FORM}" method="post" action="${path}" aria-labelledby="invite">
<h2 id="invite">${invite.title}</h2>
!${errorSummary(form)}
!${csrf}
<p>${sendsMail ? invite.textMailed : invite.textNoMail}</p>
!${input(form, { name: "emails", hint: invite.emailsHint })}
!${select(form, "role", options)}
!${actions(button(invite.submit))}
</form>
!${card(
    { id: "link", title: link.title },
    html`<p>${link.text}</p>
!${select(form, "link_role", options, { formId: PAGE_FORM })}
!${actions(html`<button class="secondary"!${sendsPageFormTo(`${path}/link`)}>${link.submit}</button>`)}`,
  )}`;
}

/** How the reader ends the sharing: the owner for all, a collaborator for themselves. */
function ending({ sharing }: Texts, { collection, people, pending, viewerId }: Shown): string {
  const { end, collaborators } = sharing;
  const href = `${sharingOf(collection.id)}/end`;
  if (collection.level === OWNER) {
    return people.length + pending.length === 1 ? "" : endingCard(end.stop, end.stopText, href);
  }
  const isCollaborator = people.some(({ id, joined_at }) => id === viewerId && joined_at !== null);
  return isCollaborator
    ? endingCard(end.leave, end.leaveText, href)
    : html`<p class="hint">${collaborators.inherited}</p>`;
}

function endingCard(title: string, text: string, href: string): string {
  return card({ id: "end", title }, html`<p>${text}</p>!${actions(buttonLink(href, title, "danger"))}`);
}

/** The position of the first person on the requested page. */
function startIn({ query }: FastifyRequest): number {
  const { start = "" } = valuesIn(query);
  return /^[1-9]\d{0,4}$/.test(start) ? Math.floor(Number(start) / PAGE_SIZE) * PAGE_SIZE : 0;
}

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
function pendingCard(texts: Texts, pending: readonly PendingInvitation[], place: Place): string {
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
