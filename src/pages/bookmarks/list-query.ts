import type { View } from "../../library/collection.ts";
import type { SearchOrder } from "../../library/items/matching.ts";
import { EVERYTHING, type PlaceId } from "../../library/placement.ts";
import { valuesIn } from "../design/form-state.ts";
import { BOOKMARKS } from "../design/paths.ts";

/** The layouts of a list. */
export const VIEWS: readonly View[] = ["list", "simple", "grid", "masonry"];

/** The orders that a list offers; `score` only for a search. */
export const ORDERS = [
  "-created",
  "created",
  "sort",
  "title",
  "-title",
  "domain",
  "-domain",
  "-lastUpdate",
  "score",
] as const satisfies readonly SearchOrder[];

/** The name of the manual order in addresses that users may have saved. */
const FORMER_MANUAL_ORDER = "-sort";

export type ListOrder = (typeof ORDERS)[number];

/** The order and the layout that were chosen for a list before. */
export interface Remembered {
  readonly sort?: ListOrder | undefined;
  readonly view?: View | undefined;
}

/** What the address of a list says besides its place. */
export interface ListQuery {
  /** A search as the API takes it, without surrounding spaces; empty for the whole place. */
  readonly search: string;
  /** Undefined for the order that was chosen before. */
  readonly sort: ListOrder | undefined;
  /** Undefined for the view that was chosen before, or that of the collection. */
  readonly view: View | undefined;
  /** From 1. */
  readonly page: number;
  /** Whether the collections nested in the place belong to the list. */
  readonly nested: boolean;
  /** Not in the address. */
  readonly remembered?: Remembered;
}

/** Reads the query of an address. Unknown values count as left out. */
export function listQueryOf(query: unknown): ListQuery {
  const { search = "", sort, view, page = "", nested } = valuesIn(query);
  return {
    search: search.trim(),
    sort: ORDERS.find((order) => order === (sort === FORMER_MANUAL_ORDER ? "sort" : sort)),
    view: VIEWS.find((name) => name === view),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    nested: nested === "1",
  };
}

/** The order in which a list is shown. */
export function orderOf({ sort, search, remembered }: ListQuery): ListOrder {
  if (search !== "") return sort ?? "score";
  return (sort === "score" ? undefined : sort) ?? remembered?.sort ?? "-created";
}

/** The path of a place, without a query. */
export function pathOf(placeId: PlaceId): string {
  return placeId === EVERYTHING ? BOOKMARKS : `${BOOKMARKS}/${placeId}`;
}

/** The address of a list. What has its default value is left out. */
export function addressOf(placeId: PlaceId, query: Partial<ListQuery> = {}): string {
  return pathOf(placeId) + toSearch(query);
}

/** The address to which the form of a list is sent. */
export function bulkAddressOf(placeId: PlaceId, query: ListQuery): string {
  return `${BOOKMARKS}/${placeId}/bulk${toSearch(query)}`;
}

/** The address to which the buttons are sent that move an item within its place. */
export function orderAddressOf(placeId: PlaceId, query: ListQuery): string {
  return `${BOOKMARKS}/${placeId}/order${toSearch(query)}`;
}

/** A list query as the end of an address: empty, or `?` with what differs from the defaults. */
function toSearch({ search, sort, view, page = 1, nested }: Partial<ListQuery>): string {
  const parameters = new URLSearchParams({
    ...(search && { search }),
    ...(sort && { sort }),
    ...(view && { view }),
    ...(nested && { nested: "1" }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size === 0 ? "" : `?${parameters}`;
}
