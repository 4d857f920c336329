import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { REMEMBER_LIFETIME_MS } from "../../accounts/sessions.ts";

/**
 * Names and attributes of the account pages' cookies. Over TLS, `__Host-` binds them to this host
 * (RFC 6265bis, section 4.1.3.2).
 */
export interface Cookies {
  /** The session cookie, which lasts until the browser closes. */
  readonly session: string;
  /** The cookie of "Keep me signed in", which lasts 30 days. */
  readonly remember: string;
  readonly csrf: string;
  /** The cookie with the notices for the next page. */
  readonly notice: string;
  /** The cookie with what was typed in a form that needs no signing in, and was not accepted. */
  readonly draft: string;
  /** The beginning of the names of cookies with a new secret that a page still shows. */
  readonly shown: string;
  readonly attributes: CookieSerializeOptions;
}

/** The cookies of a server; over HTTPS with the prefix `__Host-`, so that no other host can set them. */
export function cookiesFor(isSecure: boolean): Cookies {
  const prefix = isSecure ? "__Host-" : "";
  return {
    session: `${prefix}triptych_session`,
    remember: `${prefix}triptych_kept`,
    csrf: `${prefix}triptych_csrf`,
    notice: `${prefix}triptych_notice`,
    draft: `${prefix}triptych_draft`,
    shown: `${prefix}triptych_shown_`,
    attributes: { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure },
  };
}

/** The name of the decorator of a scope with its `Cookies`. */
export const COOKIES = "pageCookies";

/** The cookies of a scope that `loadVisitors` has prepared. */
export function cookiesIn(scope: FastifyInstance): Cookies {
  return scope.getDecorator(COOKIES);
}

/** Stores a session token in the browser until it is closed. */
export function setSessionCookie(reply: FastifyReply, { session, attributes }: Cookies, token: string): void {
  reply.setCookie(session, token, attributes);
}

/** Stores a token of "Keep me signed in" in the browser for 30 days. */
export function setRememberCookie(reply: FastifyReply, { remember, attributes }: Cookies, token: string): void {
  reply.setCookie(remember, token, { ...attributes, maxAge: REMEMBER_LIFETIME_MS / 1000 });
}

/** Deletes all cookies of the account pages. */
export function clearCookies(reply: FastifyReply, { session, remember, csrf, shown, attributes }: Cookies): void {
  const secrets = Object.keys(reply.request.cookies).filter((name) => name.startsWith(shown));
  for (const name of [session, remember, csrf, ...secrets]) reply.clearCookie(name, attributes);
}

/** The session and remember tokens of a request. */
export function tokensIn({ cookies }: FastifyRequest, { session, remember }: Cookies): readonly string[] {
  return [cookies[session], cookies[remember]].filter((token) => token !== undefined);
}
