import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as administrators from "../../accounts/administrators.ts";
import * as sessions from "../../accounts/sessions.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { pathOf } from "../../http/request/unmatched.ts";
import { type Cookies, setSession } from "./cookies.ts";

/** Where people sign in. */
export const SIGN_IN = "/account/sign-in";

/** Finds out who visits each page of the scope, and takes the session of a browser up again that is kept signed in. */
export function recogniseVisitors(scope: FastifyInstance, context: Context, cookies: Cookies): void {
  scope.decorateRequest("visitor", undefined);
  scope.addHook("onRequest", async (request, reply) => {
    request.setDecorator("visitor", await recognise(request, reply, context, cookies));
  });
}

/** Sends visitors who are not signed in to the page where they can, and from there back. */
export function requireVisitors(scope: FastifyInstance): void {
  scope.addHook("onRequest", async (request, reply) => {
    if (visitorIn(request) !== undefined) return;
    const next = request.method === "GET" ? request.url : pathOf(request.url);
    return reply.redirect(`${SIGN_IN}?next=${encodeURIComponent(next)}`, 303);
  });
}

/** Refuses everybody but administrators. */
export function requireAdministrators(scope: FastifyInstance): void {
  scope.addHook("onRequest", async (request) => {
    if (isAdministrator(theVisitor(request))) return;
    throw new Failure("forbidden", "This page is for administrators.");
  });
}

/** Who visits, if anybody is signed in. */
export function visitorIn(request: FastifyRequest): sessions.Visitor | undefined {
  return request.getDecorator("visitor");
}

/** Who visits a page that only those reach who are signed in. */
export function theVisitor(request: FastifyRequest): sessions.Visitor {
  const visitor = visitorIn(request);
  if (visitor === undefined) throw new Error("The page is open to visitors who are not signed in.");
  return visitor;
}

/** Whether the pages for administrators are open to somebody. */
export function isAdministrator({ user_level }: sessions.Visitor): boolean {
  return user_level === administrators.LEVEL;
}

/** Where a request comes from, as a login keeps it. */
export function originOf({ ip, headers }: FastifyRequest) {
  return { address: ip, userAgent: headers["user-agent"] ?? "", referer: headers.referer ?? "" };
}

async function recognise(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock }: Context,
  cookies: Cookies,
): Promise<sessions.Visitor | undefined> {
  const token = request.cookies[cookies.session];
  const visitor = token === undefined ? undefined : await sessions.find(database, clock, token);
  const kept = request.cookies[cookies.kept];
  if (visitor !== undefined || kept === undefined) return visitor;
  const resumed = await sessions.resume(database, clock, kept, originOf(request));
  if (resumed !== undefined) setSession(reply, cookies, resumed.token);
  return resumed?.visitor;
}
