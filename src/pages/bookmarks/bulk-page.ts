import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import { checkerOf } from "#contract/request/validation";
import { MEMBER } from "../../library/access.ts";
import * as listing from "../../library/items/listing.ts";
import * as library from "../../library/library.ts";
import { TRASH, UNSORTED } from "../../library/placement.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { alert } from "../design/notice.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import type { Fields } from "../forms/draft.ts";
import { KEEPS_DRAFTS, keepTyped } from "../forms/drafts.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import { boundOf, changeBookmarks, noticeOf } from "./bulk-change.ts";
import { assertComplete, type BulkForm, bulkFormOf, markedIn } from "./bulk-form.ts";
import { resolveName, typedName } from "./choices.ts";
import type { Dependencies } from "./dependencies.ts";
import { LIST_HEAD } from "./head.ts";
import type { TypedForm } from "./list-form.ts";
import { sendList, typedFormOf } from "./list-page.ts";
import { addressOf, bulkAddressOf, type ListQuery, listQueryOf, orderOf } from "./list-query.ts";
import { bulkPlaceParameter, type Place, placeIn, readPlace, titleOf } from "./place.ts";
import { sendBookmarkPage } from "./undo-notice.ts";

/** Serves the form of a list, which changes several bookmarks at once. Without scripts it works too. */
export function serveBulk(scope: FastifyInstance, dependencies: Dependencies): void {
  const checkChange = checkerOf(dependencies.collections, "ItemsChange");

  scope.get("/:id/bulk", async (request, reply) => {
    const typed = typedFormOf(request);
    const query = listQueryOf(request.query);
    if (typed !== undefined) return showTyped(request, reply, dependencies, query, typed);
    return reply.redirect(addressOf(bulkPlaceParameter(request), query), 303);
  });

  scope.post("/:id/bulk", KEEPS_DRAFTS, async (request, reply) => {
    const query = listQueryOf(request.query);
    const { id: userId } = getSignedInUser(request);
    const place = await readPlace(dependencies.context, userId, bulkPlaceParameter(request));
    const form = await withTarget(dependencies, userId, place, bulkFormOf(request.body));
    assertComplete(form);
    checkChange({ tags: form.tags });
    if (form.ids === undefined && form.confirmedVersion === undefined) {
      return confirmationPage(request, reply, dependencies, { place, query, form });
    }
    const outcome = await changeBookmarks(dependencies.context, userId, place, query, form);
    const path = await keepTyped(request, reply, addressOf(place.id, query), unusedIn(form, markedIn(request.body)));
    return redirect(reply, {
      path,
      notice: noticeOf(form, place, outcome),
      step: outcome.step,
      count: outcome.modified,
    });
  });
}

/** Shows why a form was not accepted: in the list, or where the confirmation of a change must be confirmed again. */
async function showTyped(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: Dependencies,
  query: ListQuery,
  typed: TypedForm,
): Promise<FastifyReply> {
  const placeId = bulkPlaceParameter(request);
  if (typed.problem?.kind === "changed") {
    const place = await readPlace(dependencies.context, getSignedInUser(request).id, placeId);
    const change = { place, query, form: bulkFormOf(typed.values) };
    return confirmationPage(request, reply, dependencies, change, { hasChanged: true });
  }
  return sendList(request, reply, dependencies, placeId, query, typed);
}

/** The form with the collection whose name was typed. */
async function withTarget(
  { context }: Dependencies,
  userId: number,
  { ownerId }: Place,
  form: BulkForm,
): Promise<BulkForm> {
  if (form.action !== "move" || form.isOfRow || typedName(form.values, "to") === "") return form;
  const values = await resolveName(context, userId, { level: MEMBER, ownerId }, form.values, "to");
  return { ...form, values: { ...values, to_name: "" }, to: placeIn(values.to, [UNSORTED]) };
}

/** What was typed for another action than that of the button; for that of a single bookmark also what is marked. */
function unusedIn({ action, isOfRow, values }: BulkForm, marked: readonly number[]): Fields {
  const { tags = "", to = "", to_name = "" } = values;
  if (isOfRow) return { ids: marked.map(String), tags, to_name, ...(to_name !== "" && { to }) };
  const target = action === "move" || to_name === "" ? {} : { to, to_name };
  return { ...(action === "tag" || action === "untag" ? {} : { tags }), ...target };
}

function tooMany(): Failure {
  const advice = "Narrow the list down with a search. Nothing was changed.";
  return new Failure("unprocessable", `At most 10,000 bookmarks can be changed at once like this. ${advice}`, {
    reason: "too-many-bookmarks",
  });
}

/** What a request wants to change. */
interface Change {
  readonly place: Place;
  readonly query: ListQuery;
  readonly form: BulkForm;
}

/** Asks whether all bookmarks that match are meant, and says how many these are. */
async function confirmationPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { context }: Dependencies,
  { place, query, form }: Change,
  { hasChanged }: { readonly hasChanged: boolean } = { hasChanged: false },
): Promise<FastifyReply> {
  const { database } = context;
  const { id: userId } = getSignedInUser(request);
  // Read first, so that it is never newer than the number.
  const version = await library.versionOf(database, place.ownerId);
  const search = { order: orderOf(query), page: 0, limit: 1, text: query.search };
  const { count } = await listing.list(database, userId, { placeId: place.id, nested: query.nested }, search);
  if (count > boundOf(form, query)) throw tooMany();
  if (count === 0) return redirect(reply, { path: addressOf(place.id, query), notice: "bookmarks-unchanged" });
  const target = typeof form.to === "number" ? await readPlace(context, userId, form.to) : undefined;
  return sendBookmarkPage(request, reply, ({ texts }) => {
    const { bulk } = texts.bookmarks;
    const { action, values } = form;
    const kept = { action, scope: "all", to: values.to ?? "", tags: values.tags ?? "", version: String(version) };
    const details = [
      [bulk.inList, userText(titleOf(place, texts))],
      ...(query.search === "" ? [] : [[bulk.matching, userText(query.search)]]),
      ...(action === "move" && target !== undefined ? [[bulk.moveTo, userText(titleOf(target, texts))]] : []),
      ...(action === "move" && form.to === "origin" ? [[bulk.restoreTo, userText(bulk.origin)]] : []),
      ...(action === "tag" || action === "untag" ? [[bulk.tags, userText(form.tags.join(", "))]] : []),
    ];
    return {
      title: bulk.confirmTitles[place.id === TRASH && action === "trash" ? "delete" : action](count),
      head: LIST_HEAD,
      content: html`<form class="card narrow" method="post" action="${bulkAddressOf(place.id, query)}">
!${hasChanged ? alert(html`${bulk.hasChanged}`) : ""}
!${csrfField(request, reply)}
!${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<dl class="facts">!${details.map(([label = "", value = ""]) => html`<dt>${label}</dt><dd>!${value}</dd>`)}</dl>
!${actions(button(bulk.confirm(count), action === "trash" ? "danger" : "primary"), buttonLink(addressOf(place.id, query), texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}
