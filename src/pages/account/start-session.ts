import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import * as logins from "../../accounts/login/login-service.ts";
import * as sessions from "../../accounts/sessions.ts";
import type { Context } from "../../context/context.ts";
import { BOOKMARKS, SIGN_IN } from "../design/paths.ts";
import { type Cookies, setRememberCookie, setSessionCookie, tokensIn } from "../forms/cookies.ts";
import { toNextPath, withNext } from "../forms/next-path.ts";
import type { Destination } from "../forms/notices.ts";
import { clientOf } from "../forms/session.ts";

/** What signing in needs. */
export interface SignInDependencies {
  readonly context: Context;
  readonly loginService: logins.LoginService;
  readonly cookies: Cookies;
}

/** What somebody signs in with. */
interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Whether the browser is kept signed in. */
  readonly isKept: boolean;
}

/**
 * Checks the password and replaces the sessions of the browser with a new one. The CSRF cookie stays, so that the account
 * can send the forms that it had open when a session ended: their tokens are for no other account. Returns the account.
 * Throws like `logins.logIn`.
 */
export async function startSession(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: SignInDependencies,
  { email, password, isKept }: Credentials,
): Promise<{ readonly id: number }> {
  const { context, loginService, cookies } = dependencies;
  const { database, clock } = context;
  const client = clientOf(request);
  const account = await logins.logIn(database, loginService, { email, password, client });
  await closeSessions(request, dependencies);
  const { session, remember } = await sessions.signIn(database, clock, account, { client, isKept });
  setSessionCookie(reply, cookies, session);
  if (remember === undefined) reply.clearCookie(cookies.remember, cookies.attributes);
  else setRememberCookie(reply, cookies, remember);
  return account;
}

/** Ends the sessions of the browser. */
export async function closeSessions(
  request: FastifyRequest,
  { context, cookies }: Pick<SignInDependencies, "context" | "cookies">,
): Promise<void> {
  await sessions.close(context.database, ...tokensIn(request, cookies));
}

/**
 * Signs in the owner of an account that was just created, and returns the page to redirect to. If that is not
 * possible, for example after failed logins with this address, it is the sign-in page: the account exists. `next` is
 * the path of the page that asked to sign in, or empty.
 */
export async function signInNewAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: SignInDependencies,
  { email, password, next = "" }: Omit<Credentials, "isKept"> & { readonly next?: string },
): Promise<string | Destination> {
  try {
    await startSession(request, reply, dependencies, { email, password, isKept: false });
    return next === "" ? { path: BOOKMARKS, notice: "registered" } : toNextPath(next);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { path: withNext(SIGN_IN, next), notice: "registered" };
  }
}
