import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { button } from "../design/button.ts";
import type { Constraints } from "../design/constraints.ts";
import { checkbox, input } from "../design/field.ts";
import { errorSummary, type FormErrors, type FormState, type Values } from "../design/form-state.ts";
import { PAGE_FORM } from "../design/page-form.ts";
import { SIGN_IN } from "../design/paths.ts";
import type { Texts } from "../texts/en.ts";
import { csrfField } from "./csrf.ts";
import { keptInputs } from "./kept-form.ts";

/** The form for signing in, as a request left it. */
interface SignInForm {
  readonly constraints: Readonly<Record<string, Constraints>>;
  readonly values: Values;
  readonly errors: FormErrors;
}

/** The form for signing in, as markup. It keeps where people get afterwards, and what they typed before. */
export function signInForm(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: Texts,
  { constraints, values, errors }: SignInForm,
): string {
  const { email, password, keep, submit } = texts.signIn;
  const form: FormState = { texts, labels: { email, password, keep }, constraints, values, errors };
  return html`<form class="card narrow" id="${PAGE_FORM}" method="post" action="${SIGN_IN}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<input type="hidden" name="next" value="${values.next ?? ""}">
!${keptInputs(values)}!${input(form, { name: "email", type: "email", autocomplete: "username" })}
!${input(form, { name: "password", type: "password", autocomplete: "current-password" })}
!${checkbox(form, "keep")}
!${button(submit)}
</form>`;
}
