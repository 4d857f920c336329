import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Failure, Problem } from "#contract/failure";
import { OWNER, type VisibleCollection } from "../../../library/access.ts";
import { pictureIn } from "../../../library/collections/covers.ts";
import { addressOfPicture } from "../../../library/covers/picture-address.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { card } from "../../design/card.ts";
import { errorSummary } from "../../design/form-state.ts";
import { alert } from "../../design/notice.ts";
import { PAGE_FORM, POST_FORM, sendsPageFormTo } from "../../design/page-form.ts";
import { BOOKMARKS, COLLECTIONS } from "../../design/paths.ts";
import { time } from "../../design/time.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import { csrfField } from "../../forms/csrf.ts";
import { type ChoiceList, nameField } from "../choices.ts";
import { toOptions } from "../collection-options.ts";
import { EDIT_HEAD } from "../head.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { type CollectionForm, collectionFields, collectionState, collectionVersion } from "./collection-form.ts";
import { coverCard } from "./cover-card.ts";

/** What the page of a collection shows. The form is as a request left it. */
export interface CollectionPage {
  readonly collection: VisibleCollection;
  /** The collections into which it can move. */
  readonly parents: ChoiceList;
  /** The collections with which it can be merged. */
  readonly targets: ChoiceList;
  readonly baseUrl: string;
  readonly constraints: CollectionForm["constraints"];
  readonly form: Pick<CollectionForm, "values" | "errors">;
  /** The collection that was chosen to merge it with, and why that was not accepted. */
  readonly merge: { readonly to: string | undefined; readonly failure: Failure | undefined };
  readonly coverError: Problem | undefined;
}

/** Sends the page on which a collection is changed: its members see less of it than its owner. */
export function sendCollectionPage(request: FastifyRequest, reply: FastifyReply, page: CollectionPage): FastifyReply {
  const { collection, baseUrl } = page;
  const path = `${COLLECTIONS}/${collection.id}`;
  const csrf = csrfField(request, reply);
  return sendBookmarkPage(request, reply, (view) => {
    const { edit } = view.texts;
    return {
      title: collection.title,
      isUserText: true,
      lead: html`${edit.created} !${time(collection.created_at)} · ${edit.changed} !${time(collection.updated_at)}!${
        collection.level === OWNER ? "" : html` · ${edit.ownedBy} !${userText(collection.owner_name)}`
      }`,
      actions: buttonLink(`${BOOKMARKS}/${collection.id}`, edit.showCollection, "secondary"),
      head: EDIT_HEAD,
      form: POST_FORM,
      // The cover is the last field of the form: the text of all others is read before its file.
      content: html`!${collectionCard(view, page, csrf)}
!${collection.level === OWNER ? placeCards(view, page) : ""}
!${coverCard(view, { cover: coverOf(collection, baseUrl), baseUrl, action: `${path}/cover`, error: page.coverError })}
!${collection.level === OWNER ? deletionCard(view, path) : ""}`,
    };
  });
}

/** The address of the first picture of a cover; empty for none. */
function coverOf({ cover }: VisibleCollection, baseUrl: string): string {
  const entries: string[] = JSON.parse(cover);
  const [first = ""] = entries;
  const pictureId = pictureIn(first);
  return pictureId === undefined ? first : addressOfPicture(pictureId, baseUrl);
}

function collectionCard(
  view: View,
  { collection, parents, constraints, form: { values, errors } }: CollectionPage,
  csrf: string,
): string {
  const { id } = collection;
  const form = collectionState(view, { constraints, values, errors });
  const { edit, form: common } = view.texts;
  const version = collectionVersion(collection);
  const isStale = values.version !== version;
  return html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${COLLECTIONS}/${id}">
!${errorSummary(form)}
!${isStale ? html`<div class="warning"><p>${edit.stale} <a href="${COLLECTIONS}/${id}">${edit.showStored}</a></p></div>` : ""}
!${csrf}
<input type="hidden" name="version" value="${version}">
!${collectionFields(form, parents, { isOwner: collection.level === OWNER })}
!${actions(button(edit.save), buttonLink(`${BOOKMARKS}/${id}`, common.cancel, "secondary"))}
</form>`;
}

/** Moving and merging, which only the owner may do. */
function placeCards(
  { texts }: View,
  { collection: { id }, targets: collections, merge: { to, failure } }: CollectionPage,
): string {
  const { edit, bookmarks } = texts;
  const path = `${COLLECTIONS}/${id}`;
  const targets = toOptions(collections);
  const move = (direction: "up" | "down", text: string) =>
    html`<button class="secondary"!${sendsPageFormTo(`${path}/move`)} name="direction" value="${direction}">${text}</button>`;
  return html`!${card(
    { id: "order", title: edit.order },
    html`<p>${edit.orderText}</p>
!${actions(move("up", edit.up), move("down", edit.down))}`,
  )}
!${
    targets.length === 0 && collections.typed === ""
      ? ""
      : card(
          { id: "merge", title: edit.merge },
          html`!${failure === undefined ? "" : alert(html`${edit.mergeInto}: ${texts.translate(failure.details[0] ?? failure)}.`)}
<p>${edit.mergeText}</p>
<div class="field"><label for="to">${edit.mergeInto}</label>
<select id="to" name="to" form="${PAGE_FORM}"><option value="">${bookmarks.bulk.choose}</option>!${targets.map(([value, text]) => html`<option value="${value}"!${value === to ? " selected" : ""}>${text}</option>`)}</select></div>
!${nameField(texts, "to", collections, PAGE_FORM)}
!${actions(html`<button class="secondary"!${sendsPageFormTo(`${path}/merge`)}>${edit.merge}</button>`)}`,
        )
  }`;
}

/** The way to delete the collection, which only the owner may do. */
function deletionCard({ texts: { edit } }: View, path: string): string {
  return card(
    { id: "delete", title: edit.deleteCollection },
    html`<p>${edit.deleteCollectionText}</p>
!${actions(buttonLink(`${path}/delete`, edit.deleteCollection, "danger"))}`,
  );
}
