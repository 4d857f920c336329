import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { MailService } from "../../accounts/links/mail-service.ts";
import type { Context } from "../../context/context.ts";
import * as passwordReset from "../../recovery/password-reset.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import type { Constraints } from "../design/constraints.ts";
import { input } from "../design/field.ts";
import { errorSummary, type FormState } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../design/page-form.ts";
import { FORGOTTEN_PASSWORD, SIGN_IN } from "../design/paths.ts";
import { viewOf } from "../design/rendering.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS_IN_COOKIE, shownForm } from "../forms/drafts.ts";
import { submitForm } from "../forms/form-submission.ts";
import { sendPage } from "../forms/layout.ts";

interface Dependencies {
  readonly context: Context;
  readonly mails: MailService;
  /** Throws `unprocessable` for values that violate the contract. */
  readonly checkChange: (value: object) => void;
  /** The bounds of a user's fields in the contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/**
 * Serves the page where people ask for a link that replaces a forgotten password. The response is the same whether or
 * not there is an account. A server that sends no mail says who can help instead.
 */
export function serveForgottenPassword(
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
