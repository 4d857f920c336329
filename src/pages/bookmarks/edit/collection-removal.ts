import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import * as access from "../../../library/access.ts";
import * as removal from "../../../library/collections/removal.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { valuesIn } from "../../design/form-state.ts";
import { BOOKMARKS, CLEAN_COLLECTIONS, COLLECTIONS } from "../../design/paths.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS, keepsDrafts } from "../../forms/drafts.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { resolveName } from "../choices.ts";
import type { Dependencies } from "../dependencies.ts";
import { sendBookmarkPage } from "../undo-notice.ts";

/**
 * Serves what removes collections: deleting one, merging it into another, and deleting the empty ones. Each can be
 * undone; deletions are confirmed on a page that says what they do.
 */
export function serveCollectionRemoval(scope: FastifyInstance, { context }: Dependencies): void {
  const { database, clock } = context;

  scope.get("/collections/:id/delete", async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const { title } = await access.getOwned(database, accountId, id);
    const contents = await removal.contentsOf(database, accountId, id);
    return confirmationPage(request, reply, ({ texts: { edit } }) => ({
      title: edit.deleteCollection,
      question: html`<p><strong>!${userText(title)}</strong></p>
<ul><li>${edit.deletedCollections(contents.collections)}</li><li>${edit.trashedItems(contents.items)}</li></ul>
<p>${edit.canUndo}</p>`,
      action: `${COLLECTIONS}/${id}/delete`,
      back: `${COLLECTIONS}/${id}`,
    }));
  });

  scope.post("/collections/:id/delete", KEEPS_DRAFTS, async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const { step } = await removal.deleteTree(database, clock, accountId, id);
    return redirect(reply, { path: BOOKMARKS, notice: "edit-collection-deleted", step });
  });

  scope.post("/collections/:id/merge", keepsDrafts("/merge", "#merge"), async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const sent = valuesIn(request.body);
    const values = await resolveName(context, accountId, { level: access.OWNER, without: id }, sent, "to");
    if ((values.to ?? "") === "") throw noTarget();
    const to = Number(values.to);
    if (!Number.isSafeInteger(to) || to === id)
      throw new Failure("notFound", "There is no collection with this id.", { reason: "collection-not-found" });
    await access.getOwned(database, accountId, id);
    await access.getOwned(database, accountId, to);
    const { step } = await removal.merge(database, clock, accountId, { to, ids: [id] });
    return redirect(reply, { path: `${BOOKMARKS}/${to}`, notice: "edit-collection-merged", step });
  });

  scope.get("/collections/clean", async (request, reply) => {
    const count = await removal.countEmpty(database, getSignedInUser(request).id);
    return confirmationPage(request, reply, ({ texts: { edit } }) => ({
      title: edit.clean,
      question: html`<p>${edit.emptyCollections(count)}</p>`,
      action: count === 0 ? undefined : CLEAN_COLLECTIONS,
      back: BOOKMARKS,
    }));
  });

  scope.post("/collections/clean", KEEPS_DRAFTS, async (request, reply) => {
    const { id: accountId } = getSignedInUser(request);
    const { step } = await removal.deleteEmpty(database, clock, accountId);
    const notice = step === undefined ? "edit-collections-none" : "edit-collections-cleaned";
    return redirect(reply, { path: BOOKMARKS, notice, step });
  });
}

function noTarget(): Failure {
  return new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/to", message: "is required", reason: "required" }],
  });
}

interface Confirmation {
  readonly title: string;
  /** What will happen, as markup. */
  readonly question: string;
  /** Where the form is sent; undefined if there is nothing to do. */
  readonly action: string | undefined;
  readonly back: string;
}

function confirmationPage(
  request: FastifyRequest,
  reply: FastifyReply,
  toConfirmation: (view: View) => Confirmation,
): FastifyReply {
  return sendBookmarkPage(request, reply, (view) => {
    const { title, question, action, back } = toConfirmation(view);
    const cancel = buttonLink(back, view.texts.form.cancel, "secondary");
    return {
      title,
      content:
        action === undefined
          ? html`<div class="card narrow">!${question}
!${actions(cancel)}</div>`
          : html`<form class="card narrow" method="post" action="${action}">
!${csrfField(request, reply)}
!${question}
!${actions(button(title, "danger"), cancel)}
</form>`,
    };
  });
}
