import { html } from "ghtml";
import { buttonLink } from "../design/button.ts";
import type { View } from "../design/view.ts";
import { addressOf } from "./list-query.ts";
import { type ListContent, PAGE_SIZE } from "./read-list.ts";

/** Links to the previous and the next page of a list; empty if it has one page. */
export function pageLinks({ texts }: View, { place, query, count }: ListContent): string {
  const { pages } = texts.bookmarks;
  const last = Math.ceil(count / PAGE_SIZE);
  if (last < 2) return "";
  const link = (page: number, text: string) => buttonLink(addressOf(place.id, { ...query, page }), text, "secondary");
  return html`<nav class="pages" aria-label="${pages.label}">
!${query.page > 1 ? link(query.page - 1, pages.previous) : ""}
<span>${pages.of(query.page, last)}</span>
!${query.page < last ? link(query.page + 1, pages.next) : ""}
</nav>`;
}
