import { html } from "ghtml";
import type { ListContent } from "./read-list.ts";
import { tagToken } from "./search-tokens.ts";

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
export function suggestionList({ filters }: ListContent): string {
  const tags = (filters?.tags ?? []).slice(0, MAX_TAGS).map(({ name }) => tagToken(name));
  return html`<datalist id="suggestions">!${[...tags, ...OPERATORS].map((token) => html`<option value="${token}">`)}</datalist>`;
}
