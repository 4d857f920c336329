import { html } from "ghtml";
import { EVERYTHING } from "../../library/placement.ts";
import { parseTimes } from "../../library/search/times.ts";
import { type Token, tokensOf } from "../../library/search/tokens.ts";
import { input, select } from "../design/field.ts";
import type { FormState } from "../design/form-state.ts";
import type { PageForm } from "../design/page-form.ts";
import { BOOKMARKS } from "../design/paths.ts";
import type { View } from "../design/view.ts";
import type { Texts } from "../texts/en.ts";
import { TYPES } from "./filter-links.ts";
import { addressOf, type ListOrder, ORDERS, orderOf, pathOf } from "./list-query.ts";
import { type ListContent, MAX_SEARCH } from "./read-list.ts";
import { tagToken } from "./search-tokens.ts";

/** The form of the page, where its items can't be changed. */
export const SEARCH_PAGE: PageForm = { method: "get", id: "search-form" };

/** The form above a list: search, order, and whether nested collections belong to it. */
export function searchForm({ texts }: View, content: ListContent): string {
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
  return html`<form class="find" id="search-form" method="get" action="${pathOf(place.id)}" role="search">
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

/** Operators that are true or false. */
const FLAGS = ["important", "broken", "notag", "duplicate", "file", "reminder", "highlights"];

/** Operators of other servers that this one reads, but with which it finds nothing. */
const UNSUPPORTED = ["lang", "cache.status"];

/** Hints that the list shows at most. */
const MAX_HINTS = 5;

/** Characters of a value that a hint repeats. */
const MAX_VALUE = 40;

/** Why a valid search finds nothing: sentences about operators with values that they don't know. */
function hintsOf({ bookmarks }: Texts, search: string): string[] {
  const hints = [...tokensOf(search)].flatMap((token) => hintOf(bookmarks.search, token) ?? []);
  return [...new Set(hints)].slice(0, MAX_HINTS);
}

function hintOf(texts: Texts["bookmarks"]["search"], { key = "", value }: Token): string | undefined {
  const unknown = (allowed: string) => texts.unknownValue(key, value.slice(0, MAX_VALUE).toWellFormed(), allowed);
  if (UNSUPPORTED.includes(key)) return texts.unsupported(key);
  if (value.trim() === "") return undefined;
  if (FLAGS.includes(key) && !/^(true|false)$/i.test(value)) return unknown(texts.trueOrFalse);
  if (key === "type" && !TYPES.some((type) => type === value.toLowerCase())) return unknown(TYPES.join(", "));
  if ((key === "created" || key === "lastupdate") && parseTimes(value) === undefined) return unknown(texts.times);
  if (key === "_id" && !/^\d{1,15}$/.test(value)) return unknown(texts.numbers);
  return undefined;
}

/** Tags that the search field suggests. */
const MAX_TAGS = 50;

/** Operators that the search field suggests, each with a value. */
const OPERATORS = [
  "important:true",
  "notag:true",
  "duplicate:true",
  "broken:true",
  "highlights:true",
  "note:true",
  "reminder:true",
  "file:true",
  "type:article",
  "type:video",
  "type:image",
  "type:document",
  "match:OR",
  "title:",
  "excerpt:",
  "link:",
  "domain:",
  "created:",
  "lastUpdate:",
];

/** What the search field suggests: the most used tags of the list, and operators. */
function suggestionList({ filters }: ListContent): string {
  const tags = (filters?.tags ?? []).slice(0, MAX_TAGS).map(({ name }) => tagToken(name));
  return html`<datalist id="suggestions">!${[...tags, ...OPERATORS].map((token) => html`<option value="${token}">`)}</datalist>`;
}
