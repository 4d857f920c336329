import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import * as registrationPolicy from "../../setup/registration-policy.ts";
import type { Constraints } from "../design/constraints.ts";
import { type FormState, toFormErrors, type Values, valuesIn } from "../design/form-state.ts";
import { alert } from "../design/notice.ts";
import { POST_FORM } from "../design/page-form.ts";
import { FORGOTTEN_PASSWORD, REGISTER, SIGN_IN } from "../design/paths.ts";
import { clearCookies } from "../forms/cookies.ts";
import { KEEPS_DRAFTS_IN_COOKIE, shownForm } from "../forms/drafts.ts";
import { showFailure } from "../forms/form-submission.ts";
import { keepAfterSignIn } from "../forms/kept-form.ts";
import { sendPage } from "../forms/layout.ts";
import { toNextPath, withNext } from "../forms/next-path.ts";
import { redirect } from "../forms/notices.ts";
import { findSignedInUser } from "../forms/session.ts";
import { signInForm } from "../forms/sign-in-form.ts";
import { closeSessions, type SignInDependencies, startSession } from "./start-session.ts";

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
    return signInPage(request, reply, dependencies, shownForm(request, { next }));
  });

  scope.post("/sign-in", KEEPS_DRAFTS_IN_COOKIE, async (request, reply) => {
    const values = valuesIn(request.body);
    try {
      const { id } = await signIn(request, reply, dependencies, values);
      const kept = await keepAfterSignIn(request, dependencies.context, id, values);
      if (kept !== undefined) return redirect(reply, { path: kept, notice: "draft-kept" });
    } catch (error) {
      if (values.kept_form === undefined) throw error;
      // A cookie has no room for the other form that this one keeps.
      return showFailure(reply, error, (failure) =>
        signInPage(request, reply, dependencies, { values, errors: toFormErrors(failure) }),
      );
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
): Promise<{ readonly id: number }> {
  dependencies.checkCredentials({ email, password });
  return startSession(request, reply, dependencies, { email, password, isKept: keep === "1" });
}

async function signInPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, constraints }: Dependencies,
  { values, errors }: Pick<FormState, "values" | "errors">,
): Promise<FastifyReply> {
  const isOpen = await registrationPolicy.isOpen(context.database, context.config.registration);
  return sendPage(request, reply, ({ texts }) => {
    const { title, lead, kept, forgotten, register, registerLink } = texts.signIn;
    return {
      title,
      lead: html`${lead}`,
      form: POST_FORM,
      hasNoChoices: values.kept_form !== undefined,
      content: html`!${values.kept_form === undefined ? "" : alert(html`${kept}`)}
!${signInForm(request, reply, texts, { constraints, values, errors })}
<p class="aside"><a href="${FORGOTTEN_PASSWORD}">${forgotten}</a></p>
!${isOpen ? html`<p class="aside">${register} <a href="${withNext(REGISTER, values.next ?? "")}">${registerLink}</a></p>` : ""}`,
    };
  });
}
