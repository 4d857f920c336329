import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import * as emailConfirmation from "../../accounts/email-confirmation.ts";
import type { Context } from "../../context/context.ts";
import { toEmailKey } from "../../mail/email-key.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { errorSummary, type FormErrors, valuesIn } from "../design/form-state.ts";
import { API_KEYS, CONFIRM_EMAIL, SIGN_IN, START } from "../design/paths.ts";
import { viewOf } from "../design/rendering.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS_IN_COOKIE, shownForm } from "../forms/drafts.ts";
import { invalidLinkPage, isInvalidLink } from "../forms/invalid-link.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { findSignedInUser } from "../forms/session.ts";

/** What the page shows. */
interface Confirmation {
  readonly token: string;
  /** The address that the link confirms. */
  readonly email: string;
  readonly errors: FormErrors;
}

/**
 * Serves the page that a mailed link opens to confirm an e-mail address. A button confirms it, not opening the page:
 * programs that check mails open links too.
 */
export function serveConfirmEmail(scope: FastifyInstance, { database, clock }: Context): void {
  scope.get("/confirm-email", async (request, reply) => {
    const { values, errors } = shownForm(request, valuesIn(request.query));
    const { token = "" } = values;
    return withAddress(request, reply, token, async (email) => confirmPage(request, reply, { token, email, errors }));
  });

  scope.post("/confirm-email", KEEPS_DRAFTS_IN_COOKIE, async (request, reply) => {
    const { token = "" } = valuesIn(request.body);
    return withAddress(request, reply, token, async (email) => {
      const { id } = await emailConfirmation.confirm(database, clock, token);
      const user = findSignedInUser(request);
      // Another address of the own account ended the session.
      const isSignedIn = user !== undefined && (user.id !== id || toEmailKey(user.email) === toEmailKey(email));
      return redirect(reply, { path: isSignedIn ? API_KEYS : SIGN_IN, notice: "email-confirmed" });
    });
  });

  /** Calls `work` with the address that a link confirms, or shows that it is not valid any more. */
  async function withAddress(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    work: (email: string) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await work((await emailConfirmation.addressOf(database, clock, token)) ?? "");
    } catch (error) {
      if (!isInvalidLink(error)) throw error;
      const { confirmEmail, errors } = viewOf(request).texts;
      const nextStep = buttonLink(START, errors.startPage);
      return invalidLinkPage(request, reply, error, { text: confirmEmail.invalid, nextStep });
    }
  }
}

function confirmPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, email, errors }: Confirmation,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { title, question, submit } = texts.confirmEmail;
    return {
      title,
      content: html`<form class="card narrow" method="post" action="${CONFIRM_EMAIL}">
!${errorSummary({ texts, labels: {}, constraints: {}, values: {}, errors })}
!${csrfField(request, reply)}
<input type="hidden" name="token" value="${token}">
<p>${question}</p>
<p><strong>!${userText(email)}</strong></p>
!${actions(button(submit))}
</form>`,
    };
  });
}
