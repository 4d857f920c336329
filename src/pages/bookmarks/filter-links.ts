import { html } from "ghtml";
import type { FacetCount } from "../../library/items/facets.ts";
import { hasToken, tagToken, withoutToken, withToken } from "../../library/search/tag-tokens.ts";
import { menu } from "../design/menu.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import { addressOf } from "./list-query.ts";
import type { ListContent } from "./read-list.ts";

/** Tags that the filters show. */
const MAX_TAGS = 30;

const FLAGS = ["important", "notag", "broken", "highlights", "note"] as const;

/** The types of items, as the search names them. */
const TYPES = ["link", "article", "image", "video", "document", "audio"] as const;

/** A filter: the token that it adds to the search, its label as markup, and how many items it leaves. */
interface Filter {
  readonly token: string;
  readonly label: string;
  /** Undefined if the items of the search were not counted. */
  readonly count: number | undefined;
}

/** A menu of links that filter the list, each with how many items it leaves. A filter that is on can be removed. */
export function filterMenu({ texts }: View, content: ListContent): string {
  const { filters: words, search } = texts.bookmarks;
  const { place, query, tree } = content;
  const filters = filtersOf(content, words);
  const tags = (content.filters?.tags ?? []).slice(0, MAX_TAGS).map(toTagFilter);
  const rest = (content.filters?.tags.length ?? 0) - tags.length;
  const isParent = (tree.outline.get(place.id)?.size ?? 1) > 1;
  const on = [...filters, ...tags].filter(({ token }) => hasToken(query.search, token)).length + (query.nested ? 1 : 0);
  if (content.count === 0 && on === 0 && !isParent) return "";
  const link = (filter: Filter) => filterLink(content, filter, words.remove);
  const nested = html`<ul><li><a class="filter" href="${addressOf(place.id, { ...query, nested: !query.nested, page: 1 })}"!${query.nested ? ' aria-current="true"' : ""}>${search.nested}</a></li></ul>`;
  return menu({
    className: "filters",
    summary: html`${words.title}!${on === 0 ? "" : html` <strong class="on">${on}</strong>`}`,
    content: html`!${isParent || query.nested ? nested : ""}
!${filters.length === 0 ? "" : html`<ul>!${filters.map(link)}</ul>`}
!${
      tags.length === 0
        ? ""
        : html`<h2>${words.tags}</h2>
<ul>!${tags.map(link)}!${rest > 0 ? html`<li>${words.moreTags(rest)}</li>` : ""}</ul>`
    }`,
  });
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
