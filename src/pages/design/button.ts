import { html } from "ghtml";

/** How a button looks: `primary` for the main action of a page, `danger` for what can't be undone. */
export type ButtonKind = "primary" | "secondary" | "danger";

/** A button that submits the form it is in. */
export function button(text: string, kind: ButtonKind = "primary"): string {
  return html`<button!${kind === "primary" ? "" : html` class="${kind}"`}>${text}</button>`;
}

/** A link that looks like a button. */
export function buttonLink(href: string, text: string, kind: ButtonKind = "primary"): string {
  return html`<a class="button!${kind === "primary" ? "" : html` ${kind}`}" href="${href}">${text}</a>`;
}

/** The buttons at the end of a form, as markup: the main action first. */
export function actions(...buttons: readonly string[]): string {
  return html`<p class="actions">!${buttons.join(" ")}</p>`;
}
