import { colorOf, slugOf, toTimestamp } from "../shapes.ts";

// The columns that the limits read on either engine, and the objects that they return for a row.

export type ProductRow = [id: string, name: string, description: string, price: number, inStock: number];

export const PRODUCT_COLUMNS = "id, name, description, price, in_stock";

export function toProduct(row: ProductRow) {
  return { id: row[0], name: row[1], description: row[2], price: row[3], inStock: row[4] === 1 };
}

export type CollectionRow = [
  id: number,
  title: string,
  description: string,
  view: string,
  isPublic: number,
  expanded: number,
  sort: number,
  color: string | null,
  cover: string,
  created: number,
  updated: number,
  count: number,
];

export interface Shelf {
  readonly id: number;
  readonly account_id: number;
  readonly count: number;
}

export const ITEM_COLUMNS = [
  ...["id", "link", "title", "excerpt", "note", "type", "cover", "media", "tags", "important", "broken"],
  ...["domain", "created_at", "updated_at", "sort", "position"],
];
export const NEW_ITEM_COLUMNS = [
  ...["account_id", "shelf_id", "title_key", "link_key", "search_text"],
  ...ITEM_COLUMNS.filter((column) => column !== "id"),
];

export function toCollection(row: CollectionRow, accountId: number, ownerName: string) {
  const updated = new Date(row[10]).toISOString();
  return {
    _id: row[0],
    color: row[7] ?? colorOf(row[0]),
    count: row[11],
    cover: row[8] === "[]" ? [] : JSON.parse(row[8]),
    created: new Date(row[9]).toISOString(),
    creatorRef: { _id: accountId, name: ownerName, email: "" },
    description: row[2],
    expanded: row[5] === 1,
    lastAction: updated,
    lastUpdate: updated,
    public: row[4] === 1,
    slug: slugOf(row[1]),
    sort: row[6],
    title: row[1],
    user: { $ref: "users", $id: accountId },
    view: row[3],
    access: { level: 4, draggable: true },
  };
}

export type Account = [id: number, email: string, name: string, locale: string, created: number, updated: number];

export type Login = [
  id: number,
  address: string,
  userAgent: string,
  referer: string,
  viaRemember: number,
  created: number,
];

export interface UserPage {
  readonly total: number;
  readonly limit: number;
  readonly page: number;
}

/** The response body with a page of users. `page` counts from 1. */
export function toUserPage(rows: readonly Account[], loginsOf: (id: number) => readonly Login[], page: UserPage) {
  const first = (page.page - 1) * page.limit;
  return JSON.stringify({
    users: {
      total: page.total,
      per_page: page.limit,
      current_page: page.page,
      last_page: Math.ceil(page.total / page.limit),
      from: first + 1,
      to: first + rows.length,
      data: rows.map((row) => toUser(row, loginsOf(row[0]))),
    },
  });
}

function toUser(row: Account, logins: readonly Login[]) {
  return {
    id: row[0],
    email_address: row[1],
    name: row[2],
    locale: row[3],
    created_at: toTimestamp(row[4]),
    updated_at: toTimestamp(row[5]),
    deleted_at: null,
    logins: logins.map((login) => toLogin(login, row[0])),
  };
}

function toLogin(row: Login, accountId: number) {
  const time = toTimestamp(row[5]);
  return {
    id: row[0],
    user_id: accountId,
    ip_address: row[1],
    user_agent: row[2],
    referer: row[3],
    via_remember: row[4],
    created_at: time,
    updated_at: time,
    deleted_at: null,
  };
}
