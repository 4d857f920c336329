import { html } from "ghtml";
import type { Failure } from "../../errors.ts";

/** The values of a form's fields, by name. */
export type Values = Readonly<Record<string, string>>;

/** Error messages by field name. The message for the whole form has the name "". */
export type FormErrors = Readonly<Record<string, string>>;

/** A text field. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password" | "search";
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly required?: boolean;
}

/** A drop-down list. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** The text fields of a parsed form or query. If a name occurs several times, its last value counts. */
export function valuesIn(parsed: unknown): Values {
  if (typeof parsed !== "object" || parsed === null) return {};
  const fields = Object.entries(parsed).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]);
  return Object.fromEntries(fields.filter(([, value]) => typeof value === "string"));
}

/** Converts a failure to the error messages of a form. */
export function toFormErrors({ message, details }: Failure): FormErrors {
  if (details.length === 0) return { "": message };
  const byField = details.map((detail) => [detail.path.slice(1), detail.message]);
  return { "": "Please correct the fields below.", ...Object.fromEntries(byField) };
}

/** A labelled text field with its hint and error. Passwords are never sent back. */
export function input(
  { name, label, type = "text", hint, autocomplete = "off", required = false }: Field,
  values: Values = {},
  errors: FormErrors = {},
): string {
  const value = type === "password" ? "" : (values[name] ?? "");
  const error = errors[name];
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"!${required ? " required" : ""}!${
    error === undefined ? "" : ' aria-invalid="true"'
  }!${described === "" ? "" : html` aria-describedby="${described}"`}>
!${hint === undefined ? "" : html`<p class="hint" id="${name}-hint">${hint}</p>`}
!${error === undefined ? "" : html`<p class="error" id="${name}-error">${label} ${error}.</p>`}
</div>`;
}

/** A labelled drop-down list. */
export function select({ name, label, options }: Choice, values: Values = {}): string {
  return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}">
!${options.map(([value, text]) => html`<option value="${value}"!${values[name] === value ? " selected" : ""}>${text}</option>`)}
</select>
</div>`;
}

/** A labelled checkbox; its value is "1". */
export function checkbox(name: string, label: string, values: Values = {}): string {
  return html`<div class="checkbox">
<input id="${name}" name="${name}" type="checkbox" value="1"!${values[name] === "1" ? " checked" : ""}>
<label for="${name}">${label}</label>
</div>`;
}

/** The message for the whole form, if there is one. */
export function errorSummary(errors: FormErrors): string {
  return errors[""] === undefined ? "" : html`<p class="alert" role="alert">${errors[""]}</p>`;
}

/** A `<time>` element that shows date and time in UTC, to the minute. */
export function time(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}&nbsp;UTC</time>`;
}
