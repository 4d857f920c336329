import { html } from "ghtml";
import { EVERYTHING } from "../../library/placement.ts";
import { input, select } from "../design/field.ts";
import type { FormState } from "../design/form-state.ts";
import { BOOKMARKS } from "../design/paths.ts";
import type { View } from "../design/view.ts";
import { addressOf, type ListOrder, ORDERS, orderOf, pathOf } from "./list-query.ts";
import { type ListContent, MAX_SEARCH } from "./read-list.ts";
import { hintsOf } from "./search-hints.ts";
import { suggestionList } from "./suggestions.ts";

/** The form above a list: search, order, and whether nested collections belong to it. `id` is that of the form. */
export function searchForm({ texts }: View, content: ListContent, id: string): string {
  const { place, query, searchFailure } = content;
  const { search, sorts } = texts.bookmarks;
  const isParent = (content.tree.outline.get(place.id)?.size ?? 1) > 1;
  const hints = searchFailure === undefined ? hintsOf(texts, query.search) : [];
  const isSearch = query.search !== "";
  // The default order is left out of the address, so that a search gets its own default.
  const usual = orderOf({ ...query, sort: undefined });
  const toValue = (order: ListOrder) => (order === usual ? "" : order);
  const form: FormState = {
    texts,
    labels: { search: search.label, sort: search.sort },
    constraints: { search: { maxLength: MAX_SEARCH } },
    values: { search: query.search, sort: toValue(orderOf(query)) },
    errors:
      searchFailure === undefined
        ? { fields: {} }
        : { fields: Object.fromEntries(searchFailure.details.map((detail) => ["search", detail])) },
  };
  const orders = ORDERS.filter((order) => order !== "score" || isSearch).map(
    (order) => [toValue(order), sorts[order]] as const,
  );
  return html`<form class="find" id="${id}" method="get" action="${pathOf(place.id)}" role="search">
!${query.view === undefined ? "" : html`<input type="hidden" name="view" value="${query.view}">`}
!${input(form, { name: "search", type: "search", hint: search.hint, list: "suggestions" })}
!${suggestionList(content)}
!${select(form, "sort", orders)}
<p class="submit"><button>${search.submit}</button></p>
!${hints.length === 0 ? "" : html`<div class="error" role="alert">!${hints.map((hint) => html`<p>${hint}</p>`)}</div>`}
<div class="find-more">!${
    isParent || query.nested
      ? html`<p class="checkbox"><input id="nested" name="nested" type="checkbox" value="1"!${query.nested ? " checked" : ""}><label for="nested">${search.nested}</label></p>`
      : ""
  }!${place.id === EVERYTHING ? "" : html`<button class="secondary small" formaction="${BOOKMARKS}">${search.everywhere}</button>`}!${
    isSearch
      ? html`<a class="button secondary small" href="${addressOf(place.id, { ...query, search: "", page: 1 })}">${search.clear}</a>`
      : ""
  }</div>
</form>`;
}
