import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import * as undo from "../../undo/revert.ts";
import { sendPage } from "../account/layout.ts";
import { getSignedInUser } from "../account/session.ts";
import type { Page } from "../design/document.ts";
import { valuesIn } from "../design/form-state.ts";
import { idIn } from "../design/form-values.ts";
import { signedIn, type View } from "../design/view.ts";
import { toLocalPath } from "../local-path.ts";
import { BOOKMARKS, UNDO } from "../paths.ts";

/**
 * Sends a page of bookmarks like `sendPage`. If the query names the undo step of the previous action, as `withNotice`
 * does, the notice has a button that reverts it.
 */
export function sendBookmarkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  toPage: (view: View) => Page,
): FastifyReply {
  const step = idIn(valuesIn(request.query).undo);
  return sendPage(request, reply, toPage, (view) => (step === undefined ? "" : undoNotice(view, step)));
}

/**
 * A path that shows a notice, and a button that reverts `step`. Replaces the notice and the step that the path has.
 */
export function withNotice(path: string, notice: string, step?: number): string {
  const url = new URL(path, "http://localhost");
  url.searchParams.set("notice", notice);
  url.searchParams.delete("undo");
  if (step !== undefined) url.searchParams.set("undo", String(step));
  return url.pathname + url.search + url.hash;
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
    const { step = "", back = "" } = valuesIn(request.body);
    const target = toLocalPath(back) ?? BOOKMARKS;
    const quota = { maxBytes: config.accountQuota };
    try {
      const { id } = getSignedInUser(request);
      const reverted = await undo.revert(database, clock, id, idIn(step) ?? 0, quota);
      const isComplete = reverted.skippedItems === 0 && reverted.skippedCollections === 0;
      return reply.redirect(withNotice(target, isComplete ? "edit-undone" : "edit-undone-partly"), 303);
    } catch (error) {
      if (!(error instanceof Failure && error.kind === "notFound")) throw error;
      return reply.redirect(withNotice(target, "edit-undo-gone"), 303);
    }
  });
}
