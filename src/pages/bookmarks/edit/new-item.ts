import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import { checkerOf } from "#contract/request/validation";
import { MEMBER } from "../../../library/access.ts";
import * as existingLinks from "../../../library/items/existing-links.ts";
import type { Item } from "../../../library/items/item.ts";
import * as items from "../../../library/items/items.ts";
import { completeLink } from "../../../library/items/link.ts";
import * as lookup from "../../../library/items/lookup.ts";
import { parseLink } from "../../../library/items/parsed-link.ts";
import { placeIdOf, UNSORTED } from "../../../library/placement.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { errorSummary, NO_ERRORS, type Values, valuesIn } from "../../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../../design/page-form.ts";
import { BOOKMARKS, ITEMS, NEW_ITEM, NEW_ITEM_WINDOW, NEW_LINKS, savedIn, UPLOAD } from "../../design/paths.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../../forms/drafts.ts";
import { submitForm } from "../../forms/form-submission.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { resolveName } from "../choices.ts";
import type { Dependencies } from "../dependencies.ts";
import { EDIT_HEAD, WINDOW_HEAD } from "../head.ts";
import { cut } from "../item-parts.ts";
import { placeIn } from "../place.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { checkFields } from "./check-fields.ts";
import { fieldsIn } from "./item-fields.ts";
import { type Choices, type ItemForm, itemConstraints, itemFields, itemState, readItemChoices } from "./item-form.ts";

/** The reason of the failure that shows which bookmark has the link. */
const KNOWN = "link-known";

/** What the form for a new bookmark shows. */
interface NewItemPage {
  readonly form: ItemForm;
  readonly choices: Choices;
  /** The id of the bookmark that has the link already. */
  readonly known: number | undefined;
  /** Whether the form is in a small window. */
  readonly isWindow: boolean;
}

/**
 * Serves the form for a new bookmark, as a page and in a small window. The query parameters `link`, `title`, `text` and
 * `collection` fill it in. A link that is saved already is said, and saved again only if the form is sent once more.
 */
export function serveNewItem(scope: FastifyInstance, { context, collections }: Dependencies): void {
  const { database, clock, config } = context;
  const constraints = itemConstraints(collections);
  const checkNew = checkerOf(collections, "ItemInput");

  for (const path of [NEW_ITEM, NEW_ITEM_WINDOW]) {
    const isWindow = path === NEW_ITEM_WINDOW;
    scope.get(path.slice(BOOKMARKS.length), async (request, reply) => {
      const { id } = getSignedInUser(request);
      const { values, errors } = shownForm(request, prefilled(valuesIn(request.query)));
      const isAccepted = errors === NO_ERRORS || errors.form?.reason === KNOWN;
      const known = isAccepted ? await findExisting(id, values.link) : undefined;
      const form = { constraints, values, errors: known === undefined ? errors : NO_ERRORS };
      const choices = await readItemChoices(context, id, values);
      return newPage(request, reply, { form, choices, known, isWindow });
    });

    scope.post(path.slice(BOOKMARKS.length), KEEPS_DRAFTS, async (request, reply) => {
      const { id: accountId } = getSignedInUser(request);
      return submitForm(request, reply, async (sent) => {
        const { id, placeId, step } = await addItem(accountId, sent);
        return isWindow ? savedIn(id) : { path: `${BOOKMARKS}/${placeId}`, notice: "edit-added", step };
      });
    });
  }

  scope.get(savedIn(":id").slice(BOOKMARKS.length), async (request, reply) => {
    const item = await lookup.getWritable(database, getSignedInUser(request).id, idParameter(request));
    return sendBookmarkPage(request, reply, (view) => savedPage(view, item));
  });

  async function addItem(accountId: number, sent: Values) {
    const values = await resolveName(context, accountId, { level: MEMBER }, sent, "collection");
    const known = await findExisting(accountId, values.link);
    if (known !== undefined && values.saved !== String(known))
      throw new Failure("conflict", "The link is saved.", { reason: KNOWN });
    const { collectionId: placeId, ...fields } = fieldsIn(values);
    checkFields(() => checkNew({ ...fields, collectionId: placeId }));
    const { type } = parseLink(fields.link);
    const input = { ...fields, type, cover: "", media: [], broken: false };
    const quota = { maxBytes: config.accountQuota };
    const { result, step } = await items.add(database, clock, accountId, placeId, [input], quota);
    const [id = 0] = result;
    return { id, placeId, step };
  }

  /** The id of the oldest bookmark with this link. */
  async function findExisting(accountId: number, typed = ""): Promise<number | undefined> {
    const link = completeLink(typed);
    if (link === "") return undefined;
    const [found] = await existingLinks.find(database, accountId, [link]);
    return found?.id;
  }
}

function newPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { form: newForm, choices, known, isWindow }: NewItemPage,
): FastifyReply {
  return sendBookmarkPage(request, reply, (view) => {
    const form = itemState(view, newForm);
    const { edit, form: common } = view.texts;
    const add = known === undefined ? button(edit.add) : button(edit.addAgain, "secondary");
    const content = html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${isWindow ? NEW_ITEM_WINDOW : NEW_ITEM}">
!${errorSummary(form)}
!${known === undefined ? "" : alreadySaved(view, known, isWindow)}
!${csrfField(request, reply)}
!${itemFields(form, choices)}
!${isWindow ? actions(add) : actions(add, buttonLink(backFrom(form.values), common.cancel, "secondary"))}
</form>`;
    if (isWindow) return { title: edit.newItem, head: WINDOW_HEAD, form: POST_FORM, isWindow, content };
    const { several, upload } = edit.adding;
    const others = html`<p class="aside"><a href="${NEW_LINKS}">${several}</a> · <a href="${UPLOAD}">${upload}</a></p>`;
    return { title: edit.newItem, head: EDIT_HEAD, form: POST_FORM, content: content + others };
  });
}

/** Says that the link is saved. Sending the form with the hidden field saves it again. */
function alreadySaved({ texts: { edit } }: View, id: number, isWindow: boolean): string {
  return html`<div class="warning" role="status"><p>${edit.known} <a class="button small" href="${ITEMS}/${id}"!${isWindow ? ' target="_blank"' : ""}>${edit.knownLink}</a></p></div>
<input type="hidden" name="saved" value="${id}">`;
}

/** Says in the small window that a bookmark is saved. A script closes the window if the bookmarklet has opened it. */
function savedPage({ texts: { edit } }: View, item: Item) {
  const { saved, open, list, windowText } = edit.adding;
  return {
    title: edit.adding.title,
    head: WINDOW_HEAD,
    isWindow: true,
    content: html`<div class="card" data-saved>
<p class="notice" role="status">${saved}</p>
<p>!${userText(cut(item.title))}</p>
!${actions(buttonLink(`${ITEMS}/${item.id}`, open), buttonLink(`${BOOKMARKS}/${placeIdOf(item)}`, list, "secondary"))}
<p class="hint">${windowText}</p>
</div>`,
  };
}

/** The list from which the form was opened. */
function backFrom({ collection = "" }: Values): string {
  const place = placeIn(collection, [UNSORTED]);
  return place === undefined ? BOOKMARKS : `${BOOKMARKS}/${place}`;
}

/** A web address in a text. */
const ADDRESS = /https?:\/\/[^\s<>"]+/i;

/**
 * The values with which the form for a new bookmark opens. Phones that share a page often put its address into the
 * text, so without a link the first address in the text or the title is the link, and is removed from there. So is a
 * text that is nothing but an address without a scheme.
 */
function prefilled({ link = "", title = "", text = "", collection = "" }: Values): Values {
  const typed = link.trim();
  if (typed !== "") return { link: typed, title: title.trim(), excerpt: text.trim(), collection };
  const completed = completeLink(text);
  const fromText = ADDRESS.exec(text)?.[0] ?? (ADDRESS.test(completed) ? text.trim() : undefined);
  const found = fromText ?? ADDRESS.exec(title)?.[0] ?? "";
  const without = (shared: string) => (found === "" ? shared : shared.replace(found, "")).trim();
  return { link: found, title: without(title), excerpt: without(text), collection };
}
