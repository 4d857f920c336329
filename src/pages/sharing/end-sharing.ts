import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import * as access from "../../library/access.ts";
import * as sharing from "../../library/sharing/sharing.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { SHARED, sharingOf } from "../design/paths.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS } from "../forms/drafts.ts";
import { idParameter } from "../forms/id-parameter.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Dependencies } from "./dependencies.ts";

/** Serves the page that asks before the owner stops sharing a collection, or a collaborator leaves it. */
export function serveEndSharing(scope: FastifyInstance, { context: { database } }: Dependencies): void {
  scope.get("/collections/:id/sharing/end", async (request, reply) => {
    const id = idParameter(request);
    const { title, level } = await access.getShared(database, getSignedInUser(request).id, id);
    return sendPage(request, reply, ({ texts: { sharing: texts, form } }) => {
      const { stop, stopText, leave, leaveText } = texts.end;
      const [heading, text] = level === access.OWNER ? [stop, stopText] : [leave, leaveText];
      return {
        title: heading,
        content: html`<form class="card narrow" method="post" action="${sharingOf(id)}/end">
!${csrfField(request, reply)}
<p><strong>!${userText(title || texts.untitled)}</strong></p>
<p>${text}</p>
!${actions(button(heading, "danger"), buttonLink(sharingOf(id), form.cancel, "secondary"))}
</form>`,
      };
    });
  });

  scope.post("/collections/:id/sharing/end", KEEPS_DRAFTS, async (request, reply) => {
    const [id, accountId] = [idParameter(request), getSignedInUser(request).id];
    const { level } = await access.getShared(database, accountId, id);
    await sharing.end(database, accountId, id);
    const isOwner = level === access.OWNER;
    return redirect(
      reply,
      isOwner ? { path: sharingOf(id), notice: "sharing-stopped" } : { path: SHARED, notice: "sharing-left" },
    );
  });
}
