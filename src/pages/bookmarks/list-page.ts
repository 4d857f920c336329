import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { EVERYTHING, type PlaceId, TRASH } from "../../collections/placement.ts";
import type { Context } from "../../context.ts";
import { showFailure } from "../account/form-submission.ts";
import { sendPage } from "../account/layout.ts";
import { getSignedInUser } from "../account/session.ts";
import { buttonLink } from "../design/button.ts";
import type { Page } from "../design/document.ts";
import { emptyState } from "../design/empty-state.ts";
import type { View } from "../design/view.ts";
import { BOOKMARKS } from "../paths.ts";
import type { Dependencies } from "./dependencies.ts";
import { filterLinks } from "./filter-links.ts";
import { itemList } from "./item-list.ts";
import { addressOf, type ListQuery, listQueryOf, VIEWS } from "./list-query.ts";
import { pageLinks } from "./page-links.ts";
import { isWritable, placeParameter, titleOf } from "./place.ts";
import { type ListContent, PAGE_SIZE, readList } from "./read-list.ts";
import { searchForm } from "./search-form.ts";
import { sidebar } from "./sidebar.ts";

/** The style sheet and the script of these pages. */
export const HEAD = html`<link rel="stylesheet" href="/assets/bookmarks.css">`;

/** Serves the lists of bookmarks: all of them, and those of a collection, Unsorted or the Trash. */
export function serveLists(scope: FastifyInstance, dependencies: Dependencies): void {
  scope.get("/", async (request, reply) =>
    listPage(request, reply, dependencies, EVERYTHING, listQueryOf(request.query)),
  );
  scope.get("/:id", async (request, reply) =>
    listPage(request, reply, dependencies, placeParameter(request), listQueryOf(request.query)),
  );
}

/** Sends the page of a list. A page after the last one redirects to the last. */
async function listPage(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: Dependencies,
  placeId: PlaceId,
  query: ListQuery,
): Promise<FastifyReply> {
  const content = await readList(dependencies.context, getSignedInUser(request).id, placeId, query);
  const last = Math.max(1, Math.ceil(content.count / PAGE_SIZE));
  if (query.page > last) return reply.redirect(addressOf(placeId, { ...query, page: last }), 303);
  const show = () => sendPage(request, reply, (view) => toPage(view, dependencies, content));
  return content.searchFailure === undefined ? show() : showFailure(reply, content.searchFailure, show);
}

function toPage(view: View, { context, collections }: Dependencies, content: ListContent): Page {
  const { place } = content;
  return {
    title: titleOf(place, view.texts),
    isUserText: place.collection !== undefined,
    head: HEAD,
    actions: pageActions(view, content),
    content: html`<div class="library">
!${sidebar(view, content.tree, place.id)}
<div class="library-main">
!${about(view, content)}
!${searchForm(view, content)}
!${filterLinks(view, content)}
!${toolbar(view, content)}
!${content.items.length === 0 ? nothing(view, content) : items(view, context, content, collections.basePath)}
!${pageLinks(view, content)}
</div>
</div>`,
  };
}

/** Buttons beside the heading. */
function pageActions({ texts }: View, { place }: ListContent): string {
  const { bookmarks } = texts;
  if (place.id === TRASH || !isWritable(place)) return "";
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

function items(view: View, { config }: Context, content: ListContent, apiPath: string): string {
  const { place, query, tree } = content;
  const { texts } = view;
  const hasManyPlaces = place.id === EVERYTHING || query.nested;
  const placeTitleOf = (id: PlaceId) => titleOf({ ...place, id, collection: tree.byId.get(id) }, texts);
  const listing = {
    texts,
    layout: layoutOf(content),
    pictureAddress: `${config.baseUrl}${apiPath}/cover/`,
    placeTitleOf: hasManyPlaces ? placeTitleOf : undefined,
    isWritable: isWritable(place),
    buttonsOf: () => "",
  };
  return itemList(listing, content.items);
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
