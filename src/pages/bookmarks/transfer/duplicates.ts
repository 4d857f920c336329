import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import type { Context } from "../../../context/context.ts";
import { type Texts, textsOf } from "../../../library/collections/outline.ts";
import * as bulk from "../../../library/items/bulk.ts";
import * as duplicateGroups from "../../../library/items/duplicate-groups.ts";
import type { Item } from "../../../library/items/item.ts";
import * as lookup from "../../../library/items/lookup.ts";
import * as library from "../../../library/library.ts";
import { EVERYTHING, placeIdOf } from "../../../library/placement.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { emptyState } from "../../design/empty-state.ts";
import { type Values, valuesIn } from "../../design/form-state.ts";
import { pagination } from "../../design/pagination.ts";
import { BOOKMARKS, DUPLICATES, ITEMS } from "../../design/paths.ts";
import { time } from "../../design/time.ts";
import { userText } from "../../design/user-text.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS } from "../../forms/drafts.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import type * as en from "../../texts/en.ts";
import { EDIT_HEAD } from "../head.ts";
import { highlightCount } from "../item-list.ts";
import { sendBookmarkPage } from "../undo-notice.ts";

/** Groups on a page. */
const PAGE_SIZE = 20;

/** Tags of a bookmark that the page shows. */
const MAX_TAGS = 12;

/** The form of the end of a page, the key of a link. */
const KEY = /^[\w-]{43}$/;

/** Serves the page that lists bookmarks with the same link, and moves those to the Trash that are not to be kept. */
export function serveDuplicates(scope: FastifyInstance, context: Context): void {
  const { database, clock } = context;

  scope.get("/duplicates", async (request, reply) => {
    const { id } = getSignedInUser(request);
    const { after = "" } = valuesIn(request.query);
    const range = { after: KEY.test(after) ? after : "", limit: PAGE_SIZE };
    const found = await duplicateGroups.page(database, id, range);
    const texts = await textsOf(database, found.groups.flat().map(placeIdOf));
    return duplicatesPage(request, reply, found, texts);
  });

  scope.post("/duplicates", KEEPS_DRAFTS, async (request, reply) => {
    const { id: accountId } = getSignedInUser(request);
    const choices = choicesIn(valuesIn(request.body));
    const step = await library.change(database, accountId, async (handle) => {
      const ids: number[] = [];
      for (const choice of choices) ids.push(...(await othersOf(handle, accountId, choice)));
      if (ids.length === 0) return undefined;
      const selection = { placeId: EVERYTHING, nested: false, ids, searches: [] };
      return (await bulk.remove(handle, clock, accountId, selection)).step;
    });
    const notice = step === undefined ? "transfer-nothing-moved" : "transfer-duplicates-moved";
    return redirect(reply, { path: DUPLICATES, notice, step });
  });
}

/** The bookmark of a group that is kept, and all that the page showed. */
interface Choice {
  readonly keep: number;
  readonly shown: readonly number[];
}

/** The choices of a form, except those to keep a whole group. */
function choicesIn(values: Values): Choice[] {
  return Array.from({ length: PAGE_SIZE }, (_, index) => index).flatMap((index) => {
    const keep = Number(values[`keep-${index}`] || Number.NaN);
    const shown = (values[`shown-${index}`] ?? "").split(",").map(Number);
    return Number.isSafeInteger(keep) && keep > 0 ? [{ keep, shown }] : [];
  });
}

/** The shown bookmarks that still have the same link as the one to keep, if that is not in the Trash by now. */
async function othersOf(database: Context["database"], accountId: number, { keep, shown }: Choice): Promise<number[]> {
  const kept = await findOwn(database, accountId, keep);
  if (kept === undefined) return [];
  const ids = (await duplicateGroups.copiesOf(database, accountId, kept.link)).map(({ id }) => id);
  return ids.includes(keep) ? ids.filter((id) => id !== keep && shown.includes(id)) : [];
}

async function findOwn(database: Context["database"], accountId: number, id: number): Promise<Item | undefined> {
  try {
    return await lookup.getWritable(database, accountId, id);
  } catch (error) {
    if (error instanceof Failure && (error.kind === "notFound" || error.kind === "forbidden")) return undefined;
    throw error;
  }
}

function duplicatesPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { groups, next }: duplicateGroups.DuplicateGroups,
  collections: ReadonlyMap<number, Texts>,
): FastifyReply {
  return sendBookmarkPage(request, reply, ({ texts }) => {
    const { transfer, form, nextPage } = texts;
    const more = pagination(nextPage, next === undefined ? undefined : `${DUPLICATES}?after=${next}`);
    const none = emptyState({
      title: transfer.noDuplicates,
      text: transfer.noDuplicatesText,
      action: buttonLink(BOOKMARKS, transfer.showBookmarks),
    });
    return {
      title: transfer.duplicatesTitle,
      lead: html`${transfer.duplicatesLead}`,
      head: EDIT_HEAD,
      content:
        groups.length === 0
          ? html`!${none}!${more}`
          : html`<form method="post" action="${DUPLICATES}">
!${csrfField(request, reply)}
!${groups.map((group, index) => groupField(texts, group, index, collections))}
!${actions(button(transfer.moveOthers, "danger"), buttonLink(BOOKMARKS, form.cancel, "secondary"))}
</form>
!${more}`,
    };
  });
}

/** The bookmarks of a group, of which one is kept, or all. */
function groupField(
  texts: en.Texts,
  group: readonly Item[],
  index: number,
  collections: ReadonlyMap<number, Texts>,
): string {
  const { edit, transfer } = texts;
  const [first] = group;
  const placeOf = (item: Item) => collections.get(placeIdOf(item))?.title ?? edit.unsorted;
  return html`<fieldset class="card group">
<legend><span class="visually-hidden">${transfer.keepOf}</span> !${userText(first?.link ?? "")}</legend>
<input type="hidden" name="shown-${index}" value="${group.map(({ id }) => id).join(",")}">
!${group.map(
    (
      item,
      position,
    ) => html`<div class="checkbox"><input id="keep-${item.id}" name="keep-${index}" type="radio" value="${item.id}"!${position === 0 ? " checked" : ""}>
<label for="keep-${item.id}">!${userText(item.title)} <span class="hint">!${userText(placeOf(item))} · !${[time(item.created_at), ...contentOf(texts, item)].join(" · ")}</span></label>
<a class="button secondary small" href="${ITEMS}/${item.id}">${transfer.edit}<span class="visually-hidden"> ${item.title}</span></a></div>
`,
  )}<div class="checkbox"><input id="all-${index}" name="keep-${index}" type="radio" value=""><label for="all-${index}">${transfer.keepAll}</label></div>
</fieldset>`;
}

/** What an item has that others may lack, as markup: tags, highlights, a note, whether it is important. */
function contentOf({ bookmarks, transfer }: en.Texts, item: Item): string[] {
  const names: readonly string[] = JSON.parse(item.tags);
  return [
    ...names.slice(0, MAX_TAGS).map((name) => html`#!${userText(name)}`),
    ...(names.length > MAX_TAGS ? ["…"] : []),
    ...highlightCount(bookmarks.item, item),
    ...(item.note === "" ? [] : [html`${transfer.hasNote}`]),
    ...(item.important === 1 ? [html`${bookmarks.item.important}`] : []),
  ];
}
