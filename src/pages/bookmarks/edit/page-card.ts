import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import { reread } from "../../../library/items/reread.ts";
import type { StoredPage } from "../../../library/links/stored-page.ts";
import { card } from "../../design/card.ts";
import { sendsPageFormTo } from "../../design/page-form.ts";
import { ITEMS } from "../../design/paths.ts";
import { time } from "../../design/time.ts";
import type { View } from "../../design/view.ts";
import { keepsDrafts, keepTyped } from "../../forms/drafts.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import type { Dependencies } from "../dependencies.ts";
import { typedIn } from "./typed-fields.ts";

const READ = "/read";

/** Serves the button that has the page of a bookmark read again, on a server that reads pages. */
export function servePageReading(scope: FastifyInstance, { context }: Dependencies): void {
  if (context.pages === undefined) return;
  const { database, clock } = context;
  scope.post(`/items/:id${READ}`, keepsDrafts(READ, "#page"), async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const item = await reread(database, clock, accountId, id);
    const path = await keepTyped(request, reply, `${ITEMS}/${id}#page`, typedIn(request, item));
    return redirect(reply, { path, notice: "edit-page-asked" });
  });
}

/** When the page of a bookmark was read, and a button to read it again. */
export function pageCard({ texts: { edit } }: View, id: number, { read_at, failure, isWaiting }: StoredPage): string {
  const lastRead = read_at === null ? "" : html`${edit.pageRead} !${time(read_at)}. `;
  const state = isWaiting ? edit.pageWaits : failure === null ? "" : edit.pageFailed;
  return card(
    { id: "page", title: edit.page },
    html`<p>!${lastRead}${state}</p>
<p>${edit.readPageText}</p>
<p><button class="secondary"!${sendsPageFormTo(`${ITEMS}/${id}${READ}`)}>${edit.readPage}</button></p>`,
  );
}
