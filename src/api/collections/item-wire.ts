import type { components } from "../../../generated/collections.ts";
import { placeIdOf, UNSORTED } from "../../collections/placement.ts";
import type { BulkChange } from "../../items/bulk.ts";
import type { Item } from "../../items/item.ts";
import type { ItemChange, NewItem } from "../../items/items.ts";
import type { ItemPage } from "../../items/listing.ts";
import type { Selection } from "../../items/selection.ts";
import { toAddedTags, toTags } from "./tag-wire.ts";
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
    tags: toTags(tags),
    important: body.important ?? false,
    broken: body.broken ?? false,
    placeId: body.collection?.$id ?? body.collectionId ?? UNSORTED,
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
    tags: tags && toTags(tags),
    important,
    broken,
    placeId: body.collection?.$id ?? body.collectionId,
    position: body.order,
    // Only clients that send back a whole item, as they read it, send its id.
    isWhole: body._id !== undefined,
  };
}

export function toBulkChange({ important, tags, media, cover, collection }: Schemas["ItemsChange"]): BulkChange {
  return { important, tags: tags && toAddedTags(tags), media, cover, placeId: collection?.$id };
}

/** `nested` can be in the query or in the body of a bulk operation; the body takes precedence. */
export function toSelection(placeId: number, nested: boolean, body: Schemas["ItemSelection"] = {}): Selection {
  return { placeId, nested: body.nested ?? nested, ids: body.ids && [...new Set(body.ids)] };
}
