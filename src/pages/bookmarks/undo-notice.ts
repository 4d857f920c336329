import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import { TRASH } from "../../library/placement.ts";
import * as undo from "../../library/undo/revert.ts";
import type { Page } from "../design/document.ts";
import { idIn } from "../design/form-values.ts";
import { sendsPageFormTo } from "../design/page-form.ts";
import { BOOKMARKS, CHANGES, UNDO } from "../design/paths.ts";
import { signedIn, type View } from "../design/view.ts";
import { fieldsOf } from "../forms/draft.ts";
import { keepsPageForm, keepTyped, pageOf } from "../forms/drafts.ts";
import { sendPage } from "../forms/layout.ts";
import { type NoticeName, redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";

/**
 * Sends a page of bookmarks like `sendPage`. The notice has a button that reverts the undo step of the previous action.
 */
export function sendBookmarkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  toPage: (view: View) => Page,
): FastifyReply {
  return sendPage(request, reply, toPage, undoNotice);
}

/**
 * The button that reverts a step, and the link to the others. The button returns to the current page, with what was
 * typed in the form of the page.
 */
export function undoNotice(view: View, step: number, form: Page["form"]): string {
  const path = `${UNDO}?back=${encodeURIComponent(view.url)}`;
  const button = (attributes: string) =>
    html`<button class="secondary small"!${attributes} name="step" value="${step}">${view.texts.edit.undo}</button>`;
  const all = view.url.startsWith(CHANGES) ? "" : html`<a href="${CHANGES}">${view.texts.changes.all}</a>`;
  if (form?.method === "post") return html`<div class="notice-actions">!${button(sendsPageFormTo(path))}!${all}</div>`;
  return html`<form class="notice-actions" method="post" action="${path}">
!${signedIn(view)?.csrfField() ?? ""}
!${button("")}!${all}
</form>`;
}

/** Serves the target of the button: reverts the step, and returns to the page with the button. */
export function serveUndo(scope: FastifyInstance, { database, clock, config }: Context): void {
  scope.post("/undo", keepsPageForm(BOOKMARKS), async (request, reply) => {
    // The version and, out of the Trash, the place are about to change.
    const { step, back: _back, version: _version, collection, ...fields } = fieldsOf(request.body);
    const typed = { ...fields, ...(collection !== undefined && collection !== String(TRASH) && { collection }) };
    const back = async (notice: NoticeName) =>
      redirect(reply, { path: await keepTyped(request, reply, pageOf(request), typed), notice });
    const quota = { maxBytes: config.accountQuota };
    try {
      const { id } = getSignedInUser(request);
      const reverted = await undo.revert(database, clock, id, idIn(String(step)) ?? 0, quota);
      const isComplete = reverted.skippedItems === 0 && reverted.skippedCollections === 0;
      return back(isComplete ? "edit-undone" : "edit-undone-partly");
    } catch (error) {
      if (error instanceof Failure && error.kind === "notFound") return back("edit-undo-gone");
      throw error;
    }
  });
}
