import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Page } from "../../products/listing.ts";
import type { ProductRow } from "../../products/products.ts";
import { assetPath } from "../design/assets.ts";
import { button, buttonLink } from "../design/button.ts";
import type { Constraints } from "../design/constraints.ts";
import { emptyState } from "../design/empty-state.ts";
import { input, type Options, select } from "../design/field.ts";
import { type FormErrors, type FormState, NO_ERRORS, type Values } from "../design/form-state.ts";
import { PAGE_FORM, SEARCH_FORM } from "../design/page-form.ts";
import { pagination } from "../design/pagination.ts";
import { PRODUCTS } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { userText } from "../design/user-text.ts";
import type { View } from "../design/view.ts";
import { sendPage } from "../forms/layout.ts";
import type { Texts } from "../texts/en.ts";
import { priceIn } from "./price.ts";

/** Maximum characters of a description in the list. */
const MAX_DESCRIPTION_LENGTH = 200;

/** The search form, and the products found. */
interface ProductList {
  readonly values: Values;
  readonly constraints: Readonly<Record<string, Constraints>>;
  readonly errors?: FormErrors;
  readonly found: Page;
  readonly mayWrite: boolean;
}

/** Sends the list of products. */
export function listPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { values, constraints, errors = NO_ERRORS, found, mayWrite }: ProductList,
): FastifyReply {
  return sendPage(request, reply, (view) => {
    const { texts } = view;
    const { products } = texts;
    const form: FormState = {
      texts,
      labels: { q: products.search, stock: products.availability },
      constraints,
      values,
      errors,
    };
    return {
      title: products.title,
      lead: html`${products.lead}`,
      head: html`<link rel="stylesheet" href="${assetPath("products.css")}">`,
      actions: mayWrite ? buttonLink(`${PRODUCTS}/new`, products.create) : "",
      form: SEARCH_FORM,
      content: html`<form class="card search" id="${PAGE_FORM}" method="get" action="${PRODUCTS}" role="search">
<div class="row">
!${input(form, { name: "q", type: "search" })}
!${select(form, "stock", stockOptions(products))}
</div>
!${button(products.submitSearch, "secondary")}
</form>
<section class="card" aria-label="${products.results}">
!${found.products.length === 0 ? noProducts(products, values, found) : table(columns(view), found.products)}
!${pagination(texts.nextPage, found.next === undefined ? undefined : nextPageUrl(values, found.next))}
</section>`,
    };
  });
}

function columns({ language, texts: { products } }: View): readonly Column<ProductRow>[] {
  return [
    {
      label: products.name,
      width: 6,
      kind: "text",
      cell: ({ id, name, description }) =>
        html`<a href="${PRODUCTS}/${id}">!${userText(name)}</a>!${
          description === "" ? "" : html`<p class="hint" dir="auto">${startOf(description)}</p>`
        }`,
    },
    { label: products.price, width: 3, cell: ({ price }) => html`${priceIn(language, price)}` },
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

/** A search examines a limited number of products, so that a page without any may have a next one. */
function noProducts(texts: Texts["products"], { q = "", stock = "", after = "" }: Values, { next }: Page): string {
  if (next !== undefined) return emptyState({ title: texts.noneHere, text: texts.noneHereText });
  if (q === "" && stock === "" && after === "") return emptyState({ title: texts.empty, text: texts.emptyText });
  return emptyState({
    title: texts.none,
    text: texts.noneText,
    action: buttonLink(PRODUCTS, texts.showAll, "secondary"),
  });
}

function nextPageUrl({ q = "", stock = "" }: Values, after: string): string {
  return `${PRODUCTS}?${new URLSearchParams({ q, stock, after })}`;
}
