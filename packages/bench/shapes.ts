import { hash } from "node:crypto";
import { searchTextOf } from "../../src/database/core/item-words.ts";

// Shared by the systems `limit` and `express`, so that both build the same responses in the same way.

/** A row of `items`. */
export interface ItemRow {
  readonly id: number;
  readonly link: string;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly type: string;
  readonly cover: string;
  readonly media: string;
  readonly tags: string;
  readonly important: number;
  readonly broken: number;
  readonly domain: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly sort: number;
  readonly position: number;
}

/** The body of a request that creates an item. */
export interface NewItem {
  readonly link: string;
  readonly title: string;
  readonly excerpt?: string;
  readonly tags?: readonly string[];
  readonly collection: { readonly $id: number };
}

/** The columns of a new item that do not depend on its account or collection. */
export function toItemColumns({ link, title, excerpt = "", tags = [] }: NewItem) {
  const now = Date.now();
  return {
    link,
    title,
    excerpt,
    note: "",
    type: "link",
    cover: "",
    media: "[]",
    tags: JSON.stringify(tags),
    important: 0,
    broken: 0,
    domain: new URL(link).hostname,
    title_key: title.toLowerCase().slice(0, 100),
    link_key: hash("sha256", link, "base64url"),
    search_text: searchTextOf({ title, excerpt, note: "", link }),
    position: 0,
    created_at: now,
    updated_at: now,
  };
}

export function toItem(row: ItemRow, collectionId: number, accountId: number, ownerName: string) {
  return {
    _id: row.id,
    link: row.link,
    title: row.title,
    excerpt: row.excerpt,
    note: row.note,
    type: row.type,
    cover: row.cover,
    media: row.media === "[]" ? [] : JSON.parse(row.media),
    tags: JSON.parse(row.tags),
    highlights: [],
    important: row.important === 1,
    broken: row.broken === 1,
    removed: false,
    collection: { $ref: "collections", $id: collectionId, oid: collectionId },
    collectionId,
    user: { $ref: "users", $id: accountId },
    creatorRef: { _id: accountId, name: ownerName, fullName: ownerName, avatar: "", email: "" },
    domain: row.domain,
    created: new Date(row.created_at).toISOString(),
    lastUpdate: new Date(row.updated_at).toISOString(),
    sort: row.sort,
    order: row.position,
  };
}

/** The full-text query for items that have all words of a search, or longer words that begin with these. */
export function toMatch(search: string, accountId: number): string {
  return search
    .split(" ")
    .map((word) => `"${accountId}x${word}" *`)
    .join(" AND ");
}

/** The number of items with a property. */
export interface Facet {
  readonly kind: "tag" | "type" | "month" | "flag";
  readonly name: string;
  readonly count: number;
}

/** The filters of the items of a collection, none of which have a link twice. */
export function toFilters(facets: readonly Facet[], total: number, collectionId: number) {
  const countsOf = (kind: Facet["kind"]) =>
    facets.filter((facet) => facet.kind === kind).map(({ name, count }) => ({ _id: name, count }));
  const flags = new Map(countsOf("flag").map(({ _id, count }) => [_id, count]));
  const quantityOf = (flag: string) => ({ count: flags.get(flag) ?? 0 });
  return {
    result: true,
    collectionId,
    total: { count: total },
    tags: countsOf("tag"),
    types: countsOf("type"),
    created: countsOf("month").sort((one, other) => (one._id < other._id ? 1 : -1)),
    notag: quantityOf("notag"),
    important: quantityOf("important"),
    broken: quantityOf("broken"),
    duplicate: { count: 0 },
    duplicates: { count: 0 },
    highlights: quantityOf("highlights"),
    reminder: quantityOf("reminder"),
    note: quantityOf("note"),
    file: quantityOf("file"),
  };
}

/** The colour of a collection that has no cover, derived from its id. */
export function colorOf(id: number): string {
  return `#${(Math.imul(id, 2_654_435_769) >>> 8).toString(16).padStart(6, "0")}`;
}

export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** Formats milliseconds since 1970 as an ISO 8601 time without fractions of a second. */
export function toTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
