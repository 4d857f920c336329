import { Failure } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import * as access from "../../library/access.ts";
import type { View } from "../../library/collection.ts";
import { pictureIn } from "../../library/collections/covers.ts";
import { pathOfPicture, pictureAt } from "../../library/covers/picture-address.ts";
import type { FacetCount } from "../../library/items/facets.ts";
import type { Item } from "../../library/items/item.ts";
import * as listing from "../../library/items/listing.ts";
import * as tags from "../../library/items/tags.ts";
import * as library from "../../library/library.ts";
import * as hostIcons from "../../library/links/host-icons.ts";

/** Items on a page and in a feed: as many as the API returns at most. */
export const PAGE_SIZE = 50;

/** Maximum characters of the text of an item. The link leads to the whole text. */
const MAX_EXCERPT_LENGTH = 500;

/** Maximum tags that are shown of an item. */
const MAX_TAGS = 20;

/** Maximum tags by which the items can be filtered. */
const MAX_TAG_FILTERS = 30;

type Database = Context["database"];

/** What strangers see of an item: never its note, highlights or reminder. */
export interface PublishedItem {
  readonly id: number;
  readonly title: string;
  /** Undefined unless it is an address of the web. */
  readonly link: string | undefined;
  readonly domain: string;
  readonly excerpt: string;
  readonly tags: readonly string[];
  /** The path of the cover on this server. */
  readonly cover: string | undefined;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
}

/** What strangers see of a public collection: never its parent or the collections in it. */
export interface PublishedCollection {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly ownerName: string;
  readonly color: string | undefined;
  readonly view: View;
  /** The path of the cover on this server. */
  readonly cover: string | undefined;
}

/** Which items of a public collection are read. */
export interface Wanted {
  /** From 0. */
  readonly page: number;
  /** A search as the API takes it; empty for all items. */
  readonly search: string;
  /** Whether the tags of the collection are read too. */
  readonly hasTags: boolean;
}

/** A page of a public collection. */
export interface Published {
  readonly collection: PublishedCollection;
  readonly items: readonly PublishedItem[];
  /** The icons of their sites, by the id of the item. */
  readonly icons: ReadonlyMap<number, string>;
  /** Number of items on all pages. */
  readonly count: number;
  /** The most used tags of all items in the collection, with how many have each. */
  readonly tags: readonly FacetCount[];
  /** Why the search is invalid; undefined if it is valid. */
  readonly searchFailure: Failure | undefined;
}

/**
 * Reads items of a collection as an anonymous client of the API may: the newest first, or those first that match a
 * search best. Throws the same `notFound` for missing and private collections.
 */
export async function read(
  { database, clock, config }: Pick<Context, "database" | "clock" | "config">,
  id: number,
  wanted: Wanted,
): Promise<Published> {
  try {
    const { account_id: ownerId } = await access.getReadable(database, undefined, id);
    const { items, ...found } = await library.readConsistently(database, ownerId, () => readOnce(database, id, wanted));
    const icons = await hostIcons.findOf(database, items, clock());
    return { ...found, items: items.map((item) => toPublished(item, config.baseUrl)), icons };
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "unauthenticated")) throw error;
    throw new Failure("notFound", "This page does not exist.", { reason: "page-not-found", cause: error });
  }
}

async function readOnce(database: Database, id: number, wanted: Wanted) {
  const collection = await access.getReadable(database, undefined, id);
  // Checks the permission again after reading.
  const found = await find(database, id, wanted);
  const { title, description, owner_name: ownerName, color, view } = collection;
  return {
    collection: { id, title, description, ownerName, view, color: color ?? undefined, cover: coverOf(collection) },
    tags: wanted.hasTags ? (await tags.list(database, undefined, id)).slice(0, MAX_TAG_FILTERS) : [],
    ...found,
  };
}

async function find(database: Database, placeId: number, { page, search: text }: Wanted) {
  const order = text === "" ? "-created" : "score";
  const query = { order, page, limit: PAGE_SIZE, text } as const;
  try {
    const found = await listing.list(database, undefined, { placeId, nested: false }, query);
    return { ...found, searchFailure: undefined };
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "invalid")) throw error;
    return { items: [], count: 0, searchFailure: error };
  }
}

function toPublished(item: Item, baseUrl: string): PublishedItem {
  const { id, title, link, domain, excerpt, created_at: createdAt } = item;
  const names: readonly string[] = JSON.parse(item.tags);
  const pictureId = pictureAt(item.cover, baseUrl);
  return {
    id,
    title,
    link: /^https?:\/\//i.test(link) && URL.canParse(link) ? link : undefined,
    domain,
    excerpt: shortened(excerpt),
    tags: names.slice(0, MAX_TAGS),
    cover: pictureId === undefined ? undefined : pathOfPicture(pictureId),
    createdAt,
  };
}

function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_EXCERPT_LENGTH)];
  return characters.length < text.length && characters.length > MAX_EXCERPT_LENGTH
    ? `${characters.slice(0, MAX_EXCERPT_LENGTH).join("")}…`
    : text;
}

function coverOf({ cover }: access.VisibleCollection): string | undefined {
  const entries: readonly string[] = JSON.parse(cover);
  const id = pictureIn(entries[0] ?? "");
  return id === undefined ? undefined : pathOfPicture(id);
}
