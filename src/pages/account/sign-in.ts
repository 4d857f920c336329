import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import * as logins from "../../accounts/login/login-service.ts";
import * as sessions from "../../accounts/sessions.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { statusOf } from "../../http/response/failures.ts";
import { type Cookies, clearCookies, setRememberCookie, setSessionCookie, tokensIn } from "./cookies.ts";
import { csrfField } from "./csrf.ts";
import { checkbox, errorSummary, type FormErrors, input, toFormErrors, type Values, valuesIn } from "./form.ts";
import { sendPage } from "./layout.ts";
import { clientOf, findSignedInUser, SIGN_IN } from "./session.ts";

/** Where signing in redirects to if `next` is not the path of an account page. */
const DEFAULT_NEXT = "/account/api-keys";

/** Failures that are shown in the form. */
const FORM_FAILURES = new Set(["unauthenticated", "unprocessable", "tooMany", "unavailable"]);

interface Dependencies {
  readonly context: Context;
  readonly loginService: logins.LoginService;
  readonly cookies: Cookies;
  /** Throws `unprocessable` for values that violate the contract's schema of credentials. */
  readonly checkCredentials: (value: object) => void;
}

/** Serves signing in, with "Keep me signed in", and signing out. */
export function serveSignIn(scope: FastifyInstance, dependencies: Dependencies): void {
  scope.get("/sign-in", async (request, reply) => {
    const { next = "" } = valuesIn(request.query);
    if (findSignedInUser(request) !== undefined) return reply.redirect(toLocalPath(next), 303);
    return signInPage(request, reply, { next });
  });

  scope.post("/sign-in", async (request, reply) => {
    const values = valuesIn(request.body);
    try {
      await signIn(request, reply, dependencies, values);
    } catch (error) {
      if (!(error instanceof Failure && FORM_FAILURES.has(error.kind))) throw error;
      reply.code(statusOf(error));
      if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
      return signInPage(request, reply, values, toFormErrors(error));
    }
    return reply.redirect(toLocalPath(values.next ?? ""), 303);
  });

  scope.post("/sign-out", async (request, reply) => {
    await closeSessions(request, dependencies);
    clearCookies(reply, dependencies.cookies);
    return reply.redirect(`${SIGN_IN}?notice=signed-out`, 303);
  });
}

/** Checks the password and replaces the sessions of the browser with a new one. */
async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: Dependencies,
  values: Values,
): Promise<void> {
  const { context, loginService, cookies, checkCredentials } = dependencies;
  const { database, clock } = context;
  const { email = "", password = "", keep } = values;
  checkCredentials({ email, password });
  const account = await logins.logIn(database, loginService, { email, password, client: clientOf(request) });
  await closeSessions(request, dependencies);
  clearCookies(reply, cookies);
  setSessionCookie(reply, cookies, await sessions.open(database, clock, account));
  if (keep === "1") setRememberCookie(reply, cookies, await sessions.openRemembered(database, clock, account));
}

async function closeSessions(request: FastifyRequest, { context, cookies }: Dependencies): Promise<void> {
  for (const token of tokensIn(request, cookies)) await sessions.close(context.database, token);
}

function signInPage(
  request: FastifyRequest,
  reply: FastifyReply,
  values: Values,
  errors: FormErrors = {},
): FastifyReply {
  return sendPage(
    request,
    reply,
    "Sign in",
    html`<form class="card narrow" method="post" action="${SIGN_IN}">
!${errorSummary(errors)}
!${csrfField(request, reply)}
<input type="hidden" name="next" value="${values.next ?? ""}">
!${input({ name: "email", label: "E-mail address", type: "email", autocomplete: "username", required: true }, values, errors)}
!${input({ name: "password", label: "Password", type: "password", autocomplete: "current-password", required: true }, {}, errors)}
!${checkbox("keep", "Keep me signed in for 30 days", values)}
<button>Sign in</button>
</form>`,
  );
}

/** The path to redirect to: one of the account pages, never another site. */
function toLocalPath(next: string): string {
  return /^\/account\/[\w/?&=.%+-]*$/.test(next) ? next : DEFAULT_NEXT;
}
