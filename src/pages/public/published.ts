import { Failure } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import * as access from "../../library/access.ts";
import { pictureIn } from "../../library/collections/covers.ts";
import { pathOfPicture, pictureAt } from "../../library/covers/picture-address.ts";
import type { Item } from "../../library/items/item.ts";
import * as listing from "../../library/items/listing.ts";
import * as library from "../../library/library.ts";
import * as hostIcons from "../../library/links/host-icons.ts";

/** Items on a page and in a feed: as many as the API returns at most. */
export const PAGE_SIZE = 50;

/** Maximum characters of the text of an item. The link leads to the whole text. */
const MAX_EXCERPT_LENGTH = 500;

/** Maximum tags that are shown of an item. */
const MAX_TAGS = 20;

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
  /** The path of the cover on this server. */
  readonly cover: string | undefined;
}

/** A page of a public collection. */
export interface Published {
  readonly collection: PublishedCollection;
  readonly items: readonly PublishedItem[];
  /** The icons of their sites, by the id of the item. */
  readonly icons: ReadonlyMap<number, string>;
  /** Number of items on all pages. */
  readonly count: number;
}

/**
 * Reads a page, from 0, of a collection as an anonymous client of the API may, newest items first. Throws the same
 * `notFound` for missing and private collections.
 */
export async function read(
  { database, clock, config }: Pick<Context, "database" | "clock" | "config">,
  id: number,
  page: number,
): Promise<Published> {
  try {
    const { account_id: ownerId } = await access.getReadable(database, undefined, id);
    const { collection, items, count } = await library.readConsistently(database, ownerId, () =>
      readOnce(database, id, page),
    );
    const icons = await hostIcons.findOf(database, items, clock());
    return { collection, items: items.map((item) => toPublished(item, config.baseUrl)), icons, count };
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "unauthenticated")) throw error;
    throw new Failure("notFound", "This page does not exist.", { reason: "page-not-found", cause: error });
  }
}

async function readOnce(database: Database, id: number, page: number) {
  const collection = await access.getReadable(database, undefined, id);
  const search = { order: "-created", page, limit: PAGE_SIZE, text: "" } as const;
  // Checks the permission again after reading.
  const found = await listing.list(database, undefined, { placeId: id, nested: false }, search);
  const { title, description, owner_name: ownerName, color } = collection;
  return {
    collection: { id, title, description, ownerName, color: color ?? undefined, cover: coverOf(collection) },
    ...found,
  };
}

function toPublished(item: Item, baseUrl: string): PublishedItem {
  const { id, title, link, domain, excerpt, created_at: createdAt } = item;
  const tags: readonly string[] = JSON.parse(item.tags);
  const pictureId = pictureAt(item.cover, baseUrl);
  return {
    id,
    title,
    link: /^https?:\/\//i.test(link) && URL.canParse(link) ? link : undefined,
    domain,
    excerpt: shortened(excerpt),
    tags: tags.slice(0, MAX_TAGS),
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
