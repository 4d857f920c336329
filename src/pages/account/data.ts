import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import { sendDownload } from "#contract/response/download";
import { JSON_TYPE } from "#contract/response/json";
import type { LoginService } from "../../accounts/login/login-service.ts";
import * as ownAccount from "../../accounts/own-account.ts";
import type { Context } from "../../context/context.ts";
import * as ownData from "../../library/export/own-data.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import type { Constraints } from "../design/constraints.ts";
import { checkbox, input } from "../design/field.ts";
import { errorSummary, type FormErrors, type FormState, type Values } from "../design/form-state.ts";
import { DATA, DELETE_ACCOUNT, DOWNLOAD_DATA, EXPORT, SIGN_IN } from "../design/paths.ts";
import { userText } from "../design/user-text.ts";
import { type Cookies, clearCookies } from "../forms/cookies.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../forms/drafts.ts";
import { assertAll, submitForm } from "../forms/form-submission.ts";
import { sendPage } from "../forms/layout.ts";
import { clientOf, getSignedInUser } from "../forms/session.ts";
import { REQUIRED, wrongPassword } from "./confirmation.ts";

interface Dependencies {
  readonly context: Context;
  readonly loginService: LoginService;
  readonly cookies: Cookies;
  /** The bounds of the current password in the contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/** Serves the pages where users download everything that is stored about them, and delete their account. */
export function serveData(scope: FastifyInstance, { context, loginService, cookies, constraints }: Dependencies): void {
  const { database, clock } = context;

  scope.get("/data", async (request, reply) => dataPage(request, reply));

  scope.get("/data/download", async (request, reply) => {
    const text = await ownData.start(database, clock, getSignedInUser(request));
    return sendDownload(request, reply, { name: "triptych-account.json", type: JSON_TYPE, content: { text } });
  });

  scope.get("/data/delete", async (request, reply) =>
    deletePage(request, reply, { constraints, ...shownForm(request, {}) }),
  );

  scope.post("/data/delete", KEEPS_DRAFTS, async (request, reply) => {
    return submitForm(request, reply, async (values) => {
      const { current_password: currentPassword = "" } = values;
      await assertAll(
        () => assertHasPassword(currentPassword),
        () => assertConfirmed(values),
      );
      const { id } = getSignedInUser(request);
      await ownAccount.remove(database, loginService, id, { currentPassword, client: clientOf(request) });
      clearCookies(reply, cookies);
      return { path: SIGN_IN, notice: "account-deleted" };
    });
  });
}

function assertHasPassword(password: string): void {
  if (password === "") throw wrongPassword(REQUIRED);
}

function assertConfirmed({ confirm }: Values): void {
  if (confirm === "1") return;
  throw new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/confirm", message: "is required", reason: "required" }],
  });
}

function dataPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(request, reply, ({ texts: { data } }) => ({
    title: data.title,
    content: html`!${card(
      { id: "download", title: data.download },
      html`<p>${data.downloadText} <a href="${EXPORT}">${data.files}</a></p>
!${actions(buttonLink(DOWNLOAD_DATA, data.download))}`,
    )}
!${card(
      { id: "delete", title: data.remove },
      html`<p>${data.removeText}</p>
!${actions(buttonLink(DELETE_ACCOUNT, data.remove, "danger"))}`,
    )}`,
  }));
}

/** The form of the page that deletes the account, as a request left it. */
interface DeleteForm {
  readonly constraints: Readonly<Record<string, Constraints>>;
  readonly values: Values;
  readonly errors: FormErrors;
}

function deletePage(request: FastifyRequest, reply: FastifyReply, deleteForm: DeleteForm): FastifyReply {
  const { name, email } = getSignedInUser(request);
  return sendPage(request, reply, ({ texts }) => {
    const { data, profile } = texts;
    const form: FormState = {
      texts,
      labels: { current_password: profile.currentPassword, confirm: data.confirm },
      ...deleteForm,
    };
    return {
      title: data.remove,
      content: html`<form class="card narrow" method="post" action="${DELETE_ACCOUNT}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<p><strong>!${userText(name)}</strong> (!${userText(email)})</p>
<p>${data.removeText}</p>
!${input(form, { name: "current_password", autocomplete: "current-password" })}
!${checkbox(form, "confirm", { isRequired: true })}
!${actions(button(data.remove, "danger"), buttonLink(DATA, texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}
