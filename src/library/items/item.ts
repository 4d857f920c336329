import { sql } from "kysely";
import { Failure } from "#contract/failure";
import { searchTextOf } from "../../database/core/item-words.ts";
import type { Database } from "../../database/database.ts";
import type { Flag, Time } from "../../database/schema/columns.ts";
import type { CopyStatus } from "../../database/schema/copies.ts";
import type { ItemType } from "../../database/schema/items.ts";
import type { Medium } from "../item-content.ts";
import type { ShelfPlace } from "../placement.ts";
import type { Highlight } from "./highlight.ts";
import { linkKeyOf } from "./link-key.ts";

/** An item as stored, with the place of its shelf and the name of its owner. */
export interface Item extends ShelfPlace {
  readonly id: number;
  readonly account_id: number;
  readonly link: string;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly type: ItemType;
  /** A URL, or empty. */
  readonly cover: string;
  /** A JSON array of `Medium`. */
  readonly media: string;
  /** A JSON array of strings. */
  readonly tags: string;
  /** A JSON array of `Highlight`. */
  readonly highlights: string;
  readonly reminder_at: Time | null;
  readonly important: Flag;
  readonly broken: Flag;
  readonly domain: string;
  /** The item's place in the manual order: higher values come first. */
  readonly sort: number;
  /** The position in its collection that a client last set; 0 is the first. */
  readonly position: number;
  readonly created_at: Time;
  readonly updated_at: Time;
  /** The uploaded file; null for a bookmark, like the columns below. */
  readonly file_id: number | null;
  readonly file_name: string | null;
  readonly file_type: string | null;
  readonly file_size: number | null;
  /** Of the copy of the page; null without one, or a place in the queue, like the columns below. */
  readonly copy_status: CopyStatus | null;
  readonly copy_size: number | null;
  readonly copy_created_at: Time | null;
  readonly owner_name: string;
  /** The collaborator who added the item; null for the owner. */
  readonly creator_id: number | null;
  /** Null for the owner, and if the account of the collaborator is deleted. */
  readonly creator_name: string | null;
}

/** The columns of an item without a copy. */
export const NO_COPY = { copy_status: null, copy_size: null, copy_created_at: null } as const;

/**
 * Selects `Item`s, without those awaiting deletion and those of deactivated or deleted accounts.
 */
export function selectItems(database: Database) {
  return database
    .selectFrom("items")
    .innerJoin("shelves", (join) => join.onRef("shelves.id", "=", "shelf_id").on("place", "<>", "nowhere"))
    .innerJoin("accounts", (join) =>
      join
        .onRef("accounts.id", "=", "items.account_id")
        .on("accounts.active", "=", 1)
        .on("accounts.deleted_at", "is", null),
    )
    .leftJoin("files", "files.id", "items.file_id")
    .leftJoin("copies", "copies.item_id", "items.id")
    .select([
      "items.id",
      "items.account_id",
      "items.created_at",
      "items.updated_at",
      "sort",
      "position",
      "important",
      "items.broken",
      "items.type",
      "domain",
      "link",
      "title",
      "cover",
      "tags",
      "media",
      "highlights",
      "reminder_at",
      "excerpt",
      "note",
      "place",
      "collection_id",
      "items.file_id",
      "files.name as file_name",
      "files.type as file_type",
      "files.size as file_size",
      "copies.status as copy_status",
      "copies.size as copy_size",
      "copies.created_at as copy_created_at",
      "accounts.name as owner_name",
      "items.creator_id",
    ])
    .select(
      sql<string | null>`(select accounts.name from accounts
        where accounts.id = items.creator_id and accounts.deleted_at is null)`.as("creator_name"),
    );
}

/** The fields of an item that its owner writes. */
export interface Content {
  readonly link: string;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly type: ItemType;
  readonly cover: string;
  readonly media: readonly Medium[];
  readonly tags: readonly string[];
  readonly highlights: readonly Highlight[];
  readonly important: boolean;
  readonly broken: boolean;
  /** When the owner wants to be reminded, in milliseconds since 1970; null for never. */
  readonly reminderAt: number | null;
}

/** Characters of a title that are compared when items are sorted by title. */
const MAX_TITLE_KEY_LENGTH = 100;

/**
 * Maps content to columns, including those derived for sorting, searching and finding duplicates.
 * Throws `invalid` for a link that is not a URL. `linkKey`: that of the link, if the caller knows it.
 */
export function toColumns(content: Content, linkKey = linkKeyOf(content.link)) {
  const { link, title, excerpt, note, type, cover, media, tags, highlights, important, broken, reminderAt } = content;
  return {
    link,
    title,
    excerpt,
    note,
    type,
    cover,
    media: JSON.stringify(media),
    tags: JSON.stringify(tags),
    highlights: JSON.stringify(highlights),
    reminder_at: reminderAt,
    important: important ? 1 : 0,
    broken: broken ? 1 : 0,
    domain: domainOf(link),
    title_key: title.toLowerCase().slice(0, MAX_TITLE_KEY_LENGTH).toWellFormed(),
    link_key: linkKey,
    search_text: searchTextOf({ title, excerpt, note, link }),
  } as const;
}

/**
 * Maximum length of a link's host with its port and credentials; parsing much longer ones is slow.
 * A host alone has at most 253 characters (RFC 1035).
 */
const MAX_AUTHORITY_LENGTH = 512;

/** Maximum length of a link, in characters; percent-encoding makes a link longer than it was sent. */
const MAX_LINK_LENGTH = 8000;

/** Returns the host of a link, without a leading `www.`. Throws `invalid` for one that is no URL, or too long. */
export function domainOf(link: string): string {
  if (link.length > MAX_LINK_LENGTH) {
    const details = [
      {
        path: "/link",
        message: "must have at most 8000 characters",
        reason: "too-many-characters",
        values: { limit: 8000 },
      },
    ];
    throw new Failure("invalid", "The link has more than 8,000 characters.", { reason: "link-too-long", details });
  }
  const [authority = ""] = /(?<=:\/\/)[^/?#]*/.exec(link) ?? [];
  const url = authority.length <= MAX_AUTHORITY_LENGTH ? URL.parse(link) : null;
  if (url !== null) return url.hostname.replace(/^www\.(?=.)/, "");
  const details = [{ path: "/link", message: "must be an http or https address", reason: "not-http-address" }];
  throw new Failure("invalid", "The link is not a valid URL.", { reason: "link-not-valid", details });
}

/** Returns the fields that the owner wrote. */
export function contentOf(item: Item): Content {
  const { link, title, excerpt, note, type, cover, media, tags, highlights, important, broken, reminder_at } = item;
  return {
    link,
    title,
    excerpt,
    note,
    type,
    cover,
    media: JSON.parse(media),
    tags: JSON.parse(tags),
    highlights: JSON.parse(highlights),
    important: important === 1,
    broken: broken === 1,
    reminderAt: reminder_at,
  };
}
