import { html } from "ghtml";
import type { Texts } from "../texts/en.ts";
import { buttonLink } from "./button.ts";

/** The link to the next page of a list; empty on the last page. */
export function pagination(label: string, next: string | undefined): string {
  return next === undefined ? "" : html`<p class="pagination">!${buttonLink(next, label, "secondary")}</p>`;
}

/** A page of a list whose length is known, from 1. */
interface NumberedPage {
  readonly page: number;
  readonly last: number;
  readonly addressOf: (page: number) => string;
}

/** Links to the previous and the next page of a list; empty if it has one page. */
export function pageLinks({ pages }: Texts, { page, last, addressOf }: NumberedPage): string {
  if (last < 2) return "";
  const link = (number: number, text: string) => buttonLink(addressOf(number), text, "secondary");
  return html`<nav class="pages" aria-label="${pages.label}">
!${page > 1 ? link(page - 1, pages.previous) : ""}
<span>${pages.of(page, last)}</span>
!${page < last ? link(page + 1, pages.next) : ""}
</nav>`;
}
