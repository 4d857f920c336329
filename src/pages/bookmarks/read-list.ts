import { Failure } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import { MEMBER } from "../../library/access.ts";
import type { Choice } from "../../library/collections/choices.ts";
import * as filters from "../../library/items/filters.ts";
import type { Item } from "../../library/items/item.ts";
import * as listing from "../../library/items/listing.ts";
import * as pageText from "../../library/items/page-text.ts";
import * as library from "../../library/library.ts";
import * as accountIcons from "../../library/links/account-icons.ts";
import { type PlaceId, placeIdOf } from "../../library/placement.ts";
import * as savedSearches from "../../library/saved-searches.ts";
import * as nearWords from "../../library/search/near-words.ts";
import * as tagged from "../../library/search/tagged.ts";
import { type ChoiceList, choicesIn, NO_CHOICES } from "./choices.ts";
import { typedTagIn } from "./completions.ts";
import { type ListQuery, orderOf } from "./list-query.ts";
import { isWritable, type Place, readPlace } from "./place.ts";
import { type CollectionTree, readOutline, shownIn, withTexts } from "./tree.ts";

/** Items on a page. */
export const PAGE_SIZE = 50;

/** Characters of the longest search that the API takes. */
export const MAX_SEARCH = 2000;

/** Items of a search whose filters are counted: counting reads each of them. */
const MAX_COUNTED = 1000;

/** Tags that the search field suggests. */
const MAX_TAGS = 50;

/** What the page of a list shows. */
export interface ListContent {
  readonly place: Place;
  readonly query: ListQuery;
  readonly tree: CollectionTree;
  /** The collections to which bookmarks of the list may move. */
  readonly targets: ChoiceList;
  readonly items: readonly Item[];
  /** The icons of their sites, by the id of the item. */
  readonly icons: ReadonlyMap<number, string>;
  /** The ids of those whose page has a readable text. */
  readonly readable: ReadonlySet<number>;
  /** The number of items on all pages. */
  readonly count: number;
  /** Undefined for a search that finds too many items to count them, or that is invalid. */
  readonly filters: filters.Filters | undefined;
  /** The saved searches of the signed-in user. */
  readonly savedSearches: readonly savedSearches.SavedSearch[];
  /** Tags of the signed-in user that complete the search. */
  readonly tagNames: readonly string[];
  /** A similar search, for one that finds nothing, and how many items it finds; undefined if there is none. */
  readonly correction: { readonly search: string; readonly count: number } | undefined;
  /** Why the search is invalid; undefined if it is valid. */
  readonly searchFailure: Failure | undefined;
}

/** A list that a user wants to see. */
export interface WantedList {
  readonly userId: number;
  readonly placeId: PlaceId;
  readonly query: ListQuery;
  /** The name that was typed to find a collection to which bookmarks move; empty for none. */
  readonly typed: string;
}

/** Reads a page of a list. Throws `notFound` for a place that the user may not read. */
export async function readList(context: Context, { userId, placeId, query, typed }: WantedList): Promise<ListContent> {
  const { database, clock } = context;
  const { ownerId } = await readPlace(context, userId, placeId);
  const list = await library.readConsistently(database, ownerId, async () => {
    const place = await readPlace(context, userId, placeId);
    const outline = await readOutline(context, userId);
    const found = await tryToFind(context, userId, placeId, query);
    const ids = shownIn(outline, placeId);
    for (const item of found.items) ids.add(placeIdOf(item));
    const choice: Choice = { level: MEMBER, ownerId: place.ownerId };
    const targets = isWritable(place) ? await choicesIn(context.database, outline, choice, typed) : NO_CHOICES;
    return { place, query, targets, tree: await withTexts(context, userId, outline, ids), ...found };
  });
  return {
    ...list,
    icons: await accountIcons.findFor(database, userId, list.items, clock()),
    savedSearches: await savedSearches.list(database, userId),
    tagNames: await readTagNames(context, userId, query.search, list.filters),
    correction: await findCorrection(context, userId, query, list),
  };
}

/** The most used tags of a list without a search, or those of the user that begin like the end of the search. */
async function readTagNames(
  { database }: Context,
  userId: number,
  search: string,
  filters: filters.Filters | undefined,
): Promise<readonly string[]> {
  if (search === "") return (filters?.tags ?? []).slice(0, MAX_TAGS).map(({ name }) => name);
  const typed = typedTagIn(search);
  return typed === undefined ? [] : tagged.namesBeginningWith(database, userId, typed, MAX_TAGS);
}

/** A similar search for one that finds nothing in a place of the user. */
async function findCorrection(
  { database }: Context,
  userId: number,
  query: ListQuery,
  { place, count, searchFailure }: Pick<ListContent, "place" | "count" | "searchFailure">,
) {
  if (count > 0 || query.search === "" || searchFailure !== undefined || !place.isOwn) return undefined;
  const search = await nearWords.correct(database, userId, query.search);
  if (search === undefined || search.length > MAX_SEARCH) return undefined;
  const page = { order: orderOf(query), page: 0, limit: 1, text: search };
  const found = await listing.list(database, userId, { placeId: place.id, nested: query.nested }, page);
  return found.count === 0 ? undefined : { search, count: found.count };
}

async function tryToFind(context: Context, userId: number, placeId: PlaceId, query: ListQuery) {
  try {
    assertLength(query.search);
    return { ...(await find(context, userId, placeId, query)), searchFailure: undefined };
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "invalid")) throw error;
    return { items: [], readable: new Set<number>(), count: 0, filters: undefined, searchFailure: error };
  }
}

/** Throws `invalid` for a search that is longer than the API allows. */
function assertLength(search: string): void {
  if (search.length <= MAX_SEARCH) return;
  const details = [
    {
      path: "/search",
      message: `must have at most ${MAX_SEARCH} characters`,
      reason: "too-many-characters",
      values: { limit: MAX_SEARCH },
    },
  ];
  throw new Failure("invalid", "The search is too long.", { reason: "search-too-many-characters", details });
}

async function find({ database }: Context, userId: number, placeId: PlaceId, query: ListQuery) {
  const { search: text, nested } = query;
  const place = { placeId, nested };
  const page = { order: orderOf(query), page: query.page - 1, limit: PAGE_SIZE, text };
  const { items, count } = await listing.list(database, userId, place, page);
  const isCounted = text === "" || count <= MAX_COUNTED;
  return {
    items,
    readable: await pageText.readableAmong(
      database,
      items.map(({ id }) => id),
    ),
    count,
    filters: isCounted ? await filters.get(database, userId, place, { tagOrder: "-count", text }) : undefined,
  };
}
