import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import * as logins from "../../accounts/logins.ts";
import * as sessions from "../../accounts/sessions.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { statusOf } from "../../http/response/failures.ts";
import { type Cookies, clear, secretsIn, setKept, setSession } from "./cookies.ts";
import { csrfField } from "./csrf.ts";
import { checkbox, input, summary, type Values, valuesIn, type Wrongs, wrongsIn } from "./form.ts";
import { sendPage } from "./layout.ts";
import { originOf, SIGN_IN, visitorIn } from "./visit.ts";

/** Where people go from here unless they came from another page. */
const HOME = "/account/api-keys";

/** Failures that the form itself tells. */
const TOLD = new Set(["unauthenticated", "unprocessable", "tooMany", "unavailable"]);

/** What the pages need to sign people in and out. */
export interface SignInParts {
  readonly context: Context;
  readonly loginService: logins.LoginService;
  readonly cookies: Cookies;
  /** Throws `unprocessable` for what can't be an address and a password. */
  readonly checkCredentials: (value: object) => void;
}

/** Signing in, with "Keep me signed in", and out. */
export function serveSignIn(scope: FastifyInstance, parts: SignInParts): void {
  scope.get("/sign-in", async (request, reply) => {
    const { next = "" } = valuesIn(request.query);
    if (visitorIn(request) !== undefined) return reply.redirect(safe(next), 303);
    return signInPage(request, reply, { next });
  });

  scope.post("/sign-in", async (request, reply) => {
    const values = valuesIn(request.body);
    try {
      await signIn(request, reply, parts, values);
    } catch (error) {
      if (!(error instanceof Failure && TOLD.has(error.kind))) throw error;
      reply.code(statusOf(error));
      if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
      return signInPage(request, reply, values, { "": wrongsIn(error)[""] ?? "" });
    }
    return reply.redirect(safe(values.next ?? ""), 303);
  });

  scope.post("/sign-out", async (request, reply) => {
    await forget(request, parts);
    clear(reply, parts.cookies);
    return reply.redirect(`${SIGN_IN}?notice=signed-out`, 303);
  });
}

/** Checks the password, and gives the browser a new session in place of whatever it had. */
async function signIn(request: FastifyRequest, reply: FastifyReply, parts: SignInParts, values: Values): Promise<void> {
  const { context, loginService, cookies, checkCredentials } = parts;
  const { database, clock } = context;
  const { email = "", password = "", keep } = values;
  checkCredentials({ email, password });
  const account = await logins.logIn(database, loginService, { email, password, origin: originOf(request) });
  await forget(request, parts);
  clear(reply, cookies);
  setSession(reply, cookies, await sessions.open(database, clock, account));
  if (keep === "1") setKept(reply, cookies, await sessions.openRemembered(database, clock, account));
}

async function forget(request: FastifyRequest, { context, cookies }: SignInParts): Promise<void> {
  for (const secret of secretsIn(request, cookies)) await sessions.close(context.database, secret);
}

function signInPage(request: FastifyRequest, reply: FastifyReply, values: Values, wrongs: Wrongs = {}): FastifyReply {
  return sendPage(
    request,
    reply,
    "Sign in",
    html`<form class="card narrow" method="post" action="${SIGN_IN}">
!${summary(wrongs)}
!${csrfField(request, reply)}
<input type="hidden" name="next" value="${values.next ?? ""}">
!${input({ name: "email", label: "E-mail address", type: "email", autocomplete: "username", required: true }, values)}
!${input({ name: "password", label: "Password", type: "password", autocomplete: "current-password", required: true })}
!${checkbox("keep", "Keep me signed in for 30 days", values)}
<button>Sign in</button>
</form>`,
  );
}

/** A page of ours to go to: never another site, whatever the address says. */
function safe(next: string): string {
  return /^\/account\/[\w/?&=.%+-]*$/.test(next) ? next : HOME;
}
