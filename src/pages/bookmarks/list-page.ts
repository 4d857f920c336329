import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Failure } from "#contract/failure";
import { OWNER } from "../../library/access.ts";
import { EVERYTHING, type PlaceId } from "../../library/placement.ts";
import type { Page } from "../design/document.ts";
import { valuesIn } from "../design/form-state.ts";
import { iconShapes } from "../design/icons.ts";
import { alert } from "../design/notice.ts";
import { pageLinks } from "../design/pagination.ts";
import { BOOKMARKS } from "../design/paths.ts";
import type { View } from "../design/view.ts";
import { csrfField } from "../forms/csrf.ts";
import { takeDraft } from "../forms/drafts.ts";
import { showFailure } from "../forms/form-submission.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Texts } from "../texts/en.ts";
import { markedIn } from "./bulk-form.ts";
import { typedName } from "./choices.ts";
import type { Dependencies } from "./dependencies.ts";
import { dropForm } from "./drop-form.ts";
import { LIST_HEAD } from "./head.ts";
import { ORDER } from "./item-position.ts";
import { type ListPage, listForm, nothing, pageFormOf, type TypedForm } from "./list-form.ts";
import { listHead } from "./list-head.ts";
import { addressOf, type ListQuery, listQueryOf } from "./list-query.ts";
import { panel } from "./panel.ts";
import { isWritable, placeParameter, titleOf } from "./place.ts";
import { type ListContent, PAGE_SIZE, readList } from "./read-list.ts";
import { openedIn, remember, withRemembered } from "./remembered.ts";
import { ROW_ICONS } from "./row-actions.ts";
import { savedSearchLinks } from "./saved-search-links.ts";
import { searchForm, searchNotes } from "./search-form.ts";
import { shortcutDialog } from "./shortcuts.ts";
import { sidebar } from "./sidebar.ts";
import { treeMenu } from "./tree-menu.ts";
import { sendBookmarkPage } from "./undo-notice.ts";

/** Serves the lists of bookmarks: all of them, and those of a collection, Unsorted or the Trash. */
export function serveLists(scope: FastifyInstance, dependencies: Dependencies): void {
  scope.get("/", async (request, reply) =>
    sendList(request, reply, dependencies, EVERYTHING, listQueryOf(request.query), typedFormOf(request)),
  );
  scope.get("/:id", async (request, reply) =>
    sendList(request, reply, dependencies, placeParameter(request), listQueryOf(request.query), typedFormOf(request)),
  );
}

/** What was typed in the form of the requested list; undefined if nothing was. */
export function typedFormOf(request: FastifyRequest): TypedForm | undefined {
  const draft = takeDraft(request) ?? takeDraft(request, ORDER);
  if (draft === undefined) return undefined;
  const { fields, failure } = draft;
  return { marked: new Set(markedIn(fields)), values: valuesIn(fields), problem: failure };
}

/** Sends the page of a list. A page after the last one redirects to the last. */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: Dependencies,
  placeId: PlaceId,
  asked: ListQuery,
  typed?: TypedForm,
): Promise<FastifyReply> {
  const query = withRemembered(request, placeId, asked);
  const content = await readList(dependencies.context, {
    userId: getSignedInUser(request).id,
    placeId,
    query,
    typed: typed === undefined ? "" : typedName(typed.values, "to"),
  });
  const last = Math.max(1, Math.ceil(content.count / PAGE_SIZE));
  if (query.page > last) return reply.redirect(addressOf(placeId, { ...query, page: last }), 303);
  remember(request, reply, placeId, query);
  const csrf = csrfField(request, reply);
  const opened = openedIn(request);
  const show = () =>
    sendBookmarkPage(request, reply, (view) => toPage(view, { ...dependencies, content, csrf, typed, opened }));
  return content.searchFailure === undefined ? show() : showFailure(reply, content.searchFailure, show);
}

function toPage(view: View, page: ListPage): Page {
  const { content, typed, opened } = page;
  const { place } = content;
  const failure = typed?.problem;
  const problem = failure === undefined ? "" : alert(html`${problemOf(view.texts, failure)}`);
  return {
    title: titleOf(place, view.texts),
    isUserText: place.collection !== undefined,
    head: LIST_HEAD,
    form: pageFormOf(content),
    headerTools: html`!${searchForm(view, content)}!${addLink(view, content)}`,
    arrange: (list) => html`<div class="library">
<div class="library-main" id="list">
!${list}
</div>
!${panel(view)}
!${sidebar(view, content.tree, { currentId: place.id, opened, searches: savedSearchLinks(view, content) })}
</div>
!${iconShapes([...ROW_ICONS, "close"])}
!${shortcutDialog(view)}
!${treeMenu(view, page.collections)}`,
    content: html`!${problem}
!${listHead(view, content)}
!${about(view, content)}
!${searchNotes(view, content)}
!${content.items.length === 0 ? nothing(view, content) : listForm(view, page)}
!${pageLinks(view.texts, { page: content.query.page, last: Math.ceil(content.count / PAGE_SIZE), addressOf: (page) => addressOf(place.id, { ...content.query, page }) })}
!${dropForm(view, content, page.csrf)}`,
  };
}

/** The link to the form of a new bookmark, for the place of the list if that can be changed. */
function addLink({ texts }: View, { place }: ListContent): string {
  const into = place.collection === undefined || !isWritable(place) ? "" : `?collection=${place.id}`;
  return html`<a class="button add" id="add" href="${BOOKMARKS}/items/new${into}" data-add><span aria-hidden="true">+</span><span class="add-text">${texts.bookmarks.add}</span></a>`;
}

/** What the collection is about, and who shares it. */
function about({ texts }: View, { place }: ListContent): string {
  const { bookmarks } = texts;
  const { collection } = place;
  if (collection === undefined) return "";
  return [
    collection.description === "" ? "" : html`<p class="about" dir="auto">${collection.description}</p>`,
    place.level === OWNER
      ? ""
      : html`<p class="about">${bookmarks.sharedBy(collection.owner_name)}!${isWritable(place) ? "" : html`. ${bookmarks.readOnly}`}</p>`,
  ].join("");
}

/** Why the form of a list was not accepted, as a sentence. */
function problemOf(texts: Texts, failure: Failure): string {
  const { details } = failure;
  const wrongTarget = details.find(({ path }) => path === "/to");
  if (wrongTarget !== undefined) return `${texts.bookmarks.bulk.moveTo}: ${texts.translate(wrongTarget)}.`;
  const wrongTag = details.find(({ path }) => path.startsWith("/tags/"));
  if (wrongTag === undefined) return texts.translate(failure);
  return `${texts.bookmarks.bulk.tags}: ${texts.translate(wrongTag)}.`;
}
