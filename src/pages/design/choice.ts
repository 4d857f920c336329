import { html } from "ghtml";

/** A group of buttons of a form, of which one is pressed. `attributes` are those of each button, as markup. */
export function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  { chosen, attributes = "" }: { readonly chosen: string; readonly attributes?: string },
): string {
  return html`<div class="choice" role="group" aria-label="${label}">
!${options.map(
    ([value, text]) =>
      html`<button!${attributes} name="${name}" value="${value}" aria-pressed="${value === chosen}"!${name === "language" ? html` lang="${value}"` : ""}>${text}</button>`,
  )}
</div>`;
}
