import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import { checkerOf } from "#contract/request/validation";
import { MEMBER } from "../../../library/access.ts";
import * as existingLinks from "../../../library/items/existing-links.ts";
import * as items from "../../../library/items/items.ts";
import { parseLink } from "../../../library/items/parsed-link.ts";
import { UNSORTED } from "../../../library/placement.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { errorSummary, NO_ERRORS, type Values, valuesIn } from "../../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../../design/page-form.ts";
import { BOOKMARKS, ITEMS, NEW_ITEM } from "../../design/paths.ts";
import type { View } from "../../design/view.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../../forms/drafts.ts";
import { submitForm } from "../../forms/form-submission.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { resolveName } from "../choices.ts";
import type { Dependencies } from "../dependencies.ts";
import { EDIT_HEAD } from "../head.ts";
import { placeIn } from "../place.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { checkFields } from "./check-fields.ts";
import { fieldsIn } from "./item-fields.ts";
import { type Choices, type ItemForm, itemConstraints, itemFields, itemState, readItemChoices } from "./item-form.ts";

/** The reason of the failure that shows which bookmark has the link. */
const KNOWN = "link-known";

/**
 * Serves the form for a new bookmark. The query parameters `link`, `title`, `text` and `collection` fill it in. A link
 * that is saved already is said, and saved again only if the form is sent once more.
 */
export function serveNewItem(scope: FastifyInstance, { context, collections }: Dependencies): void {
  const { database, clock, config } = context;
  const constraints = itemConstraints(collections);
  const checkNew = checkerOf(collections, "ItemInput");

  scope.get("/items/new", async (request, reply) => {
    const { id } = getSignedInUser(request);
    const { values, errors } = shownForm(request, prefilled(valuesIn(request.query)));
    const isAccepted = errors === NO_ERRORS || errors.form?.reason === KNOWN;
    const known = isAccepted ? await findExisting(id, values.link) : undefined;
    const form = { constraints, values, errors: known === undefined ? errors : NO_ERRORS };
    return newPage(request, reply, form, await readItemChoices(context, id, values), known);
  });

  scope.post("/items/new", KEEPS_DRAFTS, async (request, reply) => {
    const { id: accountId } = getSignedInUser(request);
    return submitForm(request, reply, async (sent) => {
      const values = await resolveName(context, accountId, { level: MEMBER }, sent, "collection");
      const known = await findExisting(accountId, values.link);
      if (known !== undefined && values.saved !== String(known))
        throw new Failure("conflict", "The link is saved.", { reason: KNOWN });
      const { collectionId: placeId, ...fields } = fieldsIn(values);
      checkFields(() => checkNew({ ...fields, collectionId: placeId }));
      const { type } = parseLink(fields.link);
      const input = { ...fields, type, placeId, cover: "", media: [], broken: false };
      await items.create(database, clock, accountId, input, { maxBytes: config.accountQuota });
      return { path: `${BOOKMARKS}/${placeId}`, notice: "edit-added" };
    });
  });

  /** The id of the oldest bookmark with this link. */
  async function findExisting(accountId: number, link = ""): Promise<number | undefined> {
    if (link.trim() === "") return undefined;
    const [found] = await existingLinks.find(database, accountId, [link.trim()]);
    return found?.id;
  }
}

function newPage(
  request: FastifyRequest,
  reply: FastifyReply,
  newForm: ItemForm,
  choices: Choices,
  known: number | undefined,
): FastifyReply {
  return sendBookmarkPage(request, reply, (view) => {
    const form = itemState(view, newForm);
    const { edit, form: common } = view.texts;
    return {
      title: edit.newItem,
      head: EDIT_HEAD,
      form: POST_FORM,
      content: html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${NEW_ITEM}">
!${errorSummary(form)}
!${known === undefined ? "" : alreadySaved(view, known)}
!${csrfField(request, reply)}
!${itemFields(form, choices)}
!${actions(button(known === undefined ? edit.add : edit.addAgain), buttonLink(backFrom(form.values), common.cancel, "secondary"))}
</form>`,
    };
  });
}

/** Says that the link is saved. Sending the form with the hidden field saves it again. */
function alreadySaved({ texts: { edit } }: View, id: number): string {
  return html`<div class="warning" role="status"><p>${edit.known} <a href="${ITEMS}/${id}">${edit.knownLink}</a></p></div>
<input type="hidden" name="saved" value="${id}">`;
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
 * text, so without a link the first address in the text or the title is the link, and is removed from there.
 */
function prefilled({ link = "", title = "", text = "", collection = "" }: Values): Values {
  const typed = link.trim();
  if (typed !== "") return { link: typed, title: title.trim(), excerpt: text.trim(), collection };
  const fromText = ADDRESS.exec(text)?.[0];
  const found = fromText ?? ADDRESS.exec(title)?.[0] ?? "";
  const without = (shared: string) => (found === "" ? shared : shared.replace(found, "")).trim();
  return { link: found, title: without(title), excerpt: without(text), collection };
}
