import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure, type Problem } from "#contract/failure";
import { sendDownload } from "#contract/response/download";
import type { Context } from "../../../context/context.ts";
import { VIEWER } from "../../../library/access.ts";
import type { Choice } from "../../../library/collections/choices.ts";
import * as exports from "../../../library/export/exports.ts";
import { EVERYTHING, UNSORTED } from "../../../library/placement.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import type { Options } from "../../design/field.ts";
import { type Values, valuesIn } from "../../design/form-state.ts";
import { alert } from "../../design/notice.ts";
import { PAGE_FORM, SEARCH_FORM } from "../../design/page-form.ts";
import { BOOKMARKS, DOWNLOAD_BOOKMARKS } from "../../design/paths.ts";
import type { View } from "../../design/view.ts";
import { showFailure } from "../../forms/form-submission.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { type ChoiceList, nameField, readChoices, resolveName, typedName } from "../choices.ts";
import { toOptions } from "../collection-options.ts";
import { EDIT_HEAD } from "../head.ts";
import { type ListOrder, ORDERS } from "../list-query.ts";
import { placeIn } from "../place.ts";
import { sendBookmarkPage } from "../undo-notice.ts";

/** The content types of the formats, in the order in which the page offers them. */
const TYPES = {
  html: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  zip: "application/zip",
} as const;

type Format = keyof typeof TYPES;

const FORMATS = ["html", "csv", "txt", "zip"] as const satisfies readonly Format[];

/** The orders that the page offers: without a search, there is no best match. */
const SORTS = ORDERS.filter((order) => order !== "score");

/** The order that is chosen unless the query has another one: that in which an import puts the bookmarks. */
const USUAL_SORT: ListOrder = "sort";

/** Serves the page on which people choose what to export, and the file. */
export function serveExport(scope: FastifyInstance, context: Context): void {
  const { database, clock } = context;

  scope.get("/export", async (request, reply) => {
    return showPage(request, reply, valuesIn(request.query));
  });

  scope.get("/export/download", async (request, reply) => {
    const { id: accountId } = getSignedInUser(request);
    const sent = valuesIn(request.query);
    let values: Values;
    try {
      values = await resolveName(context, accountId, { level: VIEWER }, sent, "collection");
    } catch (error) {
      return showFailure(reply, error, (failure) => showPage(request, reply, sent, failure.details[0] ?? failure));
    }
    const { placeId, nested, format, order } = choiceIn(values);
    const place = { placeId, nested };
    const name = `bookmarks.${format}`;
    const options = { order, search: "" };
    if (format === "zip") {
      const bytes = await exports.startArchive(database, clock, accountId, place, options);
      return sendDownload(request, reply, { name, type: TYPES[format], content: { bytes } });
    }
    const text = await exports.start(database, accountId, place, { format, ...options });
    return sendDownload(request, reply, { name, type: TYPES[format], content: { text } });
  });

  async function showPage(
    request: FastifyRequest,
    reply: FastifyReply,
    values: Values,
    error?: Problem,
  ): Promise<FastifyReply> {
    const { collection = String(EVERYTHING) } = values;
    const choice: Choice = { level: VIEWER, selected: collection };
    const readable = await readChoices(context, getSignedInUser(request).id, choice, typedName(values, "collection"));
    return exportPage(request, reply, { collection, readable, error });
  }
}

/** What a query chooses. Throws `notFound` for a place, a format or an order that the page does not offer. */
function choiceIn({ collection = "", format: wanted, sort = USUAL_SORT, nested }: Values) {
  const format = FORMATS.find((known) => known === wanted);
  const order = SORTS.find((known) => known === sort);
  const placeId = placeIn(collection, [EVERYTHING, UNSORTED]);
  if (format === undefined || order === undefined || placeId === undefined)
    throw new Failure("notFound", "This page does not exist.", { reason: "page-not-found" });
  return { placeId, nested: nested === "1", format, order };
}

function placesOf({ texts: { edit, transfer } }: View, collections: Options): Options {
  return [[String(EVERYTHING), transfer.everything], [String(UNSORTED), edit.unsorted], ...collections];
}

/** The choice of the collection to export. */
interface Chosen {
  readonly collection: string;
  readonly readable: ChoiceList;
  /** Why the collection was not accepted, as the end of a sentence. */
  readonly error: Problem | undefined;
}

function exportPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { collection, readable, error }: Chosen,
): FastifyReply {
  return sendBookmarkPage(request, reply, (view) => {
    const { transfer, edit, form, bookmarks } = view.texts;
    return {
      title: transfer.exportTitle,
      lead: html`${transfer.exportLead}`,
      head: EDIT_HEAD,
      form: SEARCH_FORM,
      content: html`<form class="card edit" id="${PAGE_FORM}" method="get" action="${DOWNLOAD_BOOKMARKS}">
!${error === undefined ? "" : alert(html`${edit.fields.collection} ${view.texts.translate(error)}.`)}
<div class="field"><label for="collection">${edit.fields.collection}</label>
<select id="collection" name="collection">
!${placesOf(view, toOptions(readable)).map((place) => option(place, collection))}
</select></div>
!${nameField(view.texts, "collection", readable)}
<div class="checkbox"><input id="nested" name="nested" type="checkbox" value="1" checked><label for="nested">${transfer.nested}</label></div>
<div class="field"><label for="sort">${bookmarks.search.sort}</label>
<select id="sort" name="sort">
!${SORTS.map((order) => option([order, bookmarks.sorts[order]], USUAL_SORT))}
</select></div>
<fieldset class="choices"><legend>${transfer.format}</legend>
!${FORMATS.map(
        (format, index) =>
          html`<div class="checkbox"><input id="format-${format}" name="format" type="radio" value="${format}"!${index === 0 ? " checked" : ""}><label for="format-${format}">${transfer.formats[format]}</label></div>`,
      )}
</fieldset>
!${actions(button(transfer.download), buttonLink(BOOKMARKS, form.cancel, "secondary"))}
</form>`,
    };
  });
}

function option([value, text]: Options[number], selected: string): string {
  return html`<option value="${value}"!${value === selected ? " selected" : ""}>${text}</option>`;
}
