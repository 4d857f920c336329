import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { Visitor } from "../design/view.ts";
import { VISITOR } from "../page.ts";
import { cookiesFor } from "./cookies.ts";
import { csrfField, requireCsrfTokens } from "./csrf.ts";
import { findSignedInUser, isAdministrator, loadSessions } from "./session.ts";

/**
 * Prepares a scope for pages: finds out who is signed in, for the header, and rejects every `POST` without a CSRF
 * token. With `isOptional`, pages are sent without the account while the database is unavailable.
 */
export async function loadVisitors(
  scope: FastifyInstance,
  context: Context,
  { isOptional = false }: { readonly isOptional?: boolean } = {},
): Promise<void> {
  const cookies = cookiesFor(context.config.baseUrl.startsWith("https:"));
  await scope.register(cookie);
  await requireCsrfTokens(scope, cookies, context.tokenSecret);
  loadSessions(scope, context, cookies, { isOptional });
  scope.decorateRequest(VISITOR, undefined);
  scope.addHook("onRequest", async (request, reply) => {
    request.setDecorator(VISITOR, visitorOf(request, reply));
  });
}

function visitorOf(request: FastifyRequest, reply: FastifyReply): Visitor {
  const user = findSignedInUser(request);
  if (user === undefined) return "anonymous";
  const { name, email, locale, user_level: level } = user;
  return {
    name,
    email,
    locale,
    level,
    isAdministrator: isAdministrator(user),
    csrfField: () => csrfField(request, reply),
  };
}
