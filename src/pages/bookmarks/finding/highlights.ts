import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure, type Problem } from "#contract/failure";
import { sendDownload } from "#contract/response/download";
import type { Context } from "../../../context/context.ts";
import { VIEWER } from "../../../library/access.ts";
import type { Choice } from "../../../library/collections/choices.ts";
import * as exports from "../../../library/export/highlights.ts";
import { COLORS } from "../../../library/items/highlight.ts";
import * as highlights from "../../../library/items/highlights.ts";
import { readableAmong } from "../../../library/items/page-text.ts";
import { EVERYTHING, UNSORTED } from "../../../library/placement.ts";
import { type Values, valuesIn } from "../../design/form-state.ts";
import { showFailure } from "../../forms/form-submission.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { readChoices, resolveName, typedName } from "../choices.ts";
import { placeIn } from "../place.ts";
import { highlightsPage, MAX_TEXT } from "./highlights-page.ts";

/** Highlights on a page. */
const PAGE_SIZE = 50;

/** The content types of the formats. */
const TYPES = {
  md: "text/markdown; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  txt: "text/plain; charset=utf-8",
} as const satisfies Readonly<Record<exports.HighlightFormat, string>>;

const POSITION = /^(\d{1,15})\.(\d{1,15})\.([0-9a-f]{24})$/;

/** Serves the page that lists highlights, and the file with them. */
export function serveHighlights(scope: FastifyInstance, context: Context): void {
  const { database } = context;
  const userId = (request: FastifyRequest) => getSignedInUser(request).id;
  const resolve = (request: FastifyRequest) =>
    resolveName(context, userId(request), { level: VIEWER }, valuesIn(request.query), "collection");

  scope.get("/highlights", async (request, reply) => {
    const sent = valuesIn(request.query);
    let values: Values;
    try {
      values = await resolve(request);
    } catch (error) {
      return showFailure(reply, error, (failure) => showList(request, reply, sent, failure.details[0] ?? failure));
    }
    return showList(request, reply, values);
  });

  scope.get("/highlights/export", async (request, reply) => {
    const values = await resolve(request);
    const format = exports.HIGHLIGHT_FORMATS.find((known) => known === values.format);
    if (format === undefined) throw notFound();
    const wanted = { ...wantedIn(values), format };
    const text = await exports.start(database, userId(request), placeOf(values), wanted);
    return sendDownload(request, reply, { name: `highlights.${format}`, type: TYPES[format], content: { text } });
  });

  /** `problem`: why the collection was not accepted. */
  async function showList(
    request: FastifyRequest,
    reply: FastifyReply,
    values: Values,
    problem?: Problem,
  ): Promise<FastifyReply> {
    const accountId = userId(request);
    const { collection = String(EVERYTHING) } = values;
    const choice: Choice = { level: VIEWER, selected: collection };
    const range = { after: positionIn(values), limit: PAGE_SIZE };
    const found =
      problem === undefined
        ? await highlights.find(database, accountId, placeOf(values), wantedIn(values), range)
        : { highlights: [], next: undefined };
    return highlightsPage(request, reply, {
      ...found,
      ...wantedIn(values),
      collection,
      problem,
      readable: await readableAmong(
        database,
        found.highlights.map(({ item }) => item.id),
      ),
      choices: await readChoices(context, accountId, choice, typedName(valuesIn(request.query), "collection")),
      isFirst: range.after === undefined,
    });
  }
}

function wantedIn({ text = "", color }: Values): highlights.Wanted {
  return { text: text.trim().slice(0, MAX_TEXT), color: COLORS.find((known) => known === color) };
}

/** The place that a query chooses, with the collections in it. Throws `notFound` for a place that the page does not offer. */
function placeOf({ collection = String(EVERYTHING) }: Values) {
  const placeId = placeIn(collection, [EVERYTHING, UNSORTED]);
  if (placeId === undefined) throw notFound();
  return { placeId, nested: true };
}

function notFound(): Failure {
  return new Failure("notFound", "This page does not exist.", { reason: "page-not-found" });
}

function positionIn({ after = "" }: Values): highlights.Position | undefined {
  const [, created, item, id] = POSITION.exec(after) ?? [];
  return id === undefined ? undefined : { created_at: Number(created), item_id: Number(item), id };
}
