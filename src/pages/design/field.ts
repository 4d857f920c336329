import { html } from "ghtml";
import { errorOf, type FormState, firstWrong } from "./form-state.ts";

/** A text field. Its label, bounds, value and error are those of the form's state. */
interface Field {
  readonly name: string;
  /** Only where the contract gives the field no `format`. */
  readonly type?: "text" | "email" | "password" | "search" | "url" | "date" | "datetime-local";
  readonly hint?: string;
  /** The keyboard that phones show for a field with `type` "text". */
  readonly keyboard?: "url";
  readonly autocomplete?: string;
  /** The id of a `<datalist>` with suggestions. */
  readonly list?: string;
}

/** The options of a drop-down list, by value. */
export type Options = readonly (readonly [value: string, text: string])[];

/**
 * A labelled text field with its hint and its error. The first wrong field of a form gets the focus. Passwords are
 * never sent back.
 */
export function input(form: FormState, { name, type, hint, keyboard, autocomplete = "off", list }: Field): string {
  const { required = false, minLength, maxLength, type: fromContract } = form.constraints[name] ?? {};
  const kind = type ?? fromContract ?? "text";
  const value = kind === "password" ? "" : (form.values[name] ?? "");
  return html`<div class="field">
<label for="${name}">${form.labels[name]}</label>
<input id="${name}" name="${name}" type="${kind}"!${keyboard === undefined ? "" : html` inputmode="${keyboard}" autocapitalize="none" spellcheck="false"`} value="${value}" autocomplete="${autocomplete}"!${
    kind === "password" ? "" : ' dir="auto"'
  }!${required ? " required" : ""}!${attribute("minlength", minLength)}!${attribute("maxlength", maxLength)}!${list === undefined ? "" : html` list="${list}"`}!${errorAttributes(form, name, hint)}>
!${hint === undefined ? "" : html`<p class="hint" id="${name}-hint">${hint}</p>`}
!${errorText(form, name)}
</div>`;
}

/** A labelled drop-down list with its hint and its error. `formId`: that of its form, if it is outside of that. */
export function select(
  form: FormState,
  name: string,
  options: Options,
  { formId, hint }: { readonly formId?: string; readonly hint?: string } = {},
): string {
  return html`<div class="field">
<label for="${name}">${form.labels[name]}</label>
<select id="${name}" name="${name}"!${formId === undefined ? "" : html` form="${formId}"`}!${errorAttributes(form, name, hint)}>
!${options.map(([value, text]) => html`<option value="${value}"!${form.values[name] === value ? " selected" : ""}>${text}</option>`)}
</select>!${
    hint === undefined
      ? ""
      : html`
<p class="hint" id="${name}-hint">${hint}</p>`
  }
!${errorText(form, name)}
</div>`;
}

/**
 * A labelled checkbox with its error; its value is "1". `isRequired`: the form can be sent only when it is checked. The
 * contract's `required` does not mean that: a boolean field of it may be false.
 */
export function checkbox(form: FormState, name: string, { isRequired = false } = {}): string {
  const { labels, values } = form;
  return html`<div class="checkbox">
<input id="${name}" name="${name}" type="checkbox" value="1"!${values[name] === "1" ? " checked" : ""}!${isRequired ? " required" : ""}!${errorAttributes(form, name)}>
<label for="${name}">${labels[name]}</label>
</div>!${errorText(form, name)}`;
}

/** The attributes of a field that say whether it is wrong, and which texts describe it; as markup. */
export function errorAttributes(form: FormState, name: string, hint?: string): string {
  const isWrong = errorOf(form, name) !== undefined;
  const described = [...(hint === undefined ? [] : [`${name}-hint`]), ...(isWrong ? [`${name}-error`] : [])].join(" ");
  return [
    isWrong ? ' aria-invalid="true"' : "",
    firstWrong(form) === name ? " autofocus" : "",
    described === "" ? "" : html` aria-describedby="${described}"`,
  ].join("");
}

/** The error of a field, as markup. */
export function errorText(form: FormState, name: string): string {
  const error = errorOf(form, name);
  return error === undefined ? "" : html`<p class="error" id="${name}-error">${error}</p>`;
}

/** An attribute with a number, as markup; empty if it is undefined. */
export function attribute(name: string, value: number | undefined): string {
  return value === undefined ? "" : html` ${name}="${value}"`;
}
