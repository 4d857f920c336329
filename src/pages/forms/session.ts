import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import type { CallerLimit } from "#contract/request/caller-limit";
import * as administrators from "../../accounts/administrators.ts";
import type { SignedInUser } from "../../accounts/sessions.ts";
import * as sessions from "../../accounts/sessions.ts";
import type { Context } from "../../context/context.ts";
import { type Cookies, setSessionCookie } from "./cookies.ts";

/** Options of `loadSessions`. */
interface Options {
  readonly limit: CallerLimit;
  readonly isOptional: boolean;
}

/**
 * Finds the signed-in user of each request, and counts the request for the account. Opens a new session if the browser
 * has no valid session cookie but a valid cookie of "Keep me signed in". With `isOptional`, nobody is signed in while
 * the database is unavailable; otherwise such requests fail.
 */
export function loadSessions(
  scope: FastifyInstance,
  context: Context,
  cookies: Cookies,
  { limit, isOptional }: Options,
): void {
  scope.decorateRequest("signedInUser", undefined);
  scope.addHook("onRequest", async (request, reply) => {
    try {
      const user = await loadSession(request, reply, context, cookies);
      request.setDecorator("signedInUser", user);
      request.accountId = user?.id ?? 0;
      await (user === undefined
        ? limit.countRejected(request, reply)
        : limit.countAuthenticated(request, reply, user.id));
    } catch (error) {
      if (!isOptional || !(error instanceof Failure && error.kind === "unavailable")) throw error;
    }
  });
}

/** Rejects users who are not administrators. Call it in scopes with `requireSignIn`, which rejects all others. */
export function requireAdministrator(scope: FastifyInstance): void {
  scope.addHook("onRequest", async (request) => {
    const user = findSignedInUser(request);
    if (user === undefined || isAdministrator(user)) return;
    throw new Failure("forbidden", "This page is for administrators.", { reason: "administrators-only" });
  });
}

/** The signed-in user; undefined when nobody is signed in. */
export function findSignedInUser(request: FastifyRequest): SignedInUser | undefined {
  return request.getDecorator("signedInUser");
}

/** The signed-in user. Must only be called in scopes with `requireSignIn`. */
export function getSignedInUser(request: FastifyRequest): SignedInUser {
  const user = findSignedInUser(request);
  if (user === undefined) throw new Error("The page does not require signing in.");
  return user;
}

/** Whether a user may administer accounts. */
export function isAdministrator({ user_level }: SignedInUser): boolean {
  return user_level === administrators.LEVEL;
}

/** The client of a request, as the login history records it: a page of this server is no referrer. */
export function clientOf({ ip, headers }: FastifyRequest) {
  const { "user-agent": userAgent = "", referer = "", host } = headers;
  const isOwnPage = URL.canParse(referer) && new URL(referer).host === host;
  return { address: ip, userAgent, referer: isOwnPage ? "" : referer };
}

async function loadSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock, sessionUses }: Context,
  cookies: Cookies,
): Promise<SignedInUser | undefined> {
  const token = request.cookies[cookies.session];
  const user = token === undefined ? undefined : await sessions.find(database, clock, token);
  if (token !== undefined && user !== undefined) sessionUses.record(token, user, clientOf(request), clock());
  const rememberToken = request.cookies[cookies.remember];
  if (user !== undefined || rememberToken === undefined) return user;
  const resumed = await sessions.resume(database, clock, rememberToken, clientOf(request));
  if (resumed?.token !== undefined) setSessionCookie(reply, cookies, resumed.token);
  return resumed?.user;
}
