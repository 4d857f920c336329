import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../context/context.ts";
import { OWNER } from "../../library/access.ts";
import { buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import { emptyState } from "../design/empty-state.ts";
import { valuesIn } from "../design/form-state.ts";
import { pagination } from "../design/pagination.ts";
import { BOOKMARKS } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Texts } from "../texts/en.ts";
import { LIST_HEAD } from "./head.ts";
import { pathOf } from "./list-query.ts";
import { type CollectionTree, MAX_AROUND, readOutline, type Shown, withTexts } from "./tree.ts";
import { sendBookmarkPage } from "./undo-notice.ts";

/** Collections on a page. */
const PAGE_SIZE = 100;

/** The page that lists all collections. */
const COLLECTIONS = `${BOOKMARKS}/collections`;

/** Serves the list of all collections in pages: the side bar shows only so many. */
export function serveCollectionList(scope: FastifyInstance, context: Context): void {
  scope.get("/collections", async (request, reply) => {
    const { page: text = "" } = valuesIn(request.query);
    const page = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
    const { id: accountId } = getSignedInUser(request);
    const outline = await readOutline(context, accountId);
    const ids = (await outline.page((page - 1) * PAGE_SIZE, PAGE_SIZE)).map(({ id }) => id);
    const above = ids.flatMap((id) => outline.ancestorsOf(id).slice(0, MAX_AROUND));
    const tree = await withTexts(context, accountId, outline, [...ids, ...above]);
    const entries = ids.flatMap((id) => tree.get(id) ?? []);
    const next = page * PAGE_SIZE < outline.size ? `${COLLECTIONS}?page=${page + 1}` : undefined;
    return sendBookmarkPage(request, reply, ({ texts }) => {
      const { bookmarks } = texts;
      const list =
        entries.length === 0
          ? emptyState({ title: bookmarks.collections.none, text: bookmarks.collections.noneText })
          : table(columns(texts, tree), entries);
      return {
        title: bookmarks.tree.title,
        head: LIST_HEAD,
        actions: buttonLink(`${COLLECTIONS}/new`, bookmarks.addCollection),
        content: card(
          { id: "collections", title: bookmarks.tree.showAll(outline.size) },
          html`!${list}!${pagination(texts.nextPage, next)}`,
        ),
      };
    });
  });
}

function columns({ bookmarks }: Texts, tree: CollectionTree): readonly Column<Shown>[] {
  const { collections, tree: words } = bookmarks;
  return [
    {
      label: collections.title,
      width: 4,
      kind: "text",
      cell: ({ id, title, level, owner_name }) =>
        html`<a href="${pathOf(id)}">!${userText(title)}</a>!${level === OWNER ? "" : html` <span class="hint">${words.ofOwner(owner_name)}</span>`}`,
    },
    {
      label: collections.inside,
      width: 3,
      kind: "text",
      cell: ({ id }) =>
        tree
          .around(id)
          .map(({ title }) => userText(title))
          .join(" / "),
    },
    {
      label: collections.count,
      width: 3,
      cell: ({ count, total }) => html`${total === count ? count : words.counts(count, total)}`,
    },
    { label: collections.changed, width: 2, cell: ({ updated_at }) => time(updated_at) },
  ];
}
