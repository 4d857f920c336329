import type { components, operations } from "../../../generated/collections.ts";
import { placeIdOf, UNSORTED } from "../../collections/placement.ts";
import type { BulkChange } from "../../items/bulk.ts";
import type { Item } from "../../items/item.ts";
import type { ItemChange, NewItem } from "../../items/items.ts";
import type { ItemPage } from "../../items/listing.ts";
import type { SearchOrder } from "../../items/matching.ts";
import type { Selection } from "../../items/selection.ts";
import { toTimestamp } from "./wire.ts";

type Schemas = components["schemas"];

/** Maximum characters of a title. The default title is the link, which can be longer. */
const MAX_TITLE_LENGTH = 1000;

/** Maps an item to the contract's schema. */
export function toItem(item: Item): Schemas["Item"] {
  const placeId = placeIdOf(item);
  const { id, account_id, link, title, excerpt, note, type, cover, domain, sort, position, owner_name } = item;
  return {
    _id: id,
    link,
    title,
    excerpt,
    note,
    type,
    cover,
    media: JSON.parse(item.media),
    tags: JSON.parse(item.tags),
    important: item.important === 1,
    broken: item.broken === 1,
    removed: item.place === "trash",
    collection: { $ref: "collections", $id: placeId, oid: placeId },
    collectionId: placeId,
    user: { $ref: "users", $id: account_id },
    creatorRef: { _id: account_id, name: owner_name },
    domain,
    created: toTimestamp(item.created_at),
    lastUpdate: toTimestamp(item.updated_at),
    sort,
    order: position,
  };
}

/** The number of items on a page, by default and at most. */
const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 50;

export function toSingleItem(item: Item): Schemas["SingleItem"] {
  return { result: true, item: toItem(item) };
}

export function toItemPage({ items, count }: ItemPage, collectionId: number): Schemas["ItemPage"] {
  return { result: true, items: items.map(toItem), count, collectionId };
}

export function toNewItem(body: Schemas["NewItem"]): NewItem {
  const { link, title = "", excerpt = "", note = "", type = "link", cover = "", media = [], tags = [] } = body;
  return {
    link,
    title: title.trim() || [...link].slice(0, MAX_TITLE_LENGTH).join(""),
    excerpt,
    note,
    type,
    cover,
    media,
    tags: [...new Set(tags)],
    important: body.important ?? false,
    broken: body.broken ?? false,
    placeId: placeIdIn(body) ?? UNSORTED,
    position: body.order,
  };
}

export function toItemChange(body: Schemas["ItemChange"]): ItemChange {
  const { link, title, excerpt, note, type, cover, media, tags, important, broken } = body;
  return {
    link,
    title: title?.trim() || undefined,
    excerpt,
    note,
    type,
    cover,
    media,
    tags: tags && [...new Set(tags)],
    important,
    broken,
    placeId: placeIdIn(body),
    position: body.order,
    // Only clients that send back a whole item, as they read it, send its id.
    isWhole: body._id !== undefined,
  };
}

export function toBulkChange(body: Schemas["ItemsChange"]): BulkChange {
  const { important, tags, media, cover } = body;
  return { important, tags, media, cover, placeId: placeIdIn(body) };
}

/** The id of the collection in a body; undefined if there is none. */
function placeIdIn(body: Pick<Schemas["ItemChange"], "collection" | "collectionId">): number | undefined {
  const { collection } = body;
  return typeof collection === "number" ? collection : (collection?.$id ?? body.collectionId);
}

/**
 * `nested` and `search` can be in the query or in the body of a bulk operation. The `nested` of the body takes
 * precedence; both searches apply.
 */
export function toSelection(
  placeId: number,
  query: { readonly nested: boolean; readonly search: string },
  body: Schemas["ItemSelection"] = {},
): Selection {
  return {
    placeId,
    nested: body.nested ?? query.nested,
    ids: body.ids && [...new Set(body.ids)],
    searches: [query.search, body.search ?? ""],
  };
}

/** The order of a list. A `+` in a URL is read as a space. */
export function toOrder(sort: operations["listItems"]["parameters"]["query"]["sort"]): SearchOrder {
  switch (sort) {
    case "":
      return "-created";
    case " created":
      return "created";
    case " title":
      return "title";
    case " domain":
      return "domain";
    case " lastUpdate":
      return "lastUpdate";
    case " sort":
      return "sort";
    case " score":
      return "score";
    default:
      return sort;
  }
}

/** The number of items on a page. */
export function toLimit(perpage: number): number {
  return perpage < 1 ? DEFAULT_LIMIT : Math.min(perpage, MAX_LIMIT);
}
