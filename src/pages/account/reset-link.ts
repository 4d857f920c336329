import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Account } from "../../accounts/account.ts";
import * as accounts from "../../accounts/accounts.ts";
import type { LoginService } from "../../accounts/login/login-service.ts";
import type { Context } from "../../context/context.ts";
import * as passwordReset from "../../recovery/password-reset.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import type { Constraints } from "../design/constraints.ts";
import { input } from "../design/field.ts";
import { errorSummary, type FormState, valuesIn } from "../design/form-state.ts";
import { USERS } from "../design/paths.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../forms/drafts.ts";
import { idParameter } from "../forms/id-parameter.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import * as shownSecrets from "../forms/shown-secrets.ts";
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

  scope.get("/users/:id/reset-link", async (request, reply) => {
    const account = await accounts.get(database, idParameter(request));
    const [link] = shownSecrets.shownOn(request, context);
    return link === undefined ? askPage(request, reply, account, password) : linkPage(request, reply, account, link);
  });

  scope.post("/users/:id/reset-link", KEEPS_DRAFTS, async (request, reply) => {
    const account = await accounts.get(database, idParameter(request));
    await confirmOwnPassword(request, context, loginService, valuesIn(request.body).current_password);
    const link = await passwordReset.createLink(database, { clock, baseUrl: config.baseUrl }, account.id);
    return redirect(reply, showLink(reply, context, account.id, link));
  });
}

/** Shows a new link of an account on a page, and returns the path of the page. */
export function showLink(reply: FastifyReply, context: Context, accountId: number, link: string): string {
  const path = `${USERS}/${accountId}/reset-link`;
  shownSecrets.show(reply, context, { path, text: link });
  return path;
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
  secret: shownSecrets.ShownSecret,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { shown, link, passOn, copy, back } = texts.resetLink;
    return {
      title: shown,
      lead: html`<strong>!${userText(name)}</strong> (!${userText(email)})`,
      content: html`!${shownSecrets.secretCard(request, reply, texts, {
        id: "link",
        title: link,
        text: passOn,
        copy,
        secret,
        back: `${USERS}/${id}`,
        hasPageForm: false,
      })}
!${actions(buttonLink(`${USERS}/${id}`, back, "secondary"))}`,
    };
  });
}
