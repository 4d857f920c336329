import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { changed } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import * as bulk from "../../library/items/bulk.ts";
import * as library from "../../library/library.ts";
import { countItems, TRASH } from "../../library/placement.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { valuesIn } from "../design/form-state.ts";
import { alert } from "../design/notice.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, takeDraft } from "../forms/drafts.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import { LIST_HEAD } from "./head.ts";
import { pathOf } from "./list-query.ts";
import { sendBookmarkPage } from "./undo-notice.ts";

/** The page that asks before it empties the Trash. */
export const EMPTY_TRASH = `${pathOf(TRASH)}/empty`;

/** Serves the page that empties the Trash, after it has said how many bookmarks that deletes. */
export function serveEmptyTrash(scope: FastifyInstance, context: Context): void {
  const { database, clock } = context;

  scope.get(`/${TRASH}/empty`, async (request, reply) => confirmationPage(request, reply, context));

  scope.post(`/${TRASH}/empty`, KEEPS_DRAFTS, async (request, reply) => {
    const { id } = getSignedInUser(request);
    const { version } = valuesIn(request.body);
    const { step } = await library.change(database, id, async (transaction) => {
      // The enclosing change has already raised the version by one.
      if (String((await library.versionOf(transaction, id)) - 1) !== version) throw changed();
      return bulk.emptyTrash(transaction, clock, id);
    });
    return redirect(reply, { path: pathOf(TRASH), notice: "bookmarks-trash-empty", step });
  });
}

async function confirmationPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { database }: Context,
): Promise<FastifyReply> {
  const { id } = getSignedInUser(request);
  const failure = takeDraft(request)?.failure;
  // Read first, so that it is never newer than the number.
  const version = await library.versionOf(database, id);
  const count = (await countItems(database, id)).get(TRASH)?.count ?? 0;
  return sendBookmarkPage(request, reply, ({ texts }) => {
    const { bulk: words } = texts.bookmarks;
    return {
      title: words.emptyTrash,
      head: LIST_HEAD,
      content: html`<form class="card narrow" method="post" action="${EMPTY_TRASH}">
!${failure === undefined ? "" : alert(html`${failure.kind === "changed" ? words.hasChanged : texts.translate(failure)}`)}
!${csrfField(request, reply)}
<input type="hidden" name="version" value="${version}">
<p>${words.emptyTrashText(count)}</p>
!${actions(button(words.confirmEmpty(count), "danger"), buttonLink(pathOf(TRASH), texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}
