import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { MailService } from "../../accounts/links/mail-service.ts";
import type { Context } from "../../context/context.ts";
import { hasEnded } from "../../recovery/eviction.ts";
import * as passwordReset from "../../recovery/password-reset.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import type { Constraints } from "../design/constraints.ts";
import { input } from "../design/field.ts";
import { errorSummary, type FormErrors, type FormState, type Values, valuesIn } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../design/page-form.ts";
import { FORGOTTEN_PASSWORD, RESET_PASSWORD, SIGN_IN } from "../design/paths.ts";
import { viewOf } from "../design/rendering.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS_IN_COOKIE, shownForm } from "../forms/drafts.ts";
import { assertAll, assertPasswordsMatch, submitForm } from "../forms/form-submission.ts";
import { invalidLinkPage, isInvalidLink } from "../forms/invalid-link.ts";
import { sendPage } from "../forms/layout.ts";
import { newPassword } from "./new-password.ts";
import { signInAgain } from "./sign-in-again.ts";

interface Dependencies {
  readonly context: Context;
  readonly mails: MailService;
  /** Throws `unprocessable` for values that violate the contract. */
  readonly checkChange: (value: object) => void;
  /** The bounds of a user's fields in the contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/** Serves the pages that replace a forgotten password: one to ask for a link, and the one that the link opens. */
export function servePasswordReset(scope: FastifyInstance, dependencies: Dependencies): void {
  serveForgottenPassword(scope, dependencies);
  serveResetPassword(scope, dependencies);
}

/**
 * Serves the page where people ask for a link that replaces a forgotten password. The response is the same whether or
 * not there is an account. A server that sends no mail says who can help instead.
 */
function serveForgottenPassword(
  scope: FastifyInstance,
  { context: { database }, mails, checkChange, constraints }: Dependencies,
): void {
  scope.get("/forgotten-password", async (request, reply) =>
    mails.outbox === undefined ? noMailPage(request, reply) : requestPage(request, reply, constraints),
  );

  scope.post("/forgotten-password", KEEPS_DRAFTS_IN_COOKIE, async (request, reply) => {
    return submitForm(request, reply, async ({ email_address: email = "" }) => {
      checkChange({ email_address: email });
      await passwordReset.request(database, mails, { email, address: request.ip, language: viewOf(request).language });
      return { path: FORGOTTEN_PASSWORD, notice: "reset-requested" };
    });
  });
}

function requestPage(
  request: FastifyRequest,
  reply: FastifyReply,
  constraints: Dependencies["constraints"],
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { title, lead, email, submit } = texts.forgottenPassword;
    const form: FormState = { texts, labels: { email_address: email }, constraints, ...shownForm(request, {}) };
    return {
      title,
      lead: html`${lead}`,
      form: POST_FORM,
      content: html`<form class="card narrow" id="${PAGE_FORM}" method="post" action="${FORGOTTEN_PASSWORD}">
!${errorSummary(form)}
!${csrfField(request, reply)}
!${input(form, { name: "email_address", autocomplete: "username" })}
!${actions(button(submit), buttonLink(SIGN_IN, texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}

function noMailPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(request, reply, ({ texts }) => ({
    title: texts.forgottenPassword.title,
    content: html`<div class="card narrow">
<p>${texts.forgottenPassword.noMail}</p>
!${actions(buttonLink(SIGN_IN, texts.signIn.title, "secondary"))}
</div>`,
  }));
}

/**
 * Serves the page that a link for a forgotten password opens. Opening it changes nothing: programs that check mails
 * open links too.
 */
function serveResetPassword(scope: FastifyInstance, { context, checkChange, constraints }: Dependencies): void {
  const { database, clock } = context;

  scope.get("/reset-password", async (request, reply) => {
    const { values, errors } = shownForm(request, valuesIn(request.query));
    return orInvalidLink(request, reply, async () => {
      const { isFirst } = await passwordReset.getLink(database, clock, values.token ?? "");
      return resetPage(request, reply, { constraints, values, errors, isFirst });
    });
  });

  scope.post("/reset-password", KEEPS_DRAFTS_IN_COOKIE, async (request, reply) => {
    const { token = "" } = valuesIn(request.body);
    return orInvalidLink(request, reply, async () => {
      await passwordReset.getLink(database, clock, token);
      return submitForm(request, reply, async (submitted) => {
        const { password = "", password_confirmation = "" } = submitted;
        await assertAll(
          () => checkChange({ password, password_confirmation }),
          () => assertPasswordsMatch(submitted),
        );
        const values = { token, password, address: request.ip };
        const { accountId, evicted } = await passwordReset.complete(database, clock, values);
        if (evicted === undefined) return signInAgain(context, accountId, "password-reset");
        return { path: SIGN_IN, notice: hasEnded(evicted) ? "password-reset-all" : "password-reset" };
      });
    });
  });
}

/** Shows that a link is not valid any more, if `work` finds that. */
async function orInvalidLink(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!isInvalidLink(error)) throw error;
    const { invalid: text, askAgain } = viewOf(request).texts.resetPassword;
    return invalidLinkPage(request, reply, error, { text, nextStep: buttonLink(FORGOTTEN_PASSWORD, askAgain) });
  }
}

interface ResetForm {
  readonly constraints: Dependencies["constraints"];
  readonly values: Values;
  readonly errors: FormErrors;
  /** Whether the owner of a new account chooses its first password. */
  readonly isFirst: boolean;
}

function resetPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { constraints, values, errors, isFirst }: ResetForm,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { title, lead, submit } = isFirst ? texts.firstPassword : texts.resetPassword;
    const labels = { password: texts.users.password, password_confirmation: texts.users.confirm };
    const form: FormState = { texts, labels, constraints, values, errors };
    return {
      title,
      lead: html`${lead}`,
      content: html`<form class="card narrow" method="post" action="${RESET_PASSWORD}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<input type="hidden" name="token" value="${values.token ?? ""}">
!${newPassword(form)}
!${button(submit)}
</form>`,
    };
  });
}
