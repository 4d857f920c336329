import Csrf from "@fastify/csrf";
import csrf from "@fastify/csrf-protection";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import { isRecord } from "#contract/record";
import type { Subkey } from "../../accounts/subkeys.ts";
import type { Cookies } from "./cookies.ts";
import { findSignedInUser } from "./session.ts";

/**
 * Rejects every `POST` of the scope without a CSRF token that was issued to this browser and this
 * signed-in user, with the key or, while it is valid, the former key.
 */
export async function requireCsrfTokens(
  scope: FastifyInstance,
  cookies: Cookies,
  { key, formerKey }: Subkey,
): Promise<void> {
  scope.decorateRequest("csrfToken", undefined);
  await scope.register(csrf, {
    cookieKey: cookies.csrf,
    cookieOpts: cookies.attributes,
    getUserInfo: userInfoOf,
    csrfOpts: { hmacKey: key, userInfo: true },
  });
  const tokens = new Csrf.Tokens({ hmacKey: key, userInfo: true });
  const hasToken = async (request: FastifyRequest) => {
    const secret = request.cookies[cookies.csrf];
    const token = isRecord(request.body) ? request.body._csrf : undefined;
    if (secret === undefined || typeof token !== "string") return false;
    const userInfo = userInfoOf(request);
    if (tokens.verify(secret, token, userInfo)) return true;
    const hmacKey = await formerKey();
    return hmacKey !== undefined && new Csrf.Tokens({ hmacKey, userInfo: true }).verify(secret, token, userInfo);
  };
  scope.addHook("preHandler", async (request) => {
    if (request.method === "POST" && !(await hasToken(request))) throw formExpired();
  });
}

function formExpired(): Failure {
  const message = "This form has expired, or your browser blocks cookies. Load the page again.";
  return new Failure("forbidden", message, { reason: "form-expired" });
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
