import { html } from "ghtml";
import type { Failure } from "../../errors.ts";

/** The texts of a form that was sent, or with which one begins. */
export type Values = Readonly<Record<string, string>>;

/** What is wrong with a form, by field; under "" what belongs to none. */
export type Wrongs = Readonly<Record<string, string>>;

/** One field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password" | "search";
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly required?: boolean;
}

/** One choice of several. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  /** Values and what they are called. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** The fields of a body that arrived as a form, each once, as text. */
export function valuesIn(body: unknown): Values {
  const fields = Object.entries(Object(body)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.at(-1) : value,
  ]);
  return Object.fromEntries(fields.filter(([, value]) => typeof value === "string"));
}

/** What a failure says of a form. */
export function wrongsIn({ message, details }: Failure): Wrongs {
  if (details.length === 0) return { "": message };
  return { "": message, ...Object.fromEntries(details.map((detail) => [detail.path.slice(1), detail.message])) };
}

/** A labelled field, with its hint and what is wrong with it. A password is never sent back. */
export function input(
  { name, label, type = "text", hint, autocomplete = "off", required = false }: Field,
  values: Values = {},
  wrongs: Wrongs = {},
): string {
  const value = type === "password" ? "" : (values[name] ?? "");
  const wrong = wrongs[name];
  const described = [hint && `${name}-hint`, wrong && `${name}-wrong`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"!${required ? " required" : ""}!${
    wrong === undefined ? "" : ' aria-invalid="true"'
  }!${described === "" ? "" : html` aria-describedby="${described}"`}>
!${hint === undefined ? "" : html`<p class="hint" id="${name}-hint">${hint}</p>`}
!${wrong === undefined ? "" : html`<p class="wrong" id="${name}-wrong">${label} ${wrong}.</p>`}
</div>`;
}

/** A labelled list to choose from. */
export function select({ name, label, options }: Choice, values: Values = {}): string {
  return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}">
!${options.map(([value, text]) => html`<option value="${value}"!${values[name] === value ? " selected" : ""}>${text}</option>`)}
</select>
</div>`;
}

/** A box to tick. */
export function checkbox(name: string, label: string, values: Values = {}): string {
  return html`<div class="tick">
<input id="${name}" name="${name}" type="checkbox" value="1"!${values[name] === "1" ? " checked" : ""}>
<label for="${name}">${label}</label>
</div>`;
}

/** What is wrong with the form as a whole. */
export function summary(wrongs: Wrongs): string {
  return wrongs[""] === undefined ? "" : html`<p class="alarm" role="alert">${wrongs[""]}</p>`;
}

/** A moment as people read it, in UTC. */
export function moment(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}&nbsp;UTC</time>`;
}
