import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { FacetCount } from "../../../library/items/facets.ts";
import * as tags from "../../../library/items/tags.ts";
import { tagToken } from "../../../library/search/tag-tokens.ts";
import { buttonLink } from "../../design/button.ts";
import { emptyState } from "../../design/empty-state.ts";
import { input, select } from "../../design/field.ts";
import { type FormState, NO_ERRORS, valuesIn } from "../../design/form-state.ts";
import { PAGE_FORM } from "../../design/page-form.ts";
import { pagination } from "../../design/pagination.ts";
import { TAGS } from "../../design/paths.ts";
import { type Column, table } from "../../design/table.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import type { Texts } from "../../texts/en.ts";
import { addressOf } from "../list-query.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { findingPage } from "./finding-page.ts";
import { changeAddress, chosenIn } from "./tag-names.ts";

/** Tags on a page. */
const PAGE_SIZE = 50;

const MAX_FILTER = 100;

const SORTS = ["count", "name"] as const;

/** What the address of the page says. */
interface TagQuery {
  readonly filter: string;
  readonly sort: (typeof SORTS)[number];
  /** From 1. */
  readonly page: number;
  /** The tags that are selected. */
  readonly chosen: ReadonlySet<string>;
}

function tagQueryOf(query: unknown): TagQuery {
  const { filter = "", sort, page = "" } = valuesIn(query);
  return {
    filter: filter.trim().slice(0, MAX_FILTER),
    sort: SORTS.find((known) => known === sort) ?? "count",
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    chosen: new Set(chosenIn(query)),
  };
}

/** Sends the page that lists tags. `all`: those of the account, the most used first. */
export async function sendTagList(
  request: FastifyRequest,
  reply: FastifyReply,
  all: readonly FacetCount[],
): Promise<FastifyReply> {
  const query = tagQueryOf(request.query);
  const found = await tags.find(all, query);
  const shown = found.slice((query.page - 1) * PAGE_SIZE, query.page * PAGE_SIZE);
  const next = query.page * PAGE_SIZE < found.length ? pageAddress(query, query.page + 1) : undefined;
  return sendBookmarkPage(request, reply, (view) => {
    const { tags: own } = view.texts.finding;
    const content =
      all.length === 0
        ? emptyState({ title: own.none, text: own.noneText })
        : html`!${form(view, query, found.length, shown)}!${pagination(view.texts.nextPage, next)}`;
    return findingPage(view.texts, own, content);
  });
}

function pageAddress({ filter, sort }: TagQuery, page: number): string {
  return `${TAGS}?${new URLSearchParams({ ...(filter && { filter }), sort, page: String(page) })}`;
}

function form({ texts }: View, query: TagQuery, count: number, shown: readonly FacetCount[]): string {
  const { tags: own } = texts.finding;
  const state: FormState = {
    texts,
    labels: { filter: own.filter, sort: own.sort },
    constraints: { filter: { maxLength: MAX_FILTER } },
    values: { filter: query.filter, sort: query.sort },
    errors: NO_ERRORS,
  };
  const orders = SORTS.map((sort) => [sort, own.sorts[sort]] as const);
  const none = emptyState({
    title: own.noneFound,
    text: query.filter === "" ? own.noneText : own.noneFoundText,
    action: buttonLink(TAGS, own.showAll, "secondary"),
  });
  return html`<form class="finding" id="${PAGE_FORM}" method="get" action="${TAGS}">
<div class="finding-tools">
!${input(state, { name: "filter", type: "search" })}
!${select(state, "sort", orders)}
<p class="submit"><button class="secondary">${own.show}</button></p>
</div>
<p class="total" role="status">${own.count(count)}</p>
!${
    shown.length === 0
      ? none
      : html`!${table(columns(texts, query), shown)}
<p class="marked-bar"><button class="secondary" formaction="${TAGS}/change">${own.changeSelected}</button></p>`
  }
</form>`;
}

function columns({ finding: { tags: own } }: Texts, { chosen }: TagQuery): readonly Column<FacetCount>[] {
  return [
    {
      label: own.name,
      width: 6,
      kind: "text",
      cell: ({ name }) =>
        html`<span class="selectable"><input type="checkbox" name="tags" value="${name}" aria-label="${own.select(name)}"!${chosen.has(name) ? " checked" : ""}><a href="${addressOf(0, { search: tagToken(name) })}">!${userText(name)}</a></span>`,
    },
    { label: own.uses, width: 3, cell: ({ count }) => html`${count}` },
    {
      label: own.action,
      width: 3,
      kind: "action",
      cell: ({ name }) =>
        html`<a class="button secondary small" href="${changeAddress([name])}">${own.change}<span class="visually-hidden"> ${name}</span></a>`,
    },
  ];
}
