import { html } from "ghtml";
import { EVERYTHING, type PlaceId } from "../../library/placement.ts";
import { OPERATORS } from "../../library/search/operators.ts";
import { parseTimes } from "../../library/search/times.ts";
import { type Token, tokensOf } from "../../library/search/tokens.ts";
import type { PageForm } from "../design/page-form.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import type { Texts } from "../texts/en.ts";
import { completionsOf } from "./completions.ts";
import { addressOf, type ListQuery, pathOf } from "./list-query.ts";
import { type ListContent, MAX_SEARCH } from "./read-list.ts";

/** The form of the page, where its items can't be changed. */
export const SEARCH_PAGE: PageForm = { method: "get", id: "search-form" };

/** The search of a list, in the header. */
export function searchForm({ texts }: View, content: ListContent): string {
  const { place, query, searchFailure } = content;
  const { search } = texts.bookmarks;
  const hidden = (name: string, value: string | undefined) =>
    value === undefined ? "" : html`<input type="hidden" name="${name}" value="${value}">`;
  return html`<form class="find" id="search-form" method="get" action="${pathOf(place.id)}" role="search">
!${hidden("view", query.view)}!${hidden("sort", query.sort)}!${hidden("nested", query.nested ? "1" : undefined)}
<label class="visually-hidden" for="search">${search.label}</label>
<input id="search" name="search" type="search" value="${query.search}" placeholder="${search.label}" list="suggestions" autocomplete="off" dir="auto" maxlength="${MAX_SEARCH}" !${searchFailure === undefined ? ' aria-describedby="search-hint"' : ' aria-describedby="search-hint search-error" aria-invalid="true" autofocus'}>
<button class="search-submit" tabindex="-1" aria-label="${search.submit}">!${MAGNIFIER}</button>
<p class="visually-hidden" id="search-hint">${search.hint}</p>
!${suggestionList(content)}
</form>`;
}

const MAGNIFIER = `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="m10.5 10.5 4 4" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/></svg>`;

/** What a list says about its search: why it is wrong, a similar one, and the ways to search elsewhere or to end it. */
export function searchNotes({ texts }: View, content: ListContent): string {
  const { place, query, searchFailure } = content;
  const { search } = texts.bookmarks;
  if (query.search === "") return "";
  const sentences =
    searchFailure === undefined
      ? hintsOf(texts, query.search)
      : searchFailure.details.map((detail) => `${search.label} ${texts.translate(detail)}.`);
  const problem =
    sentences.length === 0
      ? ""
      : html`<div class="error" id="search-error" role="alert">!${sentences.map((text) => html`<p>${text}</p>`)}</div>`;
  const ways =
    content.items.length === 0 ? "" : html`<p class="search-links">!${searchWays(texts, place.id, query)}</p>`;
  return problem + didYouMean(texts, content) + ways;
}

/** The link to a similar search that finds something; empty if there is none. */
function didYouMean({ bookmarks }: Texts, { place, query, correction }: ListContent): string {
  if (correction === undefined) return "";
  const { search, count } = correction;
  const href = addressOf(place.id, { ...query, search, page: 1 });
  return html`<p class="did-you-mean">${bookmarks.search.didYouMean} <a href="${href}">!${userText(search)}</a>? <span class="hint">${bookmarks.count(count)}</span></p>`;
}

/** Links that search everywhere, and that end the search. */
export function searchWays({ bookmarks }: Texts, placeId: PlaceId, query: ListQuery, className?: string): string {
  const { everywhere, clear } = bookmarks.search;
  const attribute = className === undefined ? "" : html` class="${className}"`;
  const link = (href: string, text: string) => html`<a!${attribute} href="${href}">${text}</a>`;
  return [
    placeId === EVERYTHING ? "" : link(addressOf(EVERYTHING, { ...query, nested: false, page: 1 }), everywhere),
    link(addressOf(placeId, { ...query, search: "", page: 1 }), clear),
  ].join(" ");
}

/** An operator of other servers that this one reads, but with which it finds nothing. */
const UNSUPPORTED = "lang";

/** Hints that the list shows at most. */
const MAX_HINTS = 5;

/** Characters of a value that a hint repeats. */
const MAX_VALUE = 40;

/** Why a valid search finds nothing: sentences about operators with values that they don't know. */
export function hintsOf({ bookmarks }: Texts, search: string): string[] {
  const hints = [...tokensOf(search)].flatMap((token) => hintOf(bookmarks.search, token) ?? []);
  return [...new Set(hints)].slice(0, MAX_HINTS);
}

function hintOf(texts: Texts["bookmarks"]["search"], { key = "", value }: Token): string | undefined {
  const unknown = (allowed: string) => texts.unknownValue(key, value.slice(0, MAX_VALUE).toWellFormed(), allowed);
  if (key === UNSUPPORTED) return texts.unsupported(key);
  if (value.trim() === "") return undefined;
  if ((key === "created" || key === "lastupdate") && parseTimes(value) === undefined) return unknown(texts.times);
  if (key === "_id" && !/^\d{1,15}$/.test(value)) return unknown(texts.numbers);
  // These two have a meaning with any other value.
  if (key === "note" || key === "match") return undefined;
  const values = Object.entries(OPERATORS).find(([name]) => name.toLowerCase() === key)?.[1] ?? [];
  if (values.length === 0 || values.some((known) => known.toLowerCase() === value.toLowerCase())) return undefined;
  return unknown(values.includes("true") ? texts.trueOrFalse : values.join(", "));
}

/** What the search field suggests. Scripts replace it while somebody types. */
function suggestionList({ query, tagNames }: ListContent): string {
  return html`<datalist id="suggestions">!${completionsOf(query.search, tagNames).map((search) => html`<option value="${search}">`)}</datalist>`;
}
