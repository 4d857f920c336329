import { html } from "ghtml";
import type { Failure, Problem } from "#contract/failure";
import type { Texts } from "../texts/en.ts";
import type { Constraints } from "./constraints.ts";

/** The values of a form's fields, by name. */
export type Values = Readonly<Record<string, string>>;

/** What is wrong by field name, each as the end of a sentence that begins with the label. */
export interface FormErrors {
  /** What is wrong with the whole form, as a sentence. */
  readonly form?: Problem;
  readonly fields: Readonly<Record<string, Problem>>;
}

export const NO_ERRORS: FormErrors = { fields: {} };

const REQUIRED: Problem = { message: "is required", reason: "required" };

/** A form as a request left it: what was typed, and what is wrong with it. */
export interface FormState {
  readonly texts: Texts;
  /** The labels of all fields by name, in the order in which the page shows them. */
  readonly labels: Readonly<Record<string, string>>;
  /** The bounds of the fields by name, from a contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
  readonly values: Values;
  readonly errors: FormErrors;
}

/** The text fields of a parsed form or query. If a name occurs several times, its last value counts. */
export function valuesIn(parsed: unknown): Values {
  if (typeof parsed !== "object" || parsed === null) return {};
  const fields = Object.entries(parsed).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]);
  return Object.fromEntries(fields.filter(([, value]) => typeof value === "string"));
}

/** Converts a failure to the errors of a form: its details by field, or itself for the whole form. */
export function toFormErrors(failure: Failure): FormErrors {
  const { details } = failure;
  if (details.length === 0) return { form: failure, fields: {} };
  return { fields: Object.fromEntries(details.map((detail) => [detail.path.slice(1), detail])) };
}

/** The error of a field as a sentence in the language of the page; undefined if it has none. */
export function errorOf(form: FormState, name: string): string | undefined {
  const { texts, labels, constraints, values, errors } = form;
  const error = Object.hasOwn(errors.fields, name) ? errors.fields[name] : undefined;
  if (error === undefined) return undefined;
  const isMissing = constraints[name]?.required === true && (values[name] ?? "").trim() === "";
  return `${labels[name]} ${texts.translate(isMissing ? REQUIRED : error)}.`;
}

/** The first field with an error, which gets the focus; undefined if no field has one. */
export function firstWrong(form: FormState): string | undefined {
  return Object.keys(form.labels).find((name) => errorOf(form, name) !== undefined);
}

/**
 * The summary of all errors at the top of a form, with a link to each wrong field. Empty if there are none. Screen
 * readers announce it.
 */
export function errorSummary(form: FormState): string {
  const { texts, labels, errors } = form;
  const wrong = Object.keys(labels).filter((name) => errorOf(form, name) !== undefined);
  if (errors.form === undefined && Object.keys(errors.fields).length === 0) return "";
  const sentence = errors.form === undefined ? texts.form.correct : texts.translate(errors.form);
  return html`<div class="alert" role="alert"><p class="alert-title">${sentence}</p>!${
    wrong.length === 0
      ? ""
      : html`<ul>!${wrong.map((name) => html`<li><a href="#${name}">${errorOf(form, name)}</a></li>`)}</ul>`
  }</div>`;
}
