import { createHash } from "node:crypto";
import type { ShelfPlace } from "../collections/placement.ts";
import type { Database } from "../database/database.ts";
import type { Flag, Schema, Time } from "../database/schema.ts";
import { Failure } from "../errors.ts";

/** What kind of thing an item links to. */
export type ItemType = Schema["items"]["type"];

/** Something that belongs to an item: a picture, a video. */
export interface Medium {
  readonly link: string;
  readonly type?: string | undefined;
}

/** An item as it is stored, with where its shelf stands and its owner's name. */
export interface Item extends ShelfPlace {
  readonly id: number;
  readonly account_id: number;
  readonly link: string;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly type: ItemType;
  /** An address, or empty. */
  readonly cover: string;
  /** A JSON array of `Medium`. */
  readonly media: string;
  /** A JSON array of texts. */
  readonly tags: string;
  readonly important: Flag;
  readonly broken: Flag;
  readonly domain: string;
  readonly sort: number;
  /** The place among its collection's items that it was given last; 0 is the first. */
  readonly position: number;
  readonly created_at: Time;
  readonly updated_at: Time;
  readonly owner_name: string;
}

/** Items as `Item`s, those that are thrown away left out. Of owners who are active: nobody else's items are shown. */
export function select(database: Database) {
  return database
    .selectFrom("items")
    .innerJoin("shelves", (join) => join.onRef("shelves.id", "=", "shelf_id").on("place", "<>", "nowhere"))
    .innerJoin("accounts", (join) =>
      join.onRef("accounts.id", "=", "items.account_id").on("active", "=", 1).on("deleted_at", "is", null),
    )
    .select([
      "items.id",
      "items.account_id",
      "items.created_at",
      "items.updated_at",
      "sort",
      "position",
      "important",
      "items.broken",
      "type",
      "domain",
      "link",
      "title",
      "cover",
      "tags",
      "media",
      "excerpt",
      "note",
      "place",
      "collection_id",
      "accounts.name as owner_name",
    ]);
}

/** What of an item its owner writes. */
export interface Content {
  readonly link: string;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly type: ItemType;
  readonly cover: string;
  readonly media: readonly Medium[];
  readonly tags: readonly string[];
  readonly important: boolean;
  readonly broken: boolean;
}

/** How much of a title counts when items are sorted by it, in characters. */
const SORTED_CHARACTERS = 100;

/** A content as it is stored, with what it is sorted, searched and compared by. */
export function toColumns({ link, title, excerpt, note, type, cover, media, tags, important, broken }: Content) {
  return {
    link,
    title,
    excerpt,
    note,
    type,
    cover,
    media: JSON.stringify(media),
    tags: JSON.stringify(tags),
    important: important ? 1 : 0,
    broken: broken ? 1 : 0,
    domain: domainOf(link),
    title_key: title.toLowerCase().slice(0, SORTED_CHARACTERS).toWellFormed(),
    link_key: createHash("sha256").update(link).digest("base64url"),
    search_text: [title, excerpt, note, link, ...tags].join("\n").toLowerCase(),
  } as const;
}

/** A host has 253 characters at most (RFC 1035), and a user may stand before it; a longer one would take long to understand. */
const LONGEST_AUTHORITY = 512;

/** The host of a link. Throws `invalid` for what is no address. */
function domainOf(link: string): string {
  const [authority = ""] = /(?<=:\/\/)[^/?#]*/.exec(link) ?? [];
  const { hostname } = (authority.length <= LONGEST_AUTHORITY && URL.parse(link)) || {};
  if (hostname !== undefined) return hostname;
  const details = [{ path: "/link", message: "must be an http or https address" }];
  throw new Failure("invalid", "The link is no address.", { details });
}

/** What its owner wrote of an item. */
export function contentOf({ link, title, excerpt, note, type, cover, media, tags, important, broken }: Item): Content {
  return {
    link,
    title,
    excerpt,
    note,
    type,
    cover,
    media: JSON.parse(media),
    tags: JSON.parse(tags),
    important: important === 1,
    broken: broken === 1,
  };
}
