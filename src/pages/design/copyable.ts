import { html } from "ghtml";
import type { Texts } from "../texts/en.ts";

/**
 * A text with a button that copies it; assets/pages.js shows the button. `id` is unique on the page, `label` is the
 * text of the button as markup.
 */
export function copyable({ copied }: Texts, id: string, text: string, label: string): string {
  return html`<p class="copy"><code id="${id}">${text}</code> <button type="button" class="secondary small" data-copy="${id}" data-copied="${copied}" hidden>!${label}</button></p>`;
}
