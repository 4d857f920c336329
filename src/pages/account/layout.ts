import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { brand, renderLayout } from "../layout.ts";
import { csrfField } from "./csrf.ts";
import { valuesIn } from "./form.ts";
import { isAdministrator, visitorIn } from "./visit.ts";

/** Confirmations of the previous action, by the parameter `notice` of the page's address. */
const NOTICES: ReadonlyMap<string, string> = new Map([
  ["signed-out", "You are signed out."],
  ["revoked", "The key is revoked. It no longer works."],
  ["created", "The account was created."],
  ["updated", "The account was changed."],
  ["deleted", "The account was deleted."],
]);

/** Sends a page with its title, navigation and the name of the signed-in user. `content` is markup. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(renderPage(request, reply, title, content));
}

/** The HTML of a page, also for a failure. */
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
  const visitor = visitorIn(request);
  if (visitor === undefined) return brand();
  return html`!${brand()}
<nav aria-label="Account">
<ul>
<li>!${link(request, "/account/api-keys", "API keys")}</li>
!${isAdministrator(visitor) ? html`<li>!${link(request, "/account/users", "Users")}</li>` : ""}
</ul>
</nav>
<form class="sign-out" method="post" action="/account/sign-out">
!${csrfField(request, reply)}
<span class="who" title="${visitor.email}">${visitor.name}</span>
<button class="quiet">Sign out</button>
</form>`;
}

function link({ url }: FastifyRequest, address: string, text: string): string {
  const current = url.startsWith(address) ? html` aria-current="page"` : "";
  return html`<a href="${address}"!${current}>${text}</a>`;
}
