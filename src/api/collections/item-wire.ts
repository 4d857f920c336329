import { Failure } from "#contract/failure";
import type { components, operations } from "../../../generated/collections.ts";
import type { Medium } from "../../library/item-content.ts";
import type { BulkChange } from "../../library/items/bulk.ts";
import type { Item } from "../../library/items/item.ts";
import { PAGE_LENGTHS } from "../../library/items/item-order.ts";
import type { ItemChange, NewItem } from "../../library/items/items.ts";
import { cleanLink, titleOfLink } from "../../library/items/link.ts";
import type { ItemPage } from "../../library/items/listing.ts";
import type { SearchOrder } from "../../library/items/matching.ts";
import type { Selection } from "../../library/items/selection.ts";
import { placeIdOf, TRASH, UNSORTED } from "../../library/placement.ts";
import { toAddedTags, toTagNames, toTags } from "./facet-wire.ts";
import { toCreator, toHighlightChange, toHighlights } from "./highlight-wire.ts";
import { placeIdIn, placeIdsIn } from "./reference.ts";
import { isAddress } from "./sent-address.ts";
import { toTimestamp } from "./wire.ts";

type Schemas = components["schemas"];

const DEFAULT_MEDIUM_TYPE = "image";

/** Maps an item to the contract's schema. */
export function toItem(item: Item): Schemas["Item"] {
  const placeId = placeIdOf(item);
  const { id, account_id, link, title, excerpt, note, type, cover, domain, sort, position, reminder_at } = item;
  return {
    _id: id,
    link,
    title,
    excerpt,
    note,
    type,
    cover,
    media: item.media === "[]" ? [] : toMedia(JSON.parse(item.media)),
    tags: JSON.parse(item.tags),
    highlights: item.highlights === "[]" ? [] : toHighlights(item),
    ...(reminder_at !== null && { reminder: { date: toTimestamp(reminder_at) } }),
    important: item.important === 1,
    broken: item.broken === 1,
    removed: item.place === "trash",
    collection: { $ref: "collections", $id: placeId, oid: placeId },
    collectionId: placeId,
    user: { $ref: "users", $id: account_id },
    creatorRef: toCreator(item),
    domain,
    ...toFile(item),
    ...toCache(item),
    created: toTimestamp(item.created_at),
    lastUpdate: toTimestamp(item.updated_at),
    sort,
    order: position,
  };
}

function toFile({ file_name: name, file_size: size, file_type: type }: Item) {
  return name === null || size === null || type === null ? {} : { file: { name, size, type } };
}

function toCache({ copy_status: status, copy_size: size, copy_created_at: created }: Item) {
  if (status === null) return {};
  return { cache: { status, ...(size !== null && created !== null && { size, created: toTimestamp(created) }) } };
}

/** Maps media to the contract's schema. They are stored as the client sent them, perhaps without a type. */
function toMedia(media: readonly Medium[]) {
  return media.map(({ link, type = DEFAULT_MEDIUM_TYPE }) => ({ link, type }));
}

export function toSingleItem(item: Item): Schemas["SingleItem"] {
  return { result: true, item: toItem(item) };
}

export function toItemPage({ items, count }: ItemPage, collectionId: number): Schemas["ItemPage"] {
  return { result: true, items: items.map(toItem), count, collectionId };
}

export function toNewItem(body: Schemas["ItemInput"]): NewItem {
  const { title = "", excerpt = "", note = "", tags = [] } = body;
  const link = cleanLink(body.link);
  const media = toStoredMedia(body.media ?? []);
  return {
    link,
    title: title.trim() || titleOfLink(link),
    excerpt,
    note,
    type: toType(body.type) ?? "link",
    cover: toCover(body.cover) || (media[0]?.link ?? ""),
    media,
    tags: toTags(tags),
    highlights: body.highlights?.map(toHighlightChange),
    important: body.important ?? false,
    broken: body.broken ?? false,
    reminderAt: reminderIn(body),
    placeId: placeIdIn(body) ?? UNSORTED,
    position: body.order,
    createdAt: toTime(body.created),
    updatedAt: toTime(body.lastUpdate),
    keepsCopy: body.keepCopy,
  };
}

export function toItemChange(body: Schemas["ItemChange"]): ItemChange {
  const { link, note, type, tags, important, broken } = body;
  const { title, excerpt, cover, media } = isReread(body) ? NO_PREVIEW : body;
  const [placeId, otherPlaceId] = placeIdsIn(body);
  return {
    link: link && cleanLink(link),
    title: title?.trim() || undefined,
    excerpt,
    note,
    type: toType(type),
    cover: toCover(cover),
    media: media && toStoredMedia(media),
    tags: tags && toTags(tags),
    highlights: body.highlights?.map(toHighlightChange),
    important,
    broken,
    reminderAt: reminderIn(body),
    placeId,
    otherPlaceId,
    position: body.order,
    createdAt: toTime(body.created),
    updatedAt: toTime(body.lastUpdate),
    // Only clients that send back a whole item, as they read it, send its id.
    isWhole: body._id !== undefined,
    restores: body.removed === false,
    rereads: isReread(body),
    keepsCopy: body.keepCopy,
  };
}

/** What a page says about itself, without any of it. */
const NO_PREVIEW: Pick<Schemas["ItemChange"], "title" | "excerpt" | "cover" | "media"> = {};

/**
 * Whether a client asks to read the page again. It then sends an empty title, excerpt, cover and media to be replaced;
 * stored, they would delete what the user has.
 */
function isReread({ pleaseParse }: Pick<Schemas["ItemChange"], "pleaseParse">): boolean {
  if (typeof pleaseParse !== "object" || pleaseParse === null) return false;
  return pleaseParse.date !== undefined && pleaseParse.date !== null;
}

/** The type to store; undefined if it is left out, null or empty. */
function toType(type: Schemas["ItemInput"]["type"] | undefined): Schemas["ItemType"] | undefined {
  return type === "book" ? "document" : type || undefined;
}

/**
 * The cover to store: empty for none, and undefined if it is left out or is no address. Clients send `<screenshot>` for a
 * picture of the page, which this server does not take.
 */
function toCover(cover: string | undefined): string | undefined {
  if (cover === "<screenshot>") return "";
  return cover === "" || (cover !== undefined && isAddress(cover)) ? cover : undefined;
}

/** The media to store: those with an address. */
function toStoredMedia(media: Schemas["MediaInput"]): Medium[] {
  return media.flatMap(({ link = "", type }) => (isAddress(link) ? [{ link, ...(type && { type }) }] : []));
}

/** The media that a bulk operation adds: an empty list, which removes all media, only if the client sent one. */
function toAddedMedia(media: Schemas["MediaInput"]): Medium[] | undefined {
  const added = toStoredMedia(media);
  return added.length > 0 || media.length === 0 ? added : undefined;
}

/** A time that a body sets; undefined if it is left out or null. */
function toTime(text: string | null | undefined): number | undefined {
  return text === undefined || text === null ? undefined : Date.parse(text);
}

/** The time of a reminder; null to remove it, undefined if the body does not say. */
function reminderIn({ reminder }: Pick<Schemas["ItemChange"], "reminder">): number | null | undefined {
  if (reminder === null || reminder === undefined) return reminder;
  const { data = null, date = data } = reminder;
  return date === null ? null : Date.parse(date);
}

export function toBulkChange(body: Schemas["ItemsChange"]): BulkChange {
  const { important } = body;
  const { media, cover } = isReread(body) ? NO_PREVIEW : body;
  const placeId = placeIdIn(body);
  // Clients that restore items send Unsorted as well.
  const restores = body.removed === false && (placeId === undefined || placeId === UNSORTED || placeId === TRASH);
  const move = restores ? { restores } : { placeId };
  return {
    important,
    ...tagChangeIn(body),
    media: media && toAddedMedia(media),
    cover: toCover(cover),
    keepsCopy: body.keepCopy,
    ...move,
    rereads: isReread(body),
  };
}

/** The tags that a bulk operation adds or removes. Throws `invalid` for both at once. */
function tagChangeIn({ tags, addTags = [], deleteTags = [] }: Schemas["ItemsChange"]): BulkChange {
  const removedTags = toTagNames(deleteTags).filter((tag) => tag.trim() !== "");
  const sent = addTags.length === 0 ? tags : [...(tags ?? []), ...addTags];
  const added = sent && toAddedTags(sent);
  if (removedTags.length === 0) return { tags: added };
  if (added === undefined) return { removedTags };
  const message = "must not be sent together with tags to add";
  throw new Failure("invalid", "One request can't both add and remove tags.", {
    details: [{ path: "/deleteTags", message }],
  });
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

/** The order of a list. A `+` in a URL is a space, unless the client encodes it. */
export function toOrder(sort: operations["listItems"]["parameters"]["query"]["sort"]): SearchOrder {
  switch (sort) {
    case "":
      return "-created";
    case " created":
    case "+created":
      return "created";
    case " title":
    case "+title":
      return "title";
    case " domain":
    case "+domain":
      return "domain";
    case " lastUpdate":
    case "+lastUpdate":
      return "lastUpdate";
    case " sort":
    case "+sort":
      return "sort";
    case " score":
    case "+score":
      return "score";
    default:
      return sort;
  }
}

/** The number of items on a page. */
export function toLimit(perpage: number): number {
  return perpage < 1 ? PAGE_LENGTHS.default : Math.min(perpage, PAGE_LENGTHS.max);
}
