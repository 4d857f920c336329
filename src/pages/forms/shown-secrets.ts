import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { pathOf } from "#contract/request/path";
import type { Context } from "../../context/context.ts";
import { copyable } from "../design/copyable.ts";
import { sendsPageFormTo } from "../design/page-form.ts";
import { COPIED } from "../design/paths.ts";
import type { Texts } from "../texts/en.ts";
import { cookiesIn } from "./cookies.ts";
import { csrfField } from "./csrf.ts";
import { decrypt, encrypt } from "./encryption.ts";
import { getSignedInUser } from "./session.ts";

// New secrets, such as API keys, of which the server keeps only a hash. Their page shows them until somebody says that
// they are copied: a reload or another language must not cost the secret. Until then each is in a cookie of its own, so
// that two tabs do not overwrite each other's. It is encrypted for the session of the browser, and gone with it.

/** How long a secret is shown, in milliseconds. */
const LIFETIME_MS = 10 * 60 * 1000;

/** Secrets that a browser keeps at a time: all of its cookies are sent with every request. */
const MAX_SHOWN = 5;

/** A secret that a page still shows. */
export interface ShownSecret {
  readonly id: string;
  readonly text: string;
}

/** The content of a cookie. */
interface Stored {
  /** The path of the page that shows the secret. */
  readonly path: string;
  readonly text: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

interface Found extends Stored {
  readonly id: string;
}

type Store = Pick<Context, "clock" | "subkeys">;

/** A secret that a page will show. */
interface NewSecret {
  /** The path of the page. */
  readonly path: string;
  readonly text: string;
  /** Whether those that the page shows already stay, because they are still valid. */
  readonly isOneOfMany?: boolean;
}

/** Shows a secret on a page, to this session only, until it is copied, or for 10 minutes. */
export function show(reply: FastifyReply, store: Store, { path, text, isOneOfMany = false }: NewSecret): void {
  const { clock, subkeys } = store;
  const { request, server } = reply;
  const { shown, attributes } = cookiesIn(server);
  const kept = newestFirst(allIn(request, store)).filter((other) => isOneOfMany || other.path !== path);
  const ended = allIn(request, store).filter(
    ({ id }) => !kept.slice(0, MAX_SHOWN - 1).some((other) => other.id === id),
  );
  for (const { id } of ended) reply.clearCookie(shown + id, attributes);
  const stored: Stored = { path, text, expiresAt: clock() + LIFETIME_MS };
  const value = encrypt(subkeys.shown.key, JSON.stringify(stored), ownerOf(request));
  const id = randomBytes(8).toString("base64url");
  reply.setCookie(shown + id, value, { ...attributes, maxAge: LIFETIME_MS / 1000 });
}

/** The secrets that the requested page shows, newest first. */
export function shownOn(request: FastifyRequest, store: Store): readonly ShownSecret[] {
  const path = pathOf(request.url);
  return newestFirst(allIn(request, store).filter((secret) => secret.path === path));
}

/** Ends showing a secret; ignores an id that the browser does not have. */
export function hide(reply: FastifyReply, id: string): void {
  const { shown, attributes } = cookiesIn(reply.server);
  if (Object.hasOwn(reply.request.cookies, shown + id)) reply.clearCookie(shown + id, attributes);
}

function allIn(request: FastifyRequest, { clock, subkeys }: Store): readonly Found[] {
  const { shown } = cookiesIn(request.server);
  return Object.entries(request.cookies).flatMap(([name, value = ""]): Found[] => {
    if (!name.startsWith(shown)) return [];
    const text = decrypt(subkeys.shown.key, value, ownerOf(request));
    if (text === undefined) return [];
    const stored: Stored = JSON.parse(text);
    return stored.expiresAt > clock() ? [{ ...stored, id: name.slice(shown.length) }] : [];
  });
}

function newestFirst(secrets: readonly Found[]): readonly Found[] {
  return secrets.toSorted((one, other) => other.expiresAt - one.expiresAt);
}

/** The session for which a secret is encrypted. */
function ownerOf(request: FastifyRequest): string {
  const { id, browser_id } = getSignedInUser(request);
  return `${id} ${browser_id}`;
}

/** How a page shows a secret. */
interface SecretCard {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** What the secret is for, and who may know it. */
  readonly text: string;
  /** The label of the button that copies it. */
  readonly copy: string;
  readonly secret: ShownSecret;
  /** Shown below the secret, as markup. */
  readonly more?: string;
  /** The page to which the button returns that ends showing it. */
  readonly back: string;
  /** Whether the page has a form, which that button sends too, so that nothing typed is lost. */
  readonly hasPageForm: boolean;
}

/** A new secret on its page, with the button that ends showing it. */
export function secretCard(request: FastifyRequest, reply: FastifyReply, texts: Texts, card: SecretCard): string {
  const { id, title, text, copy, secret, more = "", back, hasPageForm } = card;
  const { shownSecrets: own } = texts;
  const action = `${COPIED}?back=${encodeURIComponent(back)}`;
  const button = (attributes: string) =>
    html`<button!${attributes} name="secret" value="${secret.id}">${own.confirm}<span class="visually-hidden">: ${title}</span></button>`;
  return html`<section class="card success" aria-labelledby="new-${id}" role="status">
<h2 id="new-${id}">${title}</h2>
<p>${text} ${own.until}</p>
!${copyable(texts, id, secret.text, html`${copy}`)}
!${more}
!${
    hasPageForm
      ? html`<p class="actions">!${button(sendsPageFormTo(action))}</p>`
      : html`<form class="actions" method="post" action="${action}">
!${csrfField(request, reply)}
!${button("")}
</form>`
  }
</section>`;
}
