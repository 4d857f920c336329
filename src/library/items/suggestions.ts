import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { type Content, domainOf } from "./item.ts";
import * as lookup from "./lookup.ts";

/** Collections and tags that may fit a link, the most likely first. */
export interface Suggestions {
  readonly collectionIds: readonly number[];
  readonly tags: readonly string[];
}

/** Maximum suggestions of each kind. */
const MAX_SUGGESTIONS = 5;

/** Items of the same host that are read: few, because an item has up to 64 KiB of tags. */
const MAX_SIMILAR = 50;

/** Words of a title that are looked up. */
const MAX_WORDS = 20;

/** What is known of the item that suggestions are for. */
interface Subject extends Pick<Content, "link" | "title" | "tags"> {
  /** Undefined for an item that is not saved. */
  readonly id: number | undefined;
}

/**
 * Returns suggestions for an item of the account or one that is shared with it, from the account's own items. Throws
 * `notFound` and `forbidden` like `lookup.getShared`.
 */
export async function forItem(database: Database, accountId: number, id: number): Promise<Suggestions> {
  const { link, title, tags } = await lookup.getShared(database, accountId, id);
  return find(database, accountId, { id, link, title, tags: JSON.parse(tags) });
}

/** Returns suggestions for a link that is not saved. Throws `invalid` for a link that is not a URL. */
export async function forLink(
  database: Database,
  accountId: number,
  { link, title }: Pick<Content, "link" | "title">,
): Promise<Suggestions> {
  return find(database, accountId, { id: undefined, link, title, tags: [] });
}

async function find(database: Database, accountId: number, subject: Subject): Promise<Suggestions> {
  const similar = await listSimilar(database, accountId, subject);
  const collections = similar.flatMap(({ collection_id }) => collection_id ?? []);
  const tags = similar.flatMap((item): string[] => JSON.parse(item.tags));
  const inTitle = await tagsInTitle(database, accountId, subject.title);
  const present = new Set(subject.tags);
  const suggested = [...new Set([...inTitle, ...byFrequency(tags)])].filter((tag) => !present.has(tag));
  return {
    collectionIds: byFrequency(collections).slice(0, MAX_SUGGESTIONS),
    tags: suggested.slice(0, MAX_SUGGESTIONS),
  };
}

/** The newest other items of the same host, without those in the Trash. */
async function listSimilar(database: Database, accountId: number, { id, link }: Subject) {
  const rows = await database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "items.shelf_id")
    .select(["items.id", "items.tags", "shelves.place", "shelves.collection_id"])
    .where("items.account_id", "=", accountId)
    .where("items.domain", "=", domainOf(link))
    .orderBy("items.id", "desc")
    .limit(MAX_SIMILAR + 1)
    .execute();
  const others = rows.filter((row) => row.id !== id).slice(0, MAX_SIMILAR);
  return others.filter(({ place }) => place === "collection" || place === "unsorted");
}

/** The tags of the account that are a word of a title, as it is written there or in lower case. */
async function tagsInTitle(database: Database, accountId: number, title: string): Promise<string[]> {
  const words = (title.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MAX_WORDS);
  const names = [...new Set(words.flatMap((word) => [word, word.toLowerCase()]))].map((name) => name.toWellFormed());
  if (names.length === 0) return [];
  // A tag has a row for each of up to 100,000 shelves, of which one is enough.
  const lookups = names.map(
    (name) => sql`select name from (select name from facets
      where account_id = ${accountId} and kind = 'tag' and name = ${name} limit 1) as found`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(lookups, sql` union all `)}`.execute(database);
  const known = new Set(rows.map(({ name }) => name));
  return names.filter((name) => known.has(name));
}

/** The distinct values, the most frequent first; ties in the order of their first appearance. */
function byFrequency<T>(values: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}
