import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import type { Context } from "../../context.ts";
import * as undo from "../../undo/revert.ts";
import { rejectForm } from "../account/drafts.ts";
import { sendPage } from "../account/layout.ts";
import { type NoticeName, redirect } from "../account/notices.ts";
import { getSignedInUser } from "../account/session.ts";
import type { Page } from "../design/document.ts";
import { valuesIn } from "../design/form-state.ts";
import { idIn } from "../design/form-values.ts";
import { signedIn, type View } from "../design/view.ts";
import { toLocalPath } from "../local-path.ts";
import { BOOKMARKS, UNDO } from "../paths.ts";

/** Sends a page of bookmarks like `sendPage`. The notice has a button that reverts the undo step of the previous action. */
export function sendBookmarkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  toPage: (view: View) => Page,
): FastifyReply {
  return sendPage(request, reply, toPage, undoNotice);
}

/** The button that reverts a step, as a form. It returns to the current page. */
export function undoNotice(view: View, step: number): string {
  return html`<form method="post" action="${UNDO}">
!${signedIn(view)?.csrfField() ?? ""}
<input type="hidden" name="back" value="${view.url}">
<button class="secondary small" name="step" value="${step}">${view.texts.edit.undo}</button>
</form>`;
}

/** Serves the target of the button: reverts the step, and returns to the page with the button. */
export function serveUndo(scope: FastifyInstance, { database, clock, config }: Context): void {
  scope.post("/undo", async (request, reply) => {
    const { step = "", back: path = "" } = valuesIn(request.body);
    const page = toLocalPath(path) ?? BOOKMARKS;
    const back = (notice: NoticeName) => redirect(reply, { path: page, notice });
    const quota = { maxBytes: config.accountQuota };
    try {
      const { id } = getSignedInUser(request);
      const reverted = await undo.revert(database, clock, id, idIn(step) ?? 0, quota);
      const isComplete = reverted.skippedItems === 0 && reverted.skippedCollections === 0;
      return back(isComplete ? "edit-undone" : "edit-undone-partly");
    } catch (error) {
      if (error instanceof Failure && error.kind === "notFound") return back("edit-undo-gone");
      return rejectForm(request, reply, error, page);
    }
  });
}
