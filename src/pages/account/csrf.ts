import csrf from "@fastify/csrf-protection";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Cookies } from "./cookies.ts";
import { visitorIn } from "./visit.ts";

/** Refuses every `POST` of the scope without the token of a form that this server gave to this browser, and to whoever is signed in. */
export async function requireTokens(scope: FastifyInstance, cookies: Cookies, secret: string): Promise<void> {
  scope.decorateRequest("csrfToken", undefined);
  await scope.register(csrf, {
    cookieKey: cookies.csrf,
    cookieOpts: cookies.attributes,
    getUserInfo: userInfoOf,
    csrfOpts: { hmacKey: secret, userInfo: true },
  });
  scope.addHook("preHandler", (request, reply, done) =>
    request.method === "POST" ? scope.csrfProtection(request, reply, done) : done(),
  );
}

/** The token that a form needs; one for all forms of a page, because a browser without a cookie would get another with each. */
export function csrfField(request: FastifyRequest, reply: FastifyReply): string {
  const known: string | undefined = request.getDecorator("csrfToken");
  const token = known ?? reply.generateCsrf({ userInfo: userInfoOf(request) });
  request.setDecorator("csrfToken", token);
  return html`<input type="hidden" name="_csrf" value="${token}">`;
}

function userInfoOf(request: FastifyRequest): string {
  return String(visitorIn(request)?.id ?? "nobody");
}
