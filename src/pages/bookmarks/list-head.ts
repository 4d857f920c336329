import { html } from "ghtml";
import { VIEWER } from "../../library/access.ts";
import { TRASH } from "../../library/placement.ts";
import { buttonLink } from "../design/button.ts";
import { menu } from "../design/menu.ts";
import { BOOKMARKS } from "../design/paths.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import * as publicPages from "../public/addresses.ts";
import { EMPTY_TRASH } from "./empty-trash.ts";
import { filterMenu } from "./filter-links.ts";
import { layoutOf } from "./list-form.ts";
import { addressOf, ORDERS, orderOf, pathOf, VIEWS } from "./list-query.ts";
import { isWritable, type Place, titleOf } from "./place.ts";
import type { ListContent } from "./read-list.ts";
import { saveSearchLink } from "./saved-search-links.ts";
import { selectPageBox } from "./selection-bar.ts";

/**
 * The line above a list: its title, the number of items, and what changes how they are shown. The id and the name of the
 * element, which no other part of a list has, keep it when the list changes: then its status is announced.
 */
export function listHead(view: View, content: ListContent): string {
  const { bookmarks } = view.texts;
  const { place, query, count } = content;
  return html`<header class="list-head" id="list-head">
<h1!${place.collection === undefined ? "" : ' dir="auto"'}>${titleOf(place, view.texts)}</h1>
!${placeMenu(view, content)}
!${parents(view, content)}
<p class="total" role="status">${query.search === "" ? bookmarks.count(count) : bookmarks.found(count)}</p>
<div class="tools">
!${isWritable(place) && count > 0 ? selectPageBox(view) : ""}
!${filterMenu(view, content)}
!${orderMenu(view, content)}
!${layoutMenu(view, content)}
!${saveSearchLink(view, content)}
!${emptyTrash(view, content)}
</div>
</header>`;
}

/** The collections around the shown one, because others may have its title. */
function parents({ texts }: View, { place, tree }: ListContent): string {
  const links = tree.around(place.id).map(({ id, title }) => html`<a href="${pathOf(id)}">!${userText(title)}</a>`);
  return links.length === 0 ? "" : html`<p class="parents">${texts.bookmarks.inside} !${links.join(" / ")}</p>`;
}

function orderMenu({ texts }: View, { place, query }: ListContent): string {
  const { search, sorts } = texts.bookmarks;
  const current = orderOf(query);
  const orders = ORDERS.filter((order) => order !== "score" || query.search !== "");
  return choice(
    search.sort,
    sorts[current],
    orders.map((sort) => ({
      href: addressOf(place.id, { ...query, sort, page: 1 }),
      text: sorts[sort],
      isCurrent: sort === current,
    })),
  );
}

function layoutMenu({ texts }: View, { place, query }: ListContent): string {
  const { view: label, views } = texts.bookmarks;
  const current = layoutOf({ place, query });
  return choice(
    label,
    views[current],
    VIEWS.map((view) => ({
      href: addressOf(place.id, { ...query, view }),
      text: views[view],
      isCurrent: view === current,
    })),
  );
}

interface Choice {
  readonly href: string;
  readonly text: string;
  readonly isCurrent: boolean;
}

/** A menu of which one entry is chosen. */
function choice(label: string, current: string, choices: readonly Choice[]): string {
  return menu({
    summary: html`<span class="visually-hidden">${label}: </span>${current}`,
    content: html`<ul aria-label="${label}">!${choices.map(
      ({ href, text, isCurrent }) =>
        html`<li><a href="${href}"!${isCurrent ? ' aria-current="true"' : ""}>${text}</a></li>`,
    )}</ul>`,
  });
}

function emptyTrash({ texts }: View, { place, count }: ListContent): string {
  const isFilled = place.id === TRASH && count > 0;
  return isFilled ? buttonLink(EMPTY_TRASH, texts.bookmarks.bulk.emptyTrash, "danger") : "";
}

/** What can be done with the collection itself. */
function placeMenu({ texts }: View, { place }: ListContent): string {
  const { bookmarks } = texts;
  const links = linksOf(place, bookmarks);
  if (links.length === 0) return "";
  return menu({
    className: "more",
    summary: html`<span class="visually-hidden">${bookmarks.collectionMenu}</span><span aria-hidden="true">⋯</span>`,
    content: html`<ul>!${links.map(([href, text]) => html`<li><a href="${href}">${text}</a></li>`)}</ul>`,
  });
}

function linksOf(place: Place, texts: View["texts"]["bookmarks"]): (readonly [href: string, text: string])[] {
  const { id, collection, level } = place;
  if (collection === undefined) return [];
  const page = `${BOOKMARKS}/collections/${id}`;
  return [
    ...(isWritable(place) ? [[page, texts.editCollection] as const] : []),
    ...(level < VIEWER ? [] : [[`${page}/sharing`, texts.share] as const]),
    ...(collection.public ? [[publicPages.pathOf(collection), texts.publicPage] as const] : []),
  ];
}
