import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import type { Context } from "../../../context/context.ts";
import * as access from "../../../library/access.ts";
import { EVERYTHING, TRASH, UNSORTED } from "../../../library/placement.ts";
import * as savedSearches from "../../../library/saved-searches.ts";
import * as searches from "../../../library/search/search.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { emptyState } from "../../design/empty-state.ts";
import { input } from "../../design/field.ts";
import { errorSummary, type FormState, valuesIn } from "../../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../../design/page-form.ts";
import { BOOKMARKS, SAVED_SEARCHES } from "../../design/paths.ts";
import { type Column, table } from "../../design/table.ts";
import { userText } from "../../design/user-text.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS, keepsDrafts, shownForm } from "../../forms/drafts.ts";
import { submitForm } from "../../forms/form-submission.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import type { Texts } from "../../texts/en.ts";
import { EDIT_HEAD } from "../head.ts";
import { addressOf, type ListQuery, listQueryOf } from "../list-query.ts";
import { type Place, placeIn, readPlace, titleOf } from "../place.ts";
import { MAX_SEARCH } from "../read-list.ts";
import { listOf, newSearchAddress } from "../saved-search-links.ts";
import { readOutline, withTexts } from "../tree.ts";
import { sendBookmarkPage } from "../undo-notice.ts";

type Saved = savedSearches.SavedSearch;

const CONSTRAINTS = { name: { required: true, maxLength: savedSearches.MAX_NAME } } as const;

/** Serves the pages that save searches under a name, list them, rename and delete them. */
export function serveSavedSearches(scope: FastifyInstance, context: Context): void {
  const { database, clock } = context;
  const userId = (request: FastifyRequest) => getSignedInUser(request).id;

  scope.get("/searches", async (request, reply) => listPage(request, reply, context));

  scope.get("/searches/new", async (request, reply) => {
    const list = await readNew(request, context);
    const place = await findPlace(request, context, list);
    const [address, cancel] = [newSearchAddress(list.placeId, list), addressOf(list.placeId, list)];
    return formPage(request, reply, { address, cancel, name: list.search, search: list.search, place });
  });

  scope.post("/searches/new", KEEPS_DRAFTS, async (request, reply) => {
    const list = await readNew(request, context);
    return submitForm(request, reply, async ({ name = "" }) => {
      await savedSearches.create(database, clock, userId(request), name, list);
      return { path: addressOf(list.placeId, list), notice: "search-saved" };
    });
  });

  scope.get("/searches/:id", async (request, reply) => {
    const saved = await getOwn(request, context);
    const [place, address] = [await findPlace(request, context, saved), `${SAVED_SEARCHES}/${saved.id}`];
    const { name, search } = saved;
    const deletion = `${address}/delete`;
    return formPage(request, reply, { address, cancel: SAVED_SEARCHES, deletion, name, search, place });
  });

  scope.post("/searches/:id", KEEPS_DRAFTS, async (request, reply) => {
    const id = idParameter(request);
    return submitForm(request, reply, async ({ name = "" }) => {
      await savedSearches.rename(database, userId(request), id, name);
      return { path: SAVED_SEARCHES, notice: "search-renamed" };
    });
  });

  scope.post("/searches/:id/delete", keepsDrafts("/delete"), async (request, reply) => {
    await savedSearches.remove(database, userId(request), idParameter(request));
    return redirect(reply, { path: SAVED_SEARCHES, notice: "search-deleted" });
  });
}

async function getOwn(request: FastifyRequest, { database }: Context): Promise<Saved> {
  const id = idParameter(request);
  const saved = (await savedSearches.list(database, getSignedInUser(request).id)).find((each) => each.id === id);
  if (saved !== undefined) return saved;
  throw new Failure("notFound", "There is no saved search with this id.", { reason: "saved-search-not-found" });
}

/** The list in the query. Throws `notFound` if it has no valid search, or if the user may not read its place. */
async function readNew(request: FastifyRequest, context: Context): Promise<savedSearches.SavedList & ListQuery> {
  const { place = "" } = valuesIn(request.query);
  const placeId = placeIn(place, [EVERYTHING, UNSORTED, TRASH]);
  const query = listQueryOf(request.query);
  if (placeId === undefined || query.search === "" || query.search.length > MAX_SEARCH)
    throw new Failure("notFound", "This page does not exist.", { reason: "page-not-found" });
  searches.parse(query.search);
  await readPlace(context, getSignedInUser(request).id, placeId);
  return { ...query, placeId, page: 1 };
}

type NamedPlace = Pick<Place, "id" | "collection">;

/** The place of a search, with what its name is made of; undefined if the user may not read it any more. */
async function findPlace(
  request: FastifyRequest,
  { database }: Context,
  { placeId: id }: savedSearches.SavedList,
): Promise<NamedPlace | undefined> {
  if (id <= 0) return { id, collection: undefined };
  const collection = await access.findVisible(database, getSignedInUser(request).id, id);
  return collection && { id, collection };
}

/** What the form with the name of a search shows. */
interface ShownSearch {
  /** Where the form is sent. */
  readonly address: string;
  /** Where the link leads that changes nothing. */
  readonly cancel: string;
  /** Where the button is sent that deletes the search; undefined for a new one. */
  readonly deletion?: string;
  readonly name: string;
  readonly search: string;
  readonly place: NamedPlace | undefined;
}

function formPage(request: FastifyRequest, reply: FastifyReply, shown: ShownSearch): FastifyReply {
  const { address, cancel, deletion, name, search, place } = shown;
  return sendBookmarkPage(request, reply, ({ texts }) => {
    const { searches: own } = texts.finding;
    const form: FormState = {
      texts,
      labels: { name: own.name },
      constraints: CONSTRAINTS,
      ...shownForm(request, { name: name.slice(0, savedSearches.MAX_NAME).toWellFormed() }),
    };
    return {
      title: deletion === undefined ? own.save : own.edit,
      head: EDIT_HEAD,
      form: POST_FORM,
      content: html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${address}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<p class="hint">${own.search}: !${userText(search)} · ${own.place}: !${place === undefined ? html`${own.noPlace}` : userText(titleOf(place, texts))}</p>
!${input(form, { name: "name", hint: own.nameHint })}
!${actions(
        button(own.submit),
        buttonLink(cancel, texts.form.cancel, "secondary"),
        deletion === undefined
          ? ""
          : html`<button class="danger" formaction="${deletion}" formnovalidate>${own.delete}</button>`,
      )}
</form>`,
    };
  });
}

/** A saved search as the list shows it. */
interface Row {
  readonly saved: Saved;
  /** The name of its place, as markup; undefined if the user may not read it any more. */
  readonly place: string | undefined;
}

async function listPage(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<FastifyReply> {
  const { id: accountId } = getSignedInUser(request);
  const own = await savedSearches.list(context.database, accountId);
  const outline = await readOutline(context, accountId);
  const tree = await withTexts(
    context,
    accountId,
    outline,
    own.map(({ placeId }) => placeId),
  );
  return sendBookmarkPage(request, reply, ({ texts }) => {
    const { searches: labels } = texts.finding;
    const rows = own.map((saved): Row => {
      const collection = tree.get(saved.placeId);
      const system = { id: saved.placeId, collection: undefined };
      if (saved.placeId <= 0) return { saved, place: html`${titleOf(system, texts)}` };
      return { saved, place: collection && userText(collection.title) };
    });
    const none = emptyState({
      title: labels.none,
      text: labels.noneText,
      action: buttonLink(BOOKMARKS, labels.open, "secondary"),
    });
    return {
      title: labels.title,
      lead: html`${labels.lead}`,
      head: EDIT_HEAD,
      actions: buttonLink(BOOKMARKS, texts.bookmarks.all, "secondary"),
      content: html`<div class="card">!${rows.length === 0 ? none : table(columns(texts), rows)}</div>`,
    };
  });
}

function columns({ finding: { searches: labels } }: Texts): readonly Column<Row>[] {
  return [
    {
      label: labels.name,
      width: 4,
      kind: "text",
      cell: ({ saved, place }) =>
        place === undefined
          ? userText(saved.name)
          : html`<a href="${addressOf(saved.placeId, listOf(saved))}">!${userText(saved.name)}</a>`,
    },
    { label: labels.search, width: 4, kind: "text", cell: ({ saved }) => userText(saved.search) },
    { label: labels.place, width: 2, kind: "text", cell: ({ place }) => place ?? html`${labels.noPlace}` },
    {
      label: labels.action,
      width: 2,
      kind: "action",
      cell: ({ saved: { id, name } }) =>
        html`<a class="button secondary small" href="${SAVED_SEARCHES}/${id}">${labels.change}<span class="visually-hidden"> ${name}</span></a>`,
    },
  ];
}
