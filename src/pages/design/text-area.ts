import { html } from "ghtml";
import { attribute, errorAttributes, errorText } from "./field.ts";
import type { FormState } from "./form-state.ts";

/** A field for a text of several lines. */
interface TextArea {
  readonly name: string;
  readonly rows: number;
  readonly hint?: string;
}

/** A labelled field for a text of several lines, with its hint and its error. */
export function textArea(form: FormState, { name, rows, hint }: TextArea): string {
  const { required = false, minLength, maxLength } = form.constraints[name] ?? {};
  // A browser drops the first line break after the tag, so that one more keeps that of the text.
  return html`<div class="field">
<label for="${name}">${form.labels[name]}</label>
<textarea id="${name}" name="${name}" rows="${rows}" dir="auto"!${required ? " required" : ""}!${attribute("minlength", minLength)}!${attribute("maxlength", maxLength)}!${errorAttributes(form, name, hint)}>
${form.values[name] ?? ""}</textarea>
!${hint === undefined ? "" : html`<p class="hint" id="${name}-hint">${hint}</p>`}
!${errorText(form, name)}
</div>`;
}
