import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { brand, renderLayout } from "../layout.ts";
import { csrfField } from "./csrf.ts";
import { valuesIn } from "./form.ts";
import { findSignedInUser, isAdministrator } from "./session.ts";

/** Messages that confirm the previous action, by the value of the query parameter `notice`. */
const NOTICES: ReadonlyMap<string, string> = new Map([
  ["signed-out", "You are signed out."],
  ["revoked", "The key is revoked. It no longer works."],
  ["created", "The user was created."],
  ["updated", "The user was changed."],
  ["deleted", "The user was deleted."],
]);

/** Sends a page with its title, navigation and the name of the signed-in user. `content` is markup. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(renderPage(request, reply, title, content));
}

/** The HTML of a page, for `sendPage` and for error pages. */
export function renderPage(request: FastifyRequest, reply: FastifyReply, title: string, content: string): string {
  const notice = NOTICES.get(valuesIn(request.query).notice ?? "");
  return renderLayout({
    title,
    header: header(request, reply),
    content: html`!${notice === undefined ? "" : html`<p class="notice" role="status">${notice}</p>`}
!${content}`,
  });
}

function header(request: FastifyRequest, reply: FastifyReply): string {
  const user = findSignedInUser(request);
  if (user === undefined) return brand();
  return html`!${brand()}
<nav aria-label="Account">
<ul>
<li>!${link(request, "/account/api-keys", "API keys")}</li>
!${isAdministrator(user) ? html`<li>!${link(request, "/account/users", "Users")}</li>` : ""}
</ul>
</nav>
<form class="sign-out" method="post" action="/account/sign-out">
!${csrfField(request, reply)}
<span class="user" title="${user.email}">${user.name}</span>
<button class="secondary">Sign out</button>
</form>`;
}

function link({ url }: FastifyRequest, href: string, text: string): string {
  const current = url.startsWith(href) ? html` aria-current="page"` : "";
  return html`<a href="${href}"!${current}>${text}</a>`;
}
