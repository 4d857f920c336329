import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "../../errors.ts";
import { statusOf } from "../../http/response/failures.ts";
import * as registrationPolicy from "../../setup/registration-policy.ts";
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
import { FORGOTTEN_PASSWORD, REGISTER, SIGN_IN } from "../paths.ts";
import { clearCookies } from "./cookies.ts";
import { csrfField } from "./csrf.ts";
import { sendPage } from "./layout.ts";
import { toNextPath, withNext } from "./next-path.ts";
import { redirect } from "./notices.ts";
import { findSignedInUser } from "./session.ts";
import { closeSessions, type SignInDependencies, startSession } from "./start-session.ts";

/** Failures that are shown in the form. */
const FORM_FAILURES = new Set(["unauthenticated", "unprocessable", "tooMany", "unavailable"]);

interface Dependencies extends SignInDependencies {
  /** Throws `unprocessable` for values that violate the contract's schema of credentials. */
  readonly checkCredentials: (value: object) => void;
  /** The bounds of e-mail address and password in the contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/** Serves signing in, with "Keep me signed in", and signing out. */
export function serveSignIn(scope: FastifyInstance, dependencies: Dependencies): void {
  scope.get("/sign-in", async (request, reply) => {
    const { next = "" } = valuesIn(request.query);
    if (findSignedInUser(request) !== undefined) return reply.redirect(toNextPath(next), 303);
    return signInPage(request, reply, dependencies, { next });
  });

  scope.post("/sign-in", async (request, reply) => {
    const values = valuesIn(request.body);
    try {
      await signIn(request, reply, dependencies, values);
    } catch (error) {
      if (!(error instanceof Failure && FORM_FAILURES.has(error.kind))) throw error;
      request.server.refusals.count(error);
      reply.code(statusOf(error));
      if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
      return signInPage(request, reply, dependencies, values, toFormErrors(error));
    }
    return reply.redirect(toNextPath(values.next ?? ""), 303);
  });

  scope.post("/sign-out", async (request, reply) => {
    await closeSessions(request, dependencies);
    clearCookies(reply, dependencies.cookies);
    return redirect(reply, { path: SIGN_IN, notice: "signed-out" });
  });
}

/** Checks the form, and signs in. */
async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: Dependencies,
  { email = "", password = "", keep }: Values,
): Promise<void> {
  dependencies.checkCredentials({ email, password });
  await startSession(request, reply, dependencies, { email, password, isKept: keep === "1" });
}

async function signInPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, constraints }: Dependencies,
  values: Values,
  errors: FormErrors = NO_ERRORS,
): Promise<FastifyReply> {
  const isOpen = await registrationPolicy.isOpen(context.database, context.config.registration);
  return sendPage(request, reply, ({ texts }) => {
    const { title, lead, email, password, keep, submit, forgotten, register, registerLink } = texts.signIn;
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
<p class="aside"><a href="${FORGOTTEN_PASSWORD}">${forgotten}</a></p>
!${isOpen ? html`<p class="aside">${register} <a href="${withNext(REGISTER, values.next ?? "")}">${registerLink}</a></p>` : ""}`,
    };
  });
}
