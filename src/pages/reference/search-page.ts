import { html } from "ghtml";
import type { Page } from "../design/document.ts";
import type { View } from "../design/view.ts";
import { queryIn, trailTo } from "./frame.ts";
import { englishOn } from "./guide.ts";
import { methodBadge, shortBadge } from "./operation-list.ts";
import { type Entry, type Found, find, MAX_SHOWN, type SearchIndex } from "./search-index.ts";

/** The page with what a search finds in the reference. */
export function searchPage(view: View, index: SearchIndex): Page {
  const query = queryIn(view.url);
  const { reference } = view.texts;
  const { search } = reference;
  return {
    title: search.title,
    navigation: trailTo(reference),
    lead: html`${search.lead}`,
    content: html`<div class="found" id="found">!${query.trim() === "" ? "" : results(view, index, query)}</div>`,
  };
}

function results(view: View, index: SearchIndex, query: string): string {
  const { search } = view.texts.reference;
  const { kinds, total } = find(index, query);
  const shown = kinds.reduce((sum, { entries }) => sum + entries.length, 0);
  const count = total === 0 ? search.none : search.count(total) + (shown < total ? `: ${search.first(MAX_SHOWN)}` : "");
  return html`<p class="hint" role="status">${count}</p>
!${kinds.map((found) => section(view, found))}`;
}

function section(view: View, { kind, entries }: Found["kinds"][number]): string {
  const { search } = view.texts.reference;
  return html`<section aria-labelledby="found-${kind}"><h2 id="found-${kind}">${search.kinds[kind]}</h2>
<ul class="operations"!${englishOn(view.language)}>!${entries.map(
    (
      entry,
    ) => html`<li><a href="${entry.path}">!${badgeOf(entry)} <span>${entry.name}</span> <small>!${detailOf(view, entry)}</small></a></li>
`,
  )}</ul></section>
`;
}

function badgeOf({ kind, badge }: Entry): string {
  if (kind === "operations") return shortBadge(badge);
  return badge === "" ? "" : methodBadge("error", badge);
}

function detailOf({ texts, language }: View, { detail, place, others = 0 }: Entry): string {
  if (place === undefined) return html`${detail}`;
  const { search } = texts.reference;
  const more = others === 0 ? "" : `, ${search.more(others)}`;
  return html`<span lang="${language}">${search.places[place]}</span> · ${detail}<span lang="${language}">${more}</span>`;
}
