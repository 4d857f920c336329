import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { checkerOf } from "#contract/request/validation";
import { OWNER } from "../../../library/access.ts";
import * as collections from "../../../library/collections/collections.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { errorSummary, type Values, valuesIn } from "../../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../../design/page-form.ts";
import { BOOKMARKS, NEW_COLLECTION } from "../../design/paths.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../../forms/drafts.ts";
import { assertAll, submitForm } from "../../forms/form-submission.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { type ChoiceList, readChoices, resolveName, typedName } from "../choices.ts";
import type { Dependencies } from "../dependencies.ts";
import { EDIT_HEAD } from "../head.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { checkFields } from "./check-fields.ts";
import {
  type CollectionForm,
  collectionConstraints,
  collectionFields,
  collectionIn,
  collectionState,
} from "./collection-form.ts";

/** Serves the form for a new collection. The query parameter `parent` chooses the collection in which it will be. */
export function serveNewCollection(scope: FastifyInstance, { context, collections: contract }: Dependencies): void {
  const { database, clock, config } = context;
  const constraints = collectionConstraints(contract);
  const checkNew = checkerOf(contract, "CollectionInput");
  const readParents = (accountId: number, values: Values) =>
    readChoices(context, accountId, { level: OWNER, selected: values.parent }, typedName(values, "parent"));

  scope.get("/collections/new", async (request, reply) => {
    const { parent = "" } = valuesIn(request.query);
    const form = shownForm(request, { parent });
    const parents = await readParents(getSignedInUser(request).id, form.values);
    return newPage(request, reply, { constraints, ...form }, parents);
  });

  scope.post("/collections/new", KEEPS_DRAFTS, async (request, reply) => {
    const { id: accountId } = getSignedInUser(request);
    return submitForm(request, reply, async (sent) => {
      const values = await resolveName(context, accountId, { level: OWNER }, sent, "parent");
      const { title = "", description = "" } = values;
      await assertAll(
        () => checkFields(() => checkNew({ title, description })),
        () => void collectionIn(values),
      );
      const input = { ...collectionIn(values), expanded: true, cover: [] };
      const { id } = await collections.create(database, clock, accountId, input, { maxBytes: config.accountQuota });
      return { path: `${BOOKMARKS}/${id}`, notice: "edit-collection-added" };
    });
  });
}

function newPage(
  request: FastifyRequest,
  reply: FastifyReply,
  newForm: CollectionForm,
  parents: ChoiceList,
): FastifyReply {
  return sendBookmarkPage(request, reply, (view) => {
    const form = collectionState(view, newForm);
    const { edit, form: common } = view.texts;
    return {
      title: edit.newCollection,
      head: EDIT_HEAD,
      form: POST_FORM,
      content: html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${NEW_COLLECTION}">
!${errorSummary(form)}
!${csrfField(request, reply)}
!${collectionFields(form, parents, { isOwner: true })}
!${actions(button(edit.createCollection), buttonLink(BOOKMARKS, common.cancel, "secondary"))}
</form>`,
    };
  });
}
