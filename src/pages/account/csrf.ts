import Csrf from "@fastify/csrf";
import csrf from "@fastify/csrf-protection";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Subkey } from "../../accounts/subkeys.ts";
import { isRecord } from "../../http/record.ts";
import type { Cookies } from "./cookies.ts";
import { findSignedInUser } from "./session.ts";

/**
 * Rejects every `POST` of the scope without a CSRF token that was issued to this browser and this
 * signed-in user.
 */
export async function requireCsrfTokens(
  scope: FastifyInstance,
  cookies: Cookies,
  { key, former }: Subkey,
): Promise<void> {
  scope.decorateRequest("csrfToken", undefined);
  await scope.register(csrf, {
    cookieKey: cookies.csrf,
    cookieOpts: cookies.attributes,
    getUserInfo: userInfoOf,
    csrfOpts: { hmacKey: key, userInfo: true },
  });
  const isFormerToken = verifierOf(cookies, former);
  scope.addHook("preHandler", (request, reply, done) => {
    if (request.method !== "POST" || isFormerToken(request)) done();
    else scope.csrfProtection(request, reply, done);
  });
}

/** Whether a form carries a token of the former key, because it was opened before the server had subkeys. */
function verifierOf(cookies: Cookies, former: Subkey["former"]): (request: FastifyRequest) => boolean {
  const hmacKey = former();
  if (hmacKey === undefined) return () => false;
  const tokens = new Csrf.Tokens({ hmacKey, userInfo: true });
  return (request) => {
    const secret = request.cookies[cookies.csrf];
    const token = isRecord(request.body) ? request.body._csrf : undefined;
    if (former() === undefined || secret === undefined || typeof token !== "string") return false;
    return tokens.verify(secret, token, userInfoOf(request));
  };
}

/**
 * The hidden field with the CSRF token. All forms of a page share one token: if the browser has
 * no CSRF cookie, a second `generateCsrf` would set a new secret and invalidate the first token.
 */
export function csrfField(request: FastifyRequest, reply: FastifyReply): string {
  const existing: string | undefined = request.getDecorator("csrfToken");
  const token = existing ?? reply.generateCsrf({ userInfo: userInfoOf(request) });
  request.setDecorator("csrfToken", token);
  return html`<input type="hidden" name="_csrf" value="${token}">`;
}

function userInfoOf(request: FastifyRequest): string {
  return String(findSignedInUser(request)?.id ?? "nobody");
}
