import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import * as logins from "../../accounts/login/login-service.ts";
import * as sessions from "../../accounts/sessions.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { statusOf } from "../../http/response/failures.ts";
import { button } from "../design/button.ts";
import type { Constraints } from "../design/constraints.ts";
import { checkbox, input } from "../design/field.ts";
import {
  errorSummary,
  type FormErrors,
  type FormState,
  NO_ERRORS,
  toFormErrors,
  type Values,
  valuesIn,
} from "../design/form-state.ts";
import { API_KEYS, QUICKSTART, SIGN_IN } from "../paths.ts";
import { type Cookies, clearCookies, setRememberCookie, setSessionCookie, tokensIn } from "./cookies.ts";
import { csrfField } from "./csrf.ts";
import { sendPage } from "./layout.ts";
import { clientOf, findSignedInUser } from "./session.ts";

/** Failures that are shown in the form. */
const FORM_FAILURES = new Set(["unauthenticated", "unprocessable", "tooMany", "unavailable"]);

interface Dependencies {
  readonly context: Context;
  readonly loginService: logins.LoginService;
  readonly cookies: Cookies;
  /** Throws `unprocessable` for values that violate the contract's schema of credentials. */
  readonly checkCredentials: (value: object) => void;
  /** The bounds of e-mail address and password in the contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/** Serves signing in, with "Keep me signed in", and signing out. */
export function serveSignIn(scope: FastifyInstance, dependencies: Dependencies): void {
  scope.get("/sign-in", async (request, reply) => {
    const { next = "" } = valuesIn(request.query);
    if (findSignedInUser(request) !== undefined) return reply.redirect(toLocalPath(next), 303);
    return signInPage(request, reply, dependencies, { next });
  });

  scope.post("/sign-in", async (request, reply) => {
    const values = valuesIn(request.body);
    try {
      await signIn(request, reply, dependencies, values);
    } catch (error) {
      if (!(error instanceof Failure && FORM_FAILURES.has(error.kind))) throw error;
      reply.code(statusOf(error));
      if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
      return signInPage(request, reply, dependencies, values, toFormErrors(error));
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
  const client = clientOf(request);
  const account = await logins.logIn(database, loginService, { email, password, client });
  await closeSessions(request, dependencies);
  clearCookies(reply, cookies);
  const { session, remember } = await sessions.signIn(database, clock, account, { client, isKept: keep === "1" });
  setSessionCookie(reply, cookies, session);
  if (remember !== undefined) setRememberCookie(reply, cookies, remember);
}

async function closeSessions(request: FastifyRequest, { context, cookies }: Dependencies): Promise<void> {
  for (const token of tokensIn(request, cookies)) await sessions.close(context.database, token);
}

function signInPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { constraints }: Dependencies,
  values: Values,
  errors: FormErrors = NO_ERRORS,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { title, lead, email, password, keep, submit, register, howToRegister } = texts.signIn;
    const form: FormState = { texts, labels: { email, password, keep }, constraints, values, errors };
    return {
      title,
      lead: html`${lead}`,
      content: html`<form class="card narrow" method="post" action="${SIGN_IN}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<input type="hidden" name="next" value="${values.next ?? ""}">
!${input(form, { name: "email", type: "email", autocomplete: "username" })}
!${input(form, { name: "password", autocomplete: "current-password" })}
!${checkbox(form, "keep")}
!${button(submit)}
</form>
<p class="aside">${register} <a href="${QUICKSTART}">${howToRegister}</a></p>`,
    };
  });
}

/** The path to redirect to: one of the account pages, never another site. */
function toLocalPath(next: string): string {
  return /^\/account\/[\w/?&=.%+-]*$/.test(next) ? next : API_KEYS;
}
