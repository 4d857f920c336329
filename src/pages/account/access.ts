import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../context/context.ts";
import * as access from "../../recovery/access.ts";
import { evictAll } from "../../recovery/eviction.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import { ACCESS, API_KEYS, BOOKMARKS, REMINDERS, SESSIONS, SIGN_IN, sharingOf, WEBHOOKS } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { type Cookies, clearCookies } from "../forms/cookies.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS } from "../forms/drafts.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Texts } from "../texts/en.ts";

/** Serves the page that lists who and what has access to the account, with one button that ends all of it. */
export function serveAccess(scope: FastifyInstance, { database, clock }: Context, cookies: Cookies): void {
  scope.get("/access", async (request, reply) =>
    accessPage(request, reply, await access.list(database, getSignedInUser(request).id)),
  );

  scope.post("/access", KEEPS_DRAFTS, async (request, reply) => {
    await evictAll(database, clock, getSignedInUser(request).id);
    clearCookies(reply, cookies);
    return redirect(reply, { path: SIGN_IN, notice: "access-ended" });
  });
}

function accessPage(request: FastifyRequest, reply: FastifyReply, found: access.Access): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { access: own } = texts;
    return {
      title: own.title,
      lead: html`${own.lead}`,
      content: html`!${section(own, "keys", own.keys, keyColumns(texts), found.keys)}
!${section(own, "webhooks", own.webhooks, webhookColumns(texts), found.webhooks)}
!${section(own, "calendars", own.calendars, calendarColumns(texts), found.calendars)}
!${section(own, "shared", own.shared, sharedColumns(texts), found.shared)}
!${section(own, "joined", own.joined, joinedColumns(texts), found.joined)}
!${section(own, "published", own.published, publishedColumns(texts), found.published)}
<form class="card" method="post" action="${ACCESS}" aria-labelledby="end">
<h2 id="end">${own.end}</h2>
<p>${own.endText}</p>
!${csrfField(request, reply)}
!${actions(button(own.end, "danger"), buttonLink(SESSIONS, own.sessions, "secondary"))}
</form>`,
    };
  });
}

function section<Row>(
  { none }: Texts["access"],
  id: string,
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  return card({ id, title }, rows.length === 0 ? html`<p>${none}</p>` : table(columns, rows));
}

function keyColumns({ keys: texts }: Texts): readonly Column<access.Access["keys"][number]>[] {
  return [
    {
      label: texts.name,
      width: 6,
      kind: "text",
      cell: ({ name }) => html`<a href="${API_KEYS}">!${userText(name)}</a>`,
    },
    { label: texts.created, width: 3, cell: ({ created_at }) => time(created_at) },
    {
      label: texts.lastUsed,
      width: 3,
      cell: ({ last_used_at }) => (last_used_at === null ? html`${texts.never}` : time(last_used_at)),
    },
  ];
}

function webhookColumns({ access: texts }: Texts): readonly Column<access.Access["webhooks"][number]>[] {
  return [
    {
      label: texts.url,
      width: 6,
      kind: "text",
      cell: ({ id, url }) => html`<a href="${WEBHOOKS}/${id}">!${userText(url)}</a>`,
    },
    { label: texts.created, width: 6, cell: ({ created_at }) => time(created_at) },
  ];
}

function calendarColumns({ access: texts, reminders }: Texts): readonly Column<access.Access["calendars"][number]>[] {
  return [
    { label: texts.calendar, width: 6, cell: () => html`<a href="${REMINDERS}">${reminders.title}</a>` },
    { label: texts.created, width: 6, cell: ({ createdAt }) => time(createdAt) },
  ];
}

function sharedColumns({ access: texts, sharing }: Texts): readonly Column<access.SharedCollection>[] {
  return [
    {
      label: texts.collection,
      width: 6,
      kind: "text",
      cell: ({ id, title }) => html`<a href="${sharingOf(id)}">!${userText(title || sharing.untitled)}</a>`,
    },
    { label: texts.people, width: 3, cell: ({ collaborators }) => html`${collaborators}` },
    { label: texts.invitations, width: 3, cell: ({ invitations }) => html`${invitations}` },
  ];
}

function joinedColumns({ access: texts, sharing }: Texts): readonly Column<access.Access["joined"][number]>[] {
  return [
    {
      label: texts.collection,
      width: 6,
      kind: "text",
      cell: ({ id, title }) => html`<a href="${sharingOf(id)}">!${userText(title || sharing.untitled)}</a>`,
    },
    { label: texts.owner, width: 6, kind: "text", cell: ({ ownerName }) => userText(ownerName) },
  ];
}

function publishedColumns({ access: texts, sharing }: Texts): readonly Column<access.Access["published"][number]>[] {
  return [
    {
      label: texts.collection,
      width: 6,
      kind: "text",
      cell: ({ id, title }) =>
        html`<a href="${BOOKMARKS}/collections/${id}">!${userText(title || sharing.untitled)}</a>`,
    },
    { label: texts.readers, width: 6, cell: () => html`${texts.anyone}` },
  ];
}
