import type { FastifyInstance } from "fastify";
import { Failure } from "#contract/failure";
import { checkerOf } from "#contract/request/validation";
import { MEMBER } from "../../library/access.ts";
import { colorOf } from "../../library/items/highlight.ts";
import * as items from "../../library/items/items.ts";
import * as lookup from "../../library/items/lookup.ts";
import * as pageText from "../../library/items/page-text.ts";
import { withLineFeeds } from "../design/form-values.ts";
import { ITEMS } from "../design/paths.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, takeDraft } from "../forms/drafts.ts";
import { submitForm } from "../forms/form-submission.ts";
import { idParameter } from "../forms/id-parameter.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Dependencies } from "./dependencies.ts";
import { appearanceOf } from "./reader-appearance.ts";
import { readerPage } from "./reader-page.ts";
import { sendBookmarkPage } from "./undo-notice.ts";

/** Serves the reader: the readable text of the page that a bookmark links to, in which highlights are made. */
export function serveReader(scope: FastifyInstance, { context, collections }: Dependencies): void {
  const { database, clock, config } = context;
  const checkChange = checkerOf(collections, "ItemChange");

  scope.get("/items/:id/reader", async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const { item, level } = await lookup.getVisible(database, accountId, id);
    const text = await pageText.find(database, id);
    const appearance = appearanceOf(request, reply, config.baseUrl.startsWith("https:"));
    const failure = takeDraft(request)?.failure;
    const csrf = level >= MEMBER ? csrfField(request, reply) : undefined;
    return sendBookmarkPage(request, reply, (view) => readerPage(view, { item, text, appearance, csrf, failure }));
  });

  scope.post("/items/:id/reader", KEEPS_DRAFTS, async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    return submitForm(request, reply, async ({ text = "", position = "", color = "" }) => {
      const highlight = {
        text: withLineFeeds(text) ?? "",
        color: colorOf(color),
        ...(/^\d{1,9}$/.test(position) && { position: Number(position) }),
      };
      if (highlight.text.trim() === "")
        throw new Failure("unprocessable", "A highlight needs a text.", { reason: "highlight-without-text" });
      checkChange({ highlights: [highlight] });
      await items.update(
        database,
        clock,
        accountId,
        id,
        { highlights: [highlight] },
        { maxBytes: config.accountQuota },
      );
      return { path: `${ITEMS}/${id}/reader`, notice: "edit-highlight-saved" };
    });
  });
}
