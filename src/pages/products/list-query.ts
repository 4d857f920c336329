import { isRecord } from "#contract/record";
import { ORDERS, type Search } from "../../products/browsing.ts";
import { valuesIn } from "../design/form-state.ts";
import { PRODUCTS } from "../design/paths.ts";
import { isProductId } from "./product-id.ts";

/** Products on a page of the list, and at most deleted at once. */
export const PAGE_SIZE = 50;

/** The bound of the parameter `q` of the API. */
export const MAX_SEARCH_LENGTH = 200;

/** What the address of the list says. */
export type ListQuery = Pick<Search, "q" | "inStock" | "order" | "page" | "after">;

/** Ignores what the form can't send, and shortens texts that are longer than the API allows. */
export function listQueryOf(query: unknown): ListQuery {
  const { q = "", stock, sort, page = "", after = "" } = valuesIn(query);
  return {
    q: q.replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed(),
    inStock: stock === "1" || stock === "0" ? stock === "1" : undefined,
    order: ORDERS.find((known) => known === sort) ?? ORDERS[0],
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    after: isProductId(after) ? after : undefined,
  };
}

/** The address of the list. */
export function addressOf({ q, inStock, order, page, after }: ListQuery): string {
  const parameters = new URLSearchParams({
    ...(q !== "" && { q }),
    ...(inStock !== undefined && { stock: inStock ? "1" : "0" }),
    ...(order !== ORDERS[0] && { sort: order }),
    ...(page > 1 && { page: String(page) }),
    ...(after !== undefined && { after }),
  });
  return parameters.size === 0 ? PRODUCTS : `${PRODUCTS}?${parameters}`;
}

/** The products that are selected in a query, each once. */
export function selectedIn(query: unknown): string[] {
  const selected: readonly unknown[] = isRecord(query) ? [query.ids].flat() : [];
  const ids = selected.filter((id) => typeof id === "string").filter(isProductId);
  return [...new Set(ids)].slice(0, PAGE_SIZE);
}

/** The address of the page that deletes products, and then leads back to the list. */
export function deletionOf(ids: readonly string[], list: ListQuery): string {
  const [, query = ""] = addressOf(list).split("?");
  return `${PRODUCTS}/delete?${new URLSearchParams([...ids.map((id): [string, string] => ["ids", id]), ...new URLSearchParams(query)])}`;
}
