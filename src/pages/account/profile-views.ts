import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { actions, button, buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import type { Constraints } from "../design/constraints.ts";
import { input, select } from "../design/field.ts";
import { errorSummary, type FormErrors, type FormState, NO_ERRORS, type Values } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM, sendsPageFormTo } from "../design/page-form.ts";
import { CHANGE_EMAIL, CHANGE_PASSWORD, CONFIRM_EMAIL_AGAIN, PROFILE, REMINDERS } from "../design/paths.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { sendPage } from "../forms/layout.ts";
import type { Texts } from "../texts/en.ts";

/** A form of the profile as a request left it. */
interface ProfileForm {
  readonly constraints: Readonly<Record<string, Constraints>>;
  readonly values: Values;
  readonly errors?: FormErrors;
}

/** The e-mail address of the signed-in user. */
export interface EmailState {
  readonly email: string;
  readonly isConfirmed: boolean;
  /** Whether the server sends mail, and so confirms addresses. */
  readonly sendsMail: boolean;
}

/** The form for name and language, and the ways to change e-mail address and password. */
export function profilePage(
  request: FastifyRequest,
  reply: FastifyReply,
  profileForm: ProfileForm,
  emailState: EmailState,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { profile, users } = texts;
    const form = formState(texts, profileForm, { name: profile.name, locale: profile.language });
    return {
      title: profile.title,
      lead: html`${profile.lead}`,
      form: POST_FORM,
      content: html`<form class="card" id="${PAGE_FORM}" method="post" action="${PROFILE}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<div class="row">
!${input(form, { name: "name", autocomplete: "name" })}
!${select(form, "locale", Object.entries(users.locales), { hint: profile.languageHint })}
</div>
!${actions(button(profile.save))}
</form>
!${card(
        { id: "email", title: profile.email },
        html`<p>!${userText(emailState.email)}!${confirmation(profile, emailState)}</p>
!${awaitsConfirmation(emailState) ? html`<p class="hint">${profile.unconfirmedText}</p>` : ""}
!${actions(
          buttonLink(CHANGE_EMAIL, profile.changeEmail, "secondary"),
          ...(awaitsConfirmation(emailState)
            ? [buttonLink(`${CHANGE_EMAIL}#unconfirmed`, profile.sendAgain, "secondary")]
            : []),
        )}`,
      )}
!${card(
        { id: "password", title: profile.password },
        html`<p>${profile.passwordText}</p>
!${actions(buttonLink(CHANGE_PASSWORD, profile.changePassword, "secondary"))}`,
      )}
!${card(
        { id: "reminders", title: texts.reminders.title },
        html`<p>${profile.remindersText}</p>
!${actions(buttonLink(REMINDERS, texts.reminders.title, "secondary"))}`,
      )}`,
    };
  });
}

/** The form for another e-mail address, and a button for another mail if the current one is not confirmed. */
export function emailPage(
  request: FastifyRequest,
  reply: FastifyReply,
  profileForm: ProfileForm,
  emailState: EmailState,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { profile } = texts;
    const labels = { email_address: profile.newEmail, current_password: profile.currentPassword };
    const form = formState(texts, profileForm, labels);
    return {
      title: profile.changeEmail,
      lead: html`${profile.currentEmail} !${userText(emailState.email)}!${confirmation(profile, emailState)}`,
      form: POST_FORM,
      content: html`<form class="card narrow" id="${PAGE_FORM}" method="post" action="${CHANGE_EMAIL}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<p>${emailState.sendsMail ? profile.mailedLink : profile.noMail}</p>
!${input(form, { name: "email_address", autocomplete: "email" })}
!${input(form, { name: "current_password", autocomplete: "current-password", hint: profile.whyPassword })}
!${actions(button(profile.changeEmail), buttonLink(PROFILE, texts.form.cancel, "secondary"))}
</form>
!${awaitsConfirmation(emailState) ? unconfirmedCard(profile) : ""}`,
    };
  });
}

/** The form for a new password. */
export function passwordPage(request: FastifyRequest, reply: FastifyReply, profileForm: ProfileForm): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { profile, users } = texts;
    const form = formState(texts, profileForm, {
      current_password: profile.currentPassword,
      password: profile.newPassword,
      password_confirmation: users.confirm,
    });
    const { minLength = 0, maxLength = 0 } = profileForm.constraints.password ?? {};
    return {
      title: profile.changePassword,
      lead: html`${profile.passwordWarning}`,
      content: html`<form class="card narrow" method="post" action="${CHANGE_PASSWORD}">
!${errorSummary(form)}
!${csrfField(request, reply)}
!${input(form, { name: "current_password", autocomplete: "current-password" })}
!${input(form, { name: "password", autocomplete: "new-password", hint: users.passwordHint(minLength, maxLength) })}
!${input(form, { name: "password_confirmation", autocomplete: "new-password" })}
!${actions(button(profile.changePassword), buttonLink(PROFILE, texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}

function formState(
  texts: Texts,
  { constraints, values, errors = NO_ERRORS }: ProfileForm,
  labels: FormState["labels"],
): FormState {
  return { texts, labels, constraints, values, errors };
}

/** Whether the address is confirmed; empty if the server confirms none. */
function confirmation({ confirmed, unconfirmed }: Texts["profile"], { isConfirmed, sendsMail }: EmailState): string {
  return sendsMail ? html` (${isConfirmed ? confirmed : unconfirmed})` : "";
}

/** Whether the server waits for the confirmation of the address. */
function awaitsConfirmation({ isConfirmed, sendsMail }: EmailState): boolean {
  return sendsMail && !isConfirmed;
}

function unconfirmedCard(profile: Texts["profile"]): string {
  return card(
    { id: "unconfirmed", title: profile.unconfirmedTitle },
    html`<p>${profile.unconfirmedText}</p>
!${actions(html`<button class="secondary"!${sendsPageFormTo(CONFIRM_EMAIL_AGAIN)}>${profile.sendAgain}</button>`)}`,
  );
}
