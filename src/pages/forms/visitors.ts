import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallerLimit } from "#contract/request/caller-limit";
import type { Context } from "../../context/context.ts";
import { VISITOR } from "../design/rendering.ts";
import type { Visitor } from "../design/view.ts";
import { COOKIES, cookiesFor } from "./cookies.ts";
import { csrfField, requireCsrfTokens } from "./csrf.ts";
import { findSignedInUser, isAdministrator, loadSessions } from "./session.ts";

/** Options of `loadVisitors`. */
interface Options {
  /** Counts the requests of each account, and of each network where nobody is signed in, together with those to the API. */
  readonly limit: CallerLimit;
  /** Whether pages are sent without the account while the database is unavailable. */
  readonly isOptional?: boolean;
}

/**
 * Prepares a scope for pages: finds out who is signed in, for the header, limits the requests, and rejects every `POST`
 * without a CSRF token.
 */
export async function loadVisitors(
  scope: FastifyInstance,
  context: Context,
  { limit, isOptional = false }: Options,
): Promise<void> {
  const cookies = cookiesFor(context.config.baseUrl.startsWith("https:"));
  scope.decorate(COOKIES, cookies);
  await scope.register(cookie);
  limit.register(scope, {
    credentialOf: (request) => request.cookies[cookies.session] ?? request.cookies[cookies.remember],
    isOptional,
  });
  await requireCsrfTokens(scope, cookies, context.subkeys.csrf);
  loadSessions(scope, context, cookies, { limit, isOptional });
  scope.decorateRequest(VISITOR, undefined);
  scope.addHook("onRequest", async (request, reply) => {
    context.serverFacts.keepCurrent();
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
