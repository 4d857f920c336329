import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { REMEMBER_LIFETIME } from "../../accounts/sessions.ts";

/** The cookies of the account pages. Where TLS is, browsers bind them to this very host (RFC 6265bis, section 4.1.3.2). */
export interface Cookies {
  /** Of the session; ends with the browser. */
  readonly session: string;
  /** Of a browser that is kept signed in. */
  readonly kept: string;
  readonly csrf: string;
  readonly attributes: CookieSerializeOptions;
}

/** Names and attributes of the cookies, for a server that is reached over TLS or not. */
export function cookiesFor(isSecure: boolean): Cookies {
  const prefix = isSecure ? "__Host-" : "";
  return {
    session: `${prefix}triptych_session`,
    kept: `${prefix}triptych_kept`,
    csrf: `${prefix}triptych_csrf`,
    attributes: { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure },
  };
}

/** Gives the browser the secret of its session. */
export function setSession(reply: FastifyReply, { session, attributes }: Cookies, token: string): void {
  reply.setCookie(session, token, attributes);
}

/** Keeps the browser signed in. */
export function setKept(reply: FastifyReply, { kept, attributes }: Cookies, token: string): void {
  reply.setCookie(kept, token, { ...attributes, maxAge: REMEMBER_LIFETIME / 1000 });
}

/** Lets the browser forget everything. */
export function clear(reply: FastifyReply, { session, kept, csrf, attributes }: Cookies): void {
  for (const name of [session, kept, csrf]) reply.clearCookie(name, attributes);
}

/** The secrets that a browser holds, of its session and of its being kept signed in. */
export function secretsIn({ cookies }: FastifyRequest, { session, kept }: Cookies): readonly string[] {
  return [cookies[session], cookies[kept]].filter((secret) => secret !== undefined);
}
