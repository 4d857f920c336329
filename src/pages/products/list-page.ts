import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { type Found, MAX_EXAMINED, ORDERS } from "../../products/browsing.ts";
import type { ProductRow } from "../../products/products.ts";
import { assetPath } from "../design/assets.ts";
import { button, buttonLink } from "../design/button.ts";
import { emptyState } from "../design/empty-state.ts";
import { input, type Options, select } from "../design/field.ts";
import { type FormState, NO_ERRORS } from "../design/form-state.ts";
import { PAGE_FORM, SEARCH_FORM } from "../design/page-form.ts";
import { pageLinks, pagination } from "../design/pagination.ts";
import { PRODUCTS } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import { sendPage } from "../forms/layout.ts";
import type { Texts } from "../texts/en.ts";
import { addressOf, type ListQuery, MAX_SEARCH_LENGTH, PAGE_SIZE } from "./list-query.ts";
import { priceIn } from "./price.ts";

/** Maximum characters of a description in the list. */
const MAX_DESCRIPTION_LENGTH = 200;

/** What the list shows. */
interface ProductList {
  readonly query: ListQuery;
  readonly found: Found;
  /** The products whose boxes are marked. */
  readonly selected: ReadonlySet<string>;
  readonly mayWrite: boolean;
}

/** Sends the list of products. */
export function listPage(request: FastifyRequest, reply: FastifyReply, list: ProductList): FastifyReply {
  return sendPage(request, reply, (view) => {
    const { products } = view.texts;
    return {
      title: products.title,
      lead: html`${products.lead}`,
      head: html`<link rel="stylesheet" href="${assetPath("products.css")}">`,
      actions: list.mayWrite ? buttonLink(`${PRODUCTS}/new`, products.create) : "",
      form: SEARCH_FORM,
      content: html`<form id="${PAGE_FORM}" method="get" action="${PRODUCTS}">
<div class="card search" role="search">
!${searchFields(view, list.query)}
</div>
<section class="card" aria-label="${products.results}">
!${results(view, list)}
</section>
</form>`,
    };
  });
}

function searchFields({ texts }: View, { q, inStock, order }: ListQuery): string {
  const { products } = texts;
  const stock = inStock === undefined ? "" : inStock ? "1" : "0";
  const form: FormState = {
    texts,
    labels: { q: products.search, stock: products.availability, sort: products.sort },
    constraints: { q: { maxLength: MAX_SEARCH_LENGTH } },
    values: { q, stock, sort: order },
    errors: NO_ERRORS,
  };
  return html`<div class="row">
!${input(form, { name: "q", type: "search" })}
!${select(form, "stock", stockOptions(products))}
!${select(
    form,
    "sort",
    ORDERS.map((each) => [each, products.sorts[each]] as const),
  )}
</div>
!${button(products.submitSearch, "secondary")}`;
}

function results(view: View, { query, found, selected, mayWrite }: ProductList): string {
  const { texts } = view;
  const { products } = texts;
  const { total, page, examined, end } = found;
  const next = end === undefined ? undefined : addressOf({ ...query, page: 1, after: end });
  const links = html`!${pageLinks(texts, {
    page,
    last: Math.ceil(total / PAGE_SIZE),
    addressOf: (number) => addressOf({ ...query, page: number }),
  })}
!${pagination(products.examineMore(MAX_EXAMINED), next)}`;
  if (found.products.length === 0) return html`!${noProducts(products, query, end)}!${links}`;
  const bar = html`<p class="marked-bar"><button class="danger" formaction="${PRODUCTS}/delete" name="page" value="${page}">${products.removeSelected}</button></p>`;
  return html`<p class="total" role="status">${examined === undefined ? products.count(total) : products.countOf(total, examined)}</p>
!${table(columns(view, mayWrite ? selected : undefined), found.products)}
!${mayWrite ? bar : ""}
!${links}`;
}

/** `selected`: the products whose boxes are marked; undefined for a list without boxes. */
function columns(
  { language, texts: { products } }: View,
  selected: ReadonlySet<string> | undefined,
): readonly Column<ProductRow>[] {
  const box = ({ id, name }: ProductRow, marked: ReadonlySet<string>) =>
    html`<input type="checkbox" name="ids" value="${id}" aria-label="${products.select(name)}"!${marked.has(id) ? " checked" : ""}>`;
  const link = ({ id, name, description }: ProductRow) =>
    html`<a href="${PRODUCTS}/${id}">!${userText(name)}</a>!${
      description === "" ? "" : html`<p class="hint" dir="auto">${startOf(description)}</p>`
    }`;
  return [
    {
      label: products.name,
      width: 6,
      kind: "text",
      cell: (product) =>
        selected === undefined
          ? link(product)
          : html`<div class="selectable">!${box(product, selected)}<div>!${link(product)}</div></div>`,
    },
    { label: products.price, width: 3, kind: "number", cell: ({ price }) => html`${priceIn(language, price)}` },
    { label: products.availability, width: 3, cell: (product) => html`${stockOf(products, product)}` },
  ];
}

/** The first one is the default. */
function stockOptions({ any, stocks }: Texts["products"]): Options {
  return [
    ["", any],
    ["1", stocks["1"]],
    ["0", stocks["0"]],
  ];
}

/** Whether a product is in stock, as text. */
export function stockOf({ stocks }: Texts["products"], { in_stock }: ProductRow): string {
  return stocks[in_stock];
}

function startOf(description: string): string {
  if (description.length <= MAX_DESCRIPTION_LENGTH) return description;
  return `${description
    .slice(0, MAX_DESCRIPTION_LENGTH)
    .toWellFormed()
    .replace(/\ufffd$/, "")}…`;
}

/** `end`: see `Found`. */
function noProducts(texts: Texts["products"], query: ListQuery, end: string | undefined): string {
  if (end !== undefined) return emptyState({ title: texts.noneHere(MAX_EXAMINED), text: texts.noneHereText });
  const { q, inStock, after } = query;
  if (q === "" && inStock === undefined && after === undefined)
    return emptyState({ title: texts.empty, text: texts.emptyText });
  return emptyState({
    title: texts.none,
    text: texts.noneText,
    action: buttonLink(PRODUCTS, texts.showAll, "secondary"),
  });
}
