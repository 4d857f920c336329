import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Account } from "../../accounts/account.ts";
import * as accounts from "../../accounts/accounts.ts";
import type { LoginService } from "../../accounts/login/login-service.ts";
import type { Context } from "../../context/context.ts";
import * as passwordReset from "../../recovery/password-reset.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import type { Constraints } from "../design/constraints.ts";
import { copyable } from "../design/copyable.ts";
import { input } from "../design/field.ts";
import { errorSummary, type FormState, valuesIn } from "../design/form-state.ts";
import { USERS } from "../design/paths.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../forms/drafts.ts";
import { idParameter } from "../forms/id-parameter.ts";
import { sendPage } from "../forms/layout.ts";
import { confirmOwnPassword } from "./confirmation.ts";

interface Dependencies {
  readonly context: Context;
  readonly loginService: LoginService;
  /** The bounds of a password in the contract. */
  readonly password: Constraints;
}

/**
 * Serves the page where administrators create a link that replaces the password of an account. The link is shown once.
 * It needs the administrator's own password, like replacing the password itself.
 */
export function serveResetLink(scope: FastifyInstance, { context, loginService, password }: Dependencies): void {
  const { database, clock, config } = context;

  scope.get("/users/:id/reset-link", async (request, reply) =>
    askPage(request, reply, await accounts.get(database, idParameter(request)), password),
  );

  scope.post("/users/:id/reset-link", KEEPS_DRAFTS, async (request, reply) => {
    const account = await accounts.get(database, idParameter(request));
    await confirmOwnPassword(request, context, loginService, valuesIn(request.body).current_password);
    const link = await passwordReset.createLink(database, { clock, baseUrl: config.baseUrl }, account.id);
    return linkPage(request, reply, account, link);
  });
}

function askPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, email }: Account,
  password: Constraints,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { title, text, submit } = texts.resetLink;
    const form: FormState = {
      texts,
      labels: { current_password: texts.users.ownPassword },
      constraints: {
        current_password: {
          required: true,
          ...(password.maxLength !== undefined && { maxLength: password.maxLength }),
        },
      },
      ...shownForm(request, {}),
    };
    return {
      title,
      content: html`<form class="card narrow" method="post" action="${USERS}/${id}/reset-link">
!${errorSummary(form)}
<p><strong>!${userText(name)}</strong> (!${userText(email)})</p>
<p>${text}</p>
!${csrfField(request, reply)}
!${input(form, { name: "current_password", type: "password", autocomplete: "current-password" })}
!${actions(button(submit), buttonLink(`${USERS}/${id}`, texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}

function linkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, email }: Account,
  link: string,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { title, passOn, copy, back } = texts.resetLink;
    return {
      title,
      content: html`<section class="card success" role="status">
<p><strong>!${userText(name)}</strong> (!${userText(email)})</p>
<p>${passOn}</p>
!${copyable(texts, "link", link, html`${copy}`)}
</section>
!${actions(buttonLink(`${USERS}/${id}`, back, "secondary"))}`,
    };
  });
}
