import { html } from "ghtml";
import { buttonLink } from "./button.ts";

/** The link to the next page of a list; empty on the last page. */
export function pagination(label: string, next: string | undefined): string {
  return next === undefined ? "" : html`<p class="pagination">!${buttonLink(next, label, "secondary")}</p>`;
}
