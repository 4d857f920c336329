import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { readAsset } from "../asset.ts";
import { csrfField } from "./csrf.ts";
import { isAdministrator, visitorIn } from "./visit.ts";

const ICON = readAsset("triptych.svg");

/** What happened just before, as the address of the page says it. */
const NOTICES: ReadonlyMap<unknown, string> = new Map([
  ["signed-out", "You are signed out."],
  ["revoked", "The key is revoked. It no longer works."],
  ["created", "The account was created."],
  ["updated", "The account was changed."],
  ["deleted", "The account was deleted."],
]);

/** A page with the frame that all have: its title, who is signed in, where to go. `content` is markup. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(frame(request, reply, title, content));
}

/** The text of a page, also for a failure. */
export function frame(request: FastifyRequest, reply: FastifyReply, title: string, content: string): string {
  const notice = NOTICES.get(Reflect.get(Object(request.query), "notice"));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Triptych</title>
<link rel="icon" href="/assets/triptych.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/account.css">
<script src="/assets/account.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
!${banner(request, reply)}
<main id="content">
<h1>${title}</h1>
!${notice === undefined ? "" : html`<p class="notice" role="status">${notice}</p>`}
!${content}
</main>
</body>
</html>
`;
}

function banner(request: FastifyRequest, reply: FastifyReply): string {
  const visitor = visitorIn(request);
  if (visitor === undefined) return html`<header class="banner">!${brand()}</header>`;
  return html`<header class="banner">
!${brand()}
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
</form>
</header>`;
}

function brand(): string {
  return html`<a class="brand" href="/">!${ICON} Triptych</a>`;
}

function link({ url }: FastifyRequest, address: string, text: string): string {
  const current = url.startsWith(address) ? html` aria-current="page"` : "";
  return html`<a href="${address}"!${current}>${text}</a>`;
}
