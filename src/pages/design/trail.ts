import { html } from "ghtml";

/** The way to a page: links to the pages above it, the topmost first, as markup. */
export function trail(...links: readonly string[]): string {
  return html`<p class="trail">!${links.map((link) => html`!${link} / `)}</p>`;
}
