import { html } from "ghtml";
import type { FacetCount } from "../../library/items/facets.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import { addressOf } from "./list-query.ts";
import type { ListContent } from "./read-list.ts";
import { hasToken, tagToken, withoutToken, withToken } from "./search-tokens.ts";

/** Tags that the filters show. */
const MAX_TAGS = 30;

const FLAGS = ["important", "notag", "broken", "highlights", "note"] as const;

/** The types of items, as the search names them. */
export const TYPES = ["link", "article", "image", "video", "document", "audio"] as const;

/** A filter: the token that it adds to the search, its label as markup, and how many items it leaves. */
interface Filter {
  readonly token: string;
  readonly label: string;
  /** Undefined if the items of the search were not counted. */
  readonly count: number | undefined;
}

/** Links that filter the list, each with how many items it leaves. A filter that is on can be removed. */
export function filterLinks({ texts }: View, content: ListContent): string {
  const { filters: words } = texts.bookmarks;
  const filters = filtersOf(content, words);
  const tags = (content.filters?.tags ?? []).slice(0, MAX_TAGS).map(toTagFilter);
  const rest = (content.filters?.tags.length ?? 0) - tags.length;
  const isOn = [...filters, ...tags].some(({ token }) => hasToken(content.query.search, token));
  if (content.count === 0 && !isOn) return "";
  const link = (filter: Filter) => filterLink(content, filter, words.remove);
  return html`<details class="filters"!${isOn ? " open" : ""}><summary>${words.title}</summary>
<ul>!${filters.map(link)}</ul>
!${
    tags.length === 0
      ? ""
      : html`<h2>${words.tags}</h2>
<ul>!${tags.map(link)}!${rest > 0 ? html`<li>${words.moreTags(rest)}</li>` : ""}</ul>`
  }
</details>`;
}

type Words = View["texts"]["bookmarks"]["filters"];

/** The filters that leave items, and those that are on. */
function filtersOf({ filters, query }: ListContent, words: Words): Filter[] {
  const types = new Map(filters?.types.map(({ name, count }) => [name, count]));
  const countOf = (count: number | undefined) => (filters === undefined ? undefined : (count ?? 0));
  const all: Filter[] = [
    ...FLAGS.map((flag) => ({
      token: `${flag}:true`,
      label: html`${words[flag]}`,
      count: countOf(filters?.flags.get(flag)),
    })),
    { token: "duplicate:true", label: html`${words.duplicate}`, count: countOf(filters?.duplicates) },
    ...TYPES.map((type) => ({
      token: `type:${type}`,
      label: html`${words.types[type]}`,
      count: countOf(types.get(type)),
    })),
  ];
  return all.filter(({ token, count }) => count !== 0 || hasToken(query.search, token));
}

function toTagFilter({ name, count }: FacetCount): Filter {
  return { token: tagToken(name), label: html`#!${userText(name)}`, count };
}

function filterLink({ place, query }: ListContent, { token, label, count }: Filter, remove: string): string {
  const isOn = hasToken(query.search, token);
  const search = isOn ? withoutToken(query.search, token) : withToken(query.search, token);
  const href = addressOf(place.id, { ...query, search, page: 1 });
  return html`<li><a class="filter" href="${href}"!${isOn ? ' aria-current="true"' : ""}><span>!${label}</span>!${
    count === undefined ? "" : html` <span class="count">${count}</span>`
  }!${isOn ? html`<span class="visually-hidden"> (${remove})</span>` : ""}</a></li>`;
}
