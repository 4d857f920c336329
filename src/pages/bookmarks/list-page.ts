import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { EVERYTHING, type PlaceId, TRASH } from "../../collections/placement.ts";
import type { Failure } from "../../errors.ts";
import type { Item } from "../../items/item.ts";
import { csrfField } from "../account/csrf.ts";
import { showFailure } from "../account/form-submission.ts";
import { getSignedInUser } from "../account/session.ts";
import { buttonLink } from "../design/button.ts";
import type { Page } from "../design/document.ts";
import { emptyState } from "../design/empty-state.ts";
import { alert } from "../design/notice.ts";
import type { View } from "../design/view.ts";
import { BOOKMARKS } from "../paths.ts";
import { bulkBar } from "./bulk-bar.ts";
import type { Dependencies } from "./dependencies.ts";
import { EMPTY_TRASH } from "./empty-trash.ts";
import { filterLinks } from "./filter-links.ts";
import { itemList } from "./item-list.ts";
import { cut } from "./item-parts.ts";
import { addressOf, bulkAddressOf, type ListQuery, listQueryOf, VIEWS } from "./list-query.ts";
import { HEAD } from "./page-head.ts";
import { pageLinks } from "./page-links.ts";
import { isWritable, placeParameter, titleOf } from "./place.ts";
import { problemOf } from "./problem.ts";
import { type ListContent, PAGE_SIZE, readList } from "./read-list.ts";
import { searchForm } from "./search-form.ts";
import { sidebar } from "./sidebar.ts";
import { sendBookmarkPage } from "./undo-notice.ts";

/** Serves the lists of bookmarks: all of them, and those of a collection, Unsorted or the Trash. */
export function serveLists(scope: FastifyInstance, dependencies: Dependencies): void {
  scope.get("/", async (request, reply) =>
    sendList(request, reply, dependencies, EVERYTHING, listQueryOf(request.query)),
  );
  scope.get("/:id", async (request, reply) =>
    sendList(request, reply, dependencies, placeParameter(request), listQueryOf(request.query)),
  );
}

/** What a form of the list was not accepted with. */
interface Rejected {
  readonly marked: ReadonlySet<number>;
  readonly problem: Failure;
}

/** Sends the page of a list. A page after the last one redirects to the last. */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: Dependencies,
  placeId: PlaceId,
  query: ListQuery,
  rejected?: Rejected,
): Promise<FastifyReply> {
  const content = await readList(dependencies.context, getSignedInUser(request).id, placeId, query);
  const last = Math.max(1, Math.ceil(content.count / PAGE_SIZE));
  if (query.page > last) return reply.redirect(addressOf(placeId, { ...query, page: last }), 303);
  const csrf = csrfField(request, reply);
  const show = () =>
    sendBookmarkPage(request, reply, (view) => toPage(view, { ...dependencies, content, csrf, rejected }));
  return content.searchFailure === undefined ? show() : showFailure(reply, content.searchFailure, show);
}

/** What the page of a list is made of. */
interface ListPage extends Dependencies {
  readonly content: ListContent;
  /** The hidden field of the form. */
  readonly csrf: string;
  readonly rejected: Rejected | undefined;
}

function toPage(view: View, page: ListPage): Page {
  const { content, rejected } = page;
  const { place } = content;
  const problem = rejected === undefined ? "" : alert(html`${problemOf(view.texts, rejected.problem)}`);
  return {
    title: titleOf(place, view.texts),
    isUserText: place.collection !== undefined,
    head: HEAD,
    actions: pageActions(view, content),
    content: html`<div class="library">
!${sidebar(view, content.tree, place.id)}
<div class="library-main">
!${problem}
!${about(view, content)}
!${searchForm(view, content)}
!${filterLinks(view, content)}
!${toolbar(view, content)}
!${content.items.length === 0 ? nothing(view, content) : listForm(view, page)}
!${pageLinks(view, content)}
</div>
</div>`,
  };
}

/** The items, in a form if they can be changed. */
function listForm(view: View, page: ListPage): string {
  const { content, csrf, rejected } = page;
  const list = items(view, page);
  if (!isWritable(content.place)) return list;
  return html`<form method="post" action="${bulkAddressOf(content.place.id, content.query)}">
!${csrf}
!${bulkBar(view, content, rejected !== undefined)}
!${list}
</form>`;
}

/** Buttons beside the heading. */
function pageActions({ texts }: View, { place, count }: ListContent): string {
  const { bookmarks } = texts;
  if (!isWritable(place)) return "";
  if (place.id === TRASH) {
    const { emptyTrash } = bookmarks.bulk;
    return count === 0 ? "" : html`<p class="actions">!${buttonLink(EMPTY_TRASH, emptyTrash, "danger")}</p>`;
  }
  const into = place.collection === undefined ? "" : `?collection=${place.id}`;
  const edit =
    place.collection === undefined
      ? ""
      : buttonLink(`${BOOKMARKS}/collections/${place.id}`, bookmarks.editCollection, "secondary");
  return html`<p class="actions">!${buttonLink(`${BOOKMARKS}/items/new${into}`, bookmarks.add)}!${edit}</p>`;
}

/** What the collection is about, and who shares it. */
function about({ texts }: View, { place }: ListContent): string {
  const { bookmarks } = texts;
  const { collection } = place;
  if (collection === undefined) return "";
  return [
    collection.description === "" ? "" : html`<p class="lead" dir="auto">${collection.description}</p>`,
    place.ownerId === collection.account_id && place.level === 4
      ? ""
      : html`<p class="hint">${bookmarks.sharedBy(collection.owner_name)}!${isWritable(place) ? "" : html`. ${bookmarks.readOnly}`}</p>`,
  ].join("");
}

/** The number of items, and the choice of the layout. */
function toolbar({ texts }: View, { place, query, count }: ListContent): string {
  const { bookmarks } = texts;
  const current = layoutOf({ place, query });
  const links = VIEWS.map(
    (view) =>
      html`<a href="${addressOf(place.id, { ...query, view })}"!${view === current ? ' aria-current="true"' : ""}>${bookmarks.views[view]}</a>`,
  );
  return html`<div class="toolbar"><p class="total" role="status">${query.search === "" ? bookmarks.count(count) : bookmarks.found(count)}</p>
<nav class="layouts" aria-label="${bookmarks.view}">!${links}</nav></div>`;
}

function layoutOf({ place, query }: Pick<ListContent, "place" | "query">) {
  return query.view ?? place.collection?.view ?? "list";
}

function items(view: View, { content, context, collections, rejected }: ListPage): string {
  const { place, query, tree } = content;
  const { texts } = view;
  const hasManyPlaces = place.id === EVERYTHING || query.nested;
  const placeTitleOf = (id: PlaceId) => titleOf({ ...place, id, collection: tree.byId.get(id) }, texts);
  const listing = {
    texts,
    layout: layoutOf(content),
    pictureAddress: `${context.config.baseUrl}${collections.basePath}/cover/`,
    placeTitleOf: hasManyPlaces ? placeTitleOf : undefined,
    isWritable: isWritable(place),
    marked: rejected?.marked ?? new Set<number>(),
    buttonsOf: (item: Item) => (place.id === TRASH ? restoreButton(view, item) : ""),
  };
  return itemList(listing, content.items);
}

function restoreButton({ texts }: View, { id, title }: Item): string {
  return html`<button class="secondary small" name="restore" value="${id}">${texts.bookmarks.bulk.restore}<span class="visually-hidden"> ${cut(title, 80)}</span></button>`;
}

function nothing({ texts }: View, { place, query }: ListContent): string {
  const { empty, search, add, tree } = texts.bookmarks;
  if (query.search !== "") {
    return emptyState({
      title: search.none,
      text: search.noneText,
      action: buttonLink(addressOf(place.id, { ...query, search: "", page: 1 }), search.clear, "secondary"),
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
