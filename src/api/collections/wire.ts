import type { components } from "../../../generated/collections.ts";
import { OWNER, PUBLIC, type Viewer, type VisibleCollection } from "../../library/access.ts";
import type { CollectionChange, NewCollection } from "../../library/collections/collections.ts";
import { type CoverAddress, pictureIn } from "../../library/collections/covers.ts";
import { slugOf } from "../../library/collections/slug.ts";
import { addressOfPicture, pictureAt } from "../../library/covers/picture-address.ts";
import { contradictoryPlaces } from "../../library/placement.ts";
import { parentIdIn, parentIdsIn } from "./reference.ts";
import { isAddress } from "./sent-address.ts";

type Schemas = components["schemas"];

/** Header fields of pictures, whose addresses never show another picture. */
export const PICTURE_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
} as const;

/** Formats a time as ISO 8601, in UTC, with milliseconds. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Maps a collection to an entry of a list. */
export function toCollection(collection: VisibleCollection, baseUrl: string): Schemas["Collection"] {
  const { level } = collection;
  return { ...commonOf(collection, baseUrl), access: { level, draggable: level === OWNER } };
}

/** Maps a collection to the body of a response to this viewer. */
export function toSingleCollection(
  collection: VisibleCollection,
  baseUrl: string,
  viewer: Viewer,
): Schemas["SingleCollection"] {
  const { level } = collection;
  const isOwner = level === OWNER;
  const access = { level, draggable: isOwner, for: viewer ?? 0, root: collection.parent_id === null } as const;
  return { result: true, item: { ...commonOf(collection, baseUrl), access, author: isOwner } };
}

function commonOf(collection: VisibleCollection, baseUrl: string) {
  const { id, account_id, parent_id, title, description, view, sort, count, owner_name } = collection;
  return {
    _id: id,
    // An opaque id: clients only look whether it is there.
    ...(collection.shared === 1 && collection.level > PUBLIC && { collaborators: { $id: String(id) } }),
    color: collection.color ?? colorOf(id),
    count,
    cover: entriesOf(collection.cover).map((entry) => toAddress(entry, baseUrl)),
    created: toTimestamp(collection.created_at),
    creatorRef: { _id: account_id, name: owner_name, email: "" as const },
    description,
    expanded: collection.expanded === 1,
    ...(collection.keep_copies === 1 && collection.level > PUBLIC && { keepCopies: true as const }),
    lastAction: toTimestamp(collection.updated_at),
    lastUpdate: toTimestamp(collection.updated_at),
    ...(parent_id !== null && { parent: { $ref: "collections" as const, $id: parent_id } }),
    public: collection.public === 1,
    slug: slugOf(title),
    sort,
    title,
    user: { $ref: "users" as const, $id: account_id },
    view,
  };
}

/**
 * The default colour of a collection. Multiplicative hashing (Knuth, The Art of Computer
 * Programming, 6.4) gives neighbouring ids different colours.
 */
function colorOf(id: number): string {
  const mixed = Math.imul(id % 2 ** 32, 2_654_435_769) >>> 8;
  return `#${mixed.toString(16).padStart(6, "0")}`;
}

function entriesOf(cover: string): string[] {
  return cover === "[]" ? [] : JSON.parse(cover);
}

function toAddress(entry: string, baseUrl: string): string {
  const pictureId = pictureIn(entry);
  return pictureId === undefined ? entry : addressOfPicture(pictureId, baseUrl);
}

function toCoverAddress(address: string, baseUrl: string): CoverAddress {
  return { address, pictureId: pictureAt(address, baseUrl) };
}

export function toNewCollection(body: Schemas["CollectionInput"], baseUrl: string): NewCollection {
  return { ...body, parentId: parentIdIn(body), cover: coverIn(body, baseUrl) ?? [] };
}

export function toCollectionChange(body: Schemas["CollectionChange"], baseUrl: string): CollectionChange {
  const [parentId, otherParentId, third] = parentIdsIn(body);
  if (third !== undefined) throw contradictoryPlaces("parent");
  // Only clients that send back a whole collection, as they read it, send its id.
  const isWhole = body._id !== undefined;
  return { ...body, parentId, otherParentId, isWhole, cover: coverIn(body, baseUrl) };
}

/** The addresses of a cover in a body. n8n sends the name of a file of its own, before it uploads that. */
function coverIn({ cover }: Schemas["CollectionChange"], baseUrl: string): CoverAddress[] | undefined {
  if (typeof cover === "string") return isAddress(cover) ? [toCoverAddress(cover, baseUrl)] : undefined;
  return cover?.filter(isAddress).map((address) => toCoverAddress(address, baseUrl));
}
