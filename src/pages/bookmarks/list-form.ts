import { html } from "ghtml";
import type { Failure } from "#contract/failure";
import type { View as Layout } from "../../library/collection.ts";
import type { Item } from "../../library/items/item.ts";
import { EVERYTHING, type PlaceId, TRASH } from "../../library/placement.ts";
import { Marker } from "../../library/search/marks.ts";
import { buttonLink } from "../design/button.ts";
import { emptyState } from "../design/empty-state.ts";
import type { Values } from "../design/form-state.ts";
import { PAGE_FORM, type PageForm } from "../design/page-form.ts";
import { BOOKMARKS } from "../design/paths.ts";
import type { View } from "../design/view.ts";
import type { Dependencies } from "./dependencies.ts";
import { itemList } from "./item-list.ts";
import { cut } from "./item-parts.ts";
import { firstPosition, isSortable, positionButtons } from "./item-position.ts";
import { bulkAddressOf, orderAddressOf } from "./list-query.ts";
import { isWritable, titleOf } from "./place.ts";
import type { ListContent } from "./read-list.ts";
import { SEARCH_PAGE, searchWays } from "./search-form.ts";
import { selectionBar } from "./selection-bar.ts";

/** What was typed in the form of the list before. */
export interface TypedForm {
  readonly marked: ReadonlySet<number>;
  readonly values: Values;
  /** Why it was not accepted; undefined if nothing is known to be wrong. */
  readonly problem: Failure | undefined;
}

/** What the page of a list is made of. */
export interface ListPage extends Dependencies {
  readonly content: ListContent;
  /** The hidden field of the form. */
  readonly csrf: string;
  readonly typed: TypedForm | undefined;
  /** The collections that were opened or closed in the tree. */
  readonly opened: ReadonlyMap<number, boolean>;
}

/** The form of the page: that of the items if they can be changed; otherwise the search. */
export function pageFormOf({ place, items }: ListContent): PageForm {
  if (items.length === 0 || !isWritable(place)) return SEARCH_PAGE;
  // Both do nothing unless something was typed for them.
  return { method: "post", enter: html` name="action" value="${place.id === TRASH ? "move" : "tag"}"` };
}

/** The items, in a form if they can be changed. */
export function listForm(view: View, page: ListPage): string {
  const { content, csrf, typed } = page;
  const list = items(view, page);
  if (!isWritable(content.place)) return list;
  return html`<form id="${PAGE_FORM}" method="post" action="${bulkAddressOf(content.place.id, content.query)}">
!${csrf}
!${list}
!${selectionBar(view, content, typed?.values)}
</form>`;
}

/** The layout that a list has. */
export function layoutOf({ place, query }: Pick<ListContent, "place" | "query">): Layout {
  return query.view ?? query.remembered?.view ?? place.collection?.view ?? "list";
}

function items(view: View, { content, context, typed }: ListPage): string {
  const { place, query, tree } = content;
  const { texts } = view;
  const hasManyPlaces = place.id === EVERYTHING || query.nested;
  const placeTitleOf = (id: PlaceId) => tree.get(id)?.title ?? titleOf({ ...place, id, collection: undefined }, texts);
  const listing = {
    texts,
    layout: layoutOf(content),
    baseUrl: view.savesData ? undefined : context.config.baseUrl,
    icons: content.icons,
    readable: content.readable,
    placeTitleOf: hasManyPlaces ? placeTitleOf : undefined,
    isWritable: isWritable(place),
    marker: new Marker(query.search),
    selected: typed?.marked ?? new Set<number>(),
    sorting: isSortable(content)
      ? { address: orderAddressOf(place.id, query), first: firstPosition(content) }
      : undefined,
    buttonsOf: (item: Item) => buttonsOf(view, content, item),
  };
  return itemList(listing, content.items);
}

/** The buttons of an item besides those of `rowActions`. */
function buttonsOf(view: View, content: ListContent, item: Item): string {
  if (content.place.id === TRASH) return restoreButton(view, item);
  return isSortable(content) ? positionButtons(view.texts, content, item) : "";
}

function restoreButton({ texts }: View, { id, title }: Item): string {
  return html`<button class="secondary small" name="row" value="restore:${id}">${texts.bookmarks.bulk.restore}<span class="visually-hidden"> ${cut(title, 80)}</span></button>`;
}

/** What a list without items shows. */
export function nothing({ texts }: View, { place, query }: ListContent): string {
  const { empty, search, add, tree } = texts.bookmarks;
  if (query.search !== "") {
    return emptyState({
      title: search.none,
      text: search.noneText,
      action: searchWays(texts, place.id, query, "button secondary"),
    });
  }
  if (place.id === TRASH) return emptyState({ title: empty.trash, text: empty.trashText });
  if (!isWritable(place)) return emptyState({ title: empty.shared, text: empty.sharedText });
  const into = place.collection === undefined ? "" : `?collection=${place.id}`;
  return emptyState({
    title: empty.title,
    text: empty.text,
    action: html`!${buttonLink(`${BOOKMARKS}/items/new${into}`, add)} !${buttonLink(`${BOOKMARKS}/import`, tree.import, "secondary")}`,
  });
}
