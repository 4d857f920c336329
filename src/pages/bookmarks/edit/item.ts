import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import { checkerOf } from "#contract/request/validation";
import { MEMBER } from "../../../library/access.ts";
import type { Choice } from "../../../library/collections/choices.ts";
import type { Highlight } from "../../../library/items/highlight.ts";
import type { Item } from "../../../library/items/item.ts";
import * as items from "../../../library/items/items.ts";
import * as lookup from "../../../library/items/lookup.ts";
import * as pageText from "../../../library/items/page-text.ts";
import * as library from "../../../library/library.ts";
import * as storedPage from "../../../library/links/stored-page.ts";
import { placeIdOf, TRASH } from "../../../library/placement.ts";
import { NO_ERRORS, toFormErrors, type Values, valuesIn } from "../../design/form-state.ts";
import { withLineFeeds } from "../../design/form-values.ts";
import { BOOKMARKS, ITEMS } from "../../design/paths.ts";
import type { Draft } from "../../forms/draft.ts";
import { KEEPS_DRAFTS, keepsDrafts, keepTyped, takeDraft, typedValues } from "../../forms/drafts.ts";
import { assertAll, submitForm } from "../../forms/form-submission.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { resolveName } from "../choices.ts";
import type { Dependencies } from "../dependencies.ts";
import { checkFields } from "./check-fields.ts";
import { highlightIn } from "./highlights.ts";
import { isStored, overwritesNothing, toChange } from "./item-change.ts";
import { fieldsIn, reminderIn, valuesOf, versionOf } from "./item-fields.ts";
import { itemConstraints, readItemChoices } from "./item-form.ts";
import { type ItemPageContent, sendItemPage } from "./item-page.ts";
import { NEW, typedIn, typedInHighlights, typedInItem } from "./typed-fields.ts";
import { writeIfUnchanged } from "./unchanged.ts";

/** The ends of the paths of forms on the page. */
const HIGHLIGHTS = "/highlights";
export const COVER = "/cover";

/** Sends the page of the bookmark that the path names, to people who may change it. */
async function showItem(
  { context, collections }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id: accountId } = getSignedInUser(request);
  const item = await lookup.getWritable(context.database, accountId, idParameter(request));
  const typed = typedValues(request);
  const { form, highlights } = formsIn(typed, takeDraft(request) ?? takeDraft(request, HIGHLIGHTS), item);
  const values = { collection: String(placeIdOf(item)), ...form.values };
  const choices = await readItemChoices(context, accountId, values, { ownerId: item.account_id });
  const { baseUrl } = context.config;
  return sendItemPage(request, reply, {
    item,
    choices,
    baseUrl,
    constraints: itemConstraints(collections),
    form,
    highlights,
    coverError: takeDraft(request, COVER)?.failure,
    canCopy: context.pages !== undefined && context.config.keepCopies !== "off",
    linkedPage:
      context.pages === undefined || item.file_id !== null
        ? undefined
        : await storedPage.find(context.database, item.id),
    beginning: await pageText.findBeginning(context.database, item.id),
  });
}

/** Serves the page on which a bookmark is changed: its fields, its highlights, and moving it to the Trash. */
export function serveItem(scope: FastifyInstance, dependencies: Dependencies): void {
  const { context, collections } = dependencies;
  const { database, clock, config } = context;
  const maxBytes = config.accountQuota;
  const checkChange = checkerOf(collections, "ItemChange");

  scope.get("/items/:id", async (request, reply) => showItem(dependencies, request, reply));

  scope.post("/items/:id", KEEPS_DRAFTS, async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    return submitForm(request, reply, async (sent) => {
      const before = await lookup.getWritable(database, accountId, id);
      const choice: Choice = { level: MEMBER, ownerId: before.account_id };
      const values = await resolveName(context, accountId, choice, sent, "collection");
      await assertAll(
        () => checkFields(() => checkChange(fieldsIn(values))),
        () => void reminderIn(values.reminder, before.reminder_at),
      );
      const change = toChange(values, before);
      const keep = () => keepTyped(request, reply, `${ITEMS}/${id}`, typedInHighlights(values, before));
      if (isStored(change, before)) return { path: await keep(), notice: "unchanged" };
      await writeIfUnchanged(
        context,
        {
          ownerId: before.account_id,
          isUnchanged: async () =>
            overwritesNothing(change, await lookup.getWritable(database, accountId, id), values.version),
        },
        (ifVersion) => items.update(database, clock, accountId, id, change, { ifVersion, maxBytes }),
      );
      return { path: await keep(), notice: "edit-saved" };
    });
  });

  scope.post("/items/:id/highlights", keepsDrafts(HIGHLIGHTS, "#highlights"), async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    return submitForm(request, reply, async (values) => {
      const change = highlightIn(values);
      const before = await lookup.getWritable(database, accountId, id);
      const typed = { ...typedInItem(values, before), ...typedInHighlights(values, before, change.id ?? NEW) };
      const isSame = assertHighlight(before, change);
      const keep = () => keepTyped(request, reply, `${ITEMS}/${id}#highlights`, typed);
      if (isSame) return { path: await keep(), notice: "unchanged" };
      checkFields(() => checkChange({ highlights: [change] }));
      await items.update(database, clock, accountId, id, { highlights: [change] }, { maxBytes });
      const notice = change.text === "" ? "edit-highlight-removed" : "edit-highlight-saved";
      return { path: await keep(), notice };
    });
  });

  scope.post("/items/:id/trash", keepsDrafts("/trash", "#trash"), async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const item = await lookup.getWritable(database, accountId, id);
    const placeId = placeIdOf(item);
    const list = `${BOOKMARKS}/${placeId}`;
    const { from } = valuesIn(request.body);
    // A second click must not delete for good what the first one moved to the Trash.
    if (placeId === TRASH && from !== String(TRASH)) return redirect(reply, { path: list, notice: "edit-trashed" });
    const notice = placeId === TRASH ? "edit-deleted" : "edit-trashed";
    if (item.account_id !== accountId) {
      await items.remove(database, clock, accountId, id);
      return redirect(reply, { path: list, notice });
    }
    const step = await library.change(database, accountId, async (handle) => {
      const isInTrash = placeIdOf(await lookup.getWritable(handle, accountId, id)) === TRASH;
      if (isInTrash !== (placeId === TRASH)) return undefined;
      return (await items.remove(handle, clock, accountId, id)).step;
    });
    // Its place and version have just changed; what else was typed is kept on its page.
    const { collection: _collection, version: _version, ...typed } = typedIn(request, item);
    if (placeId === TRASH || Object.keys(typed).length === 0) return redirect(reply, { path: list, notice, step });
    return redirect(reply, { path: await keepTyped(request, reply, `${ITEMS}/${id}`, typed), notice, step });
  });
}

/** The fields of the page as they were sent, with what is wrong with them; those that were not sent as stored. */
function formsIn(values: Values, draft: Draft | undefined, item: Item): Pick<ItemPageContent, "form" | "highlights"> {
  const failure = draft?.failure;
  const isOfHighlight = draft?.part === HIGHLIGHTS;
  return {
    form: {
      values: shownValues(values, failure, item),
      errors: failure === undefined || isOfHighlight ? NO_ERRORS : toFormErrors(failure),
    },
    highlights: { values, failure: isOfHighlight ? failure : undefined },
  };
}

/** What was typed, or else what is stored. A change of the bookmark itself, such as an undo, leaves the version out. */
function shownValues(typed: Values, failure: Failure | undefined, item: Item): Values {
  if (typed.link === undefined) return valuesOf(item);
  return failure === undefined ? { version: versionOf(item), ...typed } : typed;
}

/**
 * Throws `unprocessable` for a new highlight without a text, and `changed` for one that is not there any more. Returns
 * whether the stored one already has these values.
 */
function assertHighlight({ highlights }: Item, { id, text, note, color }: ReturnType<typeof highlightIn>): boolean {
  if (id === undefined) {
    if ((text ?? "").trim() === "")
      throw new Failure("unprocessable", "A highlight needs a text.", { reason: "highlight-without-text" });
    return false;
  }
  const stored: Highlight[] = JSON.parse(highlights);
  const found = stored.find((highlight) => highlight.id === id);
  if (found === undefined)
    throw new Failure("changed", "This highlight was removed elsewhere in the meantime.", {
      reason: "highlight-removed",
    });
  return text === undefined && note === withLineFeeds(found.note) && (color ?? found.color) === found.color;
}
