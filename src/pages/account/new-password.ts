import { html } from "ghtml";
import { input } from "../design/field.ts";
import type { FormState } from "../design/form-state.ts";

/** The fields of a new password, which is typed twice. */
export function newPassword(form: FormState): string {
  const { minLength = 0, maxLength = 0 } = form.constraints.password ?? {};
  const hint = form.texts.users.passwordHint(minLength, maxLength);
  return html`!${input(form, { name: "password", autocomplete: "new-password", hint })}
!${input(form, { name: "password_confirmation", autocomplete: "new-password" })}`;
}
