import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Failure, Problem } from "#contract/failure";
import type { Item } from "../../../library/items/item.ts";
import type { StoredPage } from "../../../library/links/stored-page.ts";
import { placeIdOf, TRASH } from "../../../library/placement.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { card } from "../../design/card.ts";
import { checkbox, input } from "../../design/field.ts";
import { errorSummary, type Values } from "../../design/form-state.ts";
import { PAGE_FORM, POST_FORM, sendsPageFormTo } from "../../design/page-form.ts";
import { BOOKMARKS, ITEMS } from "../../design/paths.ts";
import { time } from "../../design/time.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import { csrfField } from "../../forms/csrf.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { EDIT_HEAD } from "../head.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { copyCard } from "./copy-card.ts";
import { coverCard } from "./cover-card.ts";
import { highlightsCard } from "./highlights.ts";
import { versionOf } from "./item-fields.ts";
import { type Choices, type ItemForm, itemFields, itemState } from "./item-form.ts";
import { pageCard } from "./page-card.ts";
import { preview } from "./preview.ts";

/** What the page of a bookmark shows. The forms are as a request left them. */
export interface ItemPageContent {
  readonly item: Item;
  readonly choices: Choices;
  readonly baseUrl: string;
  readonly constraints: ItemForm["constraints"];
  readonly form: Pick<ItemForm, "values" | "errors">;
  /** What was typed in the fields of highlights, and why one of them was not accepted. */
  readonly highlights: { readonly values: Values; readonly failure: Failure | undefined };
  readonly coverError: Problem | undefined;
  /** What is known of the linked page; undefined for a file, and on a server that reads no pages. */
  readonly linkedPage: StoredPage | undefined;
  /** The beginning of the readable text of the page that it links to, as HTML; undefined if it has none. */
  readonly beginning: string | undefined;
  /** Whether the server makes copies of pages. */
  readonly canCopy: boolean;
}

/** Sends the page on which a bookmark is changed. */
export function sendItemPage(request: FastifyRequest, reply: FastifyReply, page: ItemPageContent): FastifyReply {
  const { item, baseUrl } = page;
  const csrf = csrfField(request, reply);
  return sendBookmarkPage(request, reply, (view) => ({
    title: item.title,
    isUserText: true,
    lead: facts(view, item, getSignedInUser(request).id),
    head: EDIT_HEAD,
    form: POST_FORM,
    content: html`!${preview(view, page)}
!${itemCard(view, page, csrf)}
<div class="edit-parts" id="item-parts">
!${highlightsCard(view, {
      highlights: JSON.parse(item.highlights),
      action: `${ITEMS}/${item.id}/highlights`,
      ...page.highlights,
    })}
!${coverCard(view, { cover: item.cover, baseUrl, action: `${ITEMS}/${item.id}/cover`, error: page.coverError })}
!${page.linkedPage === undefined ? "" : pageCard(view, item.id, page.linkedPage)}
!${copyCard(view, item, page.canCopy)}
!${trashCard(view, item)}
</div>`,
  }));
}

/** When the bookmark was added and changed, by whom, and the way to its page. */
function facts({ texts: { edit } }: View, item: Item, userId: number): string {
  const creator = item.creator_name ?? item.owner_name;
  const isOwn = (item.creator_id ?? item.account_id) === userId;
  const isWeb = /^https?:\/\//i.test(item.link);
  return html`!${isWeb ? html`<a href="${item.link}" rel="noopener noreferrer">!${userText(item.domain)}</a> · ` : ""}${edit.created} !${time(item.created_at)}!${
    isOwn ? "" : html` (!${userText(creator)})`
  } · ${edit.changed} !${time(item.updated_at)}`;
}

function itemCard(
  view: View,
  { item, choices, constraints, form: { values, errors } }: ItemPageContent,
  csrf: string,
): string {
  const version = versionOf(item);
  const isStale = values.version !== version;
  const form = itemState(view, { constraints, values, errors });
  const { edit, form: common } = view.texts;
  return html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${ITEMS}/${item.id}">
!${errorSummary(form)}
!${isStale ? html`<div class="warning"><p>${edit.stale} <a href="${ITEMS}/${item.id}">${edit.showStored}</a></p></div>` : ""}
!${csrf}
<input type="hidden" name="version" value="${version}">
!${itemFields(form, choices)}
!${checkbox(form, "broken")}
!${input(form, { name: "reminder", type: "datetime-local", hint: edit.reminderHint })}
!${actions(button(edit.save), buttonLink(`${BOOKMARKS}/${placeIdOf(item)}`, common.cancel, "secondary"))}
</form>`;
}

function trashCard({ texts: { edit } }: View, item: Item): string {
  const placeId = placeIdOf(item);
  const isTrash = placeId === TRASH;
  return card(
    { id: "trash", title: isTrash ? edit.deleteItem : edit.toTrash },
    html`<p>${isTrash ? edit.deleteItemText : edit.toTrashText}</p>
!${actions(html`<button class="danger"!${sendsPageFormTo(`${ITEMS}/${item.id}/trash`)} name="from" value="${placeId}">${isTrash ? edit.deleteItem : edit.toTrash}</button>`)}`,
  );
}
